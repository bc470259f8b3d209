import { type Command, EXIT } from "../command.ts";
import { formatJson } from "../terminal.ts";

const COST =
  "Every client with its own token must then be connected again, even if the old key turns up later. Clients that start\nRecollect's stdio command keep working.";

export const newKey: Command = {
  name: "new-key",
  summary: "Replace a damaged or missing key of the clients' tokens",
  usage: "--yes [options]",
  details: `Recollect signs the tokens of clients with the key in token.key or in the
system's keychain. A key that can be read is not replaced.

${COST}`,
  options: { yes: { type: "boolean", short: "y", help: "Create the new key." } },
  words: [0, 0],
  async run(call, { app, terminal }) {
    if (!call.flag("yes")) {
      terminal.note(`This creates a new key. ${COST}\nRun: recollect new-key --yes`);
      return EXIT.usage;
    }
    await app.ask("secrets.replaceKey", {});
    terminal.print(call.json ? formatJson({ replaced: true }) : "A new key was created. Connect your clients again.");
    return EXIT.ok;
  },
};
