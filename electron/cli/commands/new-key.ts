import { type Command, EXIT } from "../command.ts";
import { PrivateInput } from "../private-input.ts";
import { formatJson } from "../terminal.ts";

export const newKey: Command = {
  name: "new-key",
  options: ["--dry-run", "-y, --yes"],
  examples: ["recollect new-key --dry-run"],
  async run(call, context) {
    const { app, stdin, terminal, text } = context;
    if (call.flag("dry-run")) {
      terminal.print(call.json ? formatJson({ replaced: false }) : text.newKey.would);
      return EXIT.ok;
    }
    if (!call.flag("yes")) {
      terminal.note(text.newKey.ask);
      if (stdin.isTTY !== true) return EXIT.usage;
      await new PrivateInput(context).confirm(text.newKey.question, { name: "yes", isGiven: false });
    }
    await app.ask("secrets.replaceKey", {});
    terminal.print(call.json ? formatJson({ replaced: true }) : text.newKey.replaced);
    return EXIT.ok;
  },
};
