import { type Command, EXIT } from "../command.ts";
import { formatJson } from "../terminal.ts";

export const newKey: Command = {
  name: "new-key",
  options: ["-y, --yes"],
  async run(call, { app, terminal, text }) {
    if (!call.flag("yes")) {
      terminal.note(text.newKey.ask);
      return EXIT.usage;
    }
    await app.ask("secrets.replaceKey", {});
    terminal.print(call.json ? formatJson({ replaced: true }) : text.newKey.replaced);
  },
};
