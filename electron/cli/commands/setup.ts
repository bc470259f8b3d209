import { type Command, EXIT, InputEnded } from "../command.ts";

export const setup: Command = {
  name: "setup",
  examples: ["recollect setup --dry-run", "recollect setup --client codex --files --yes"],
  options: [
    "-c, --client <CLIENT...>",
    "--files",
    "-y, --yes",
    "--import",
    "--conversations",
    "--completion",
    "--wait <SECONDS>",
    "--dry-run",
  ],
  async run(call, context) {
    // Loaded on demand: the readers of imports are large.
    const { runSetup } = await import("../setup/run-setup.ts");
    try {
      return await runSetup(call, context);
    } catch (error) {
      if (!(error instanceof InputEnded)) throw error;
      context.terminal.note(context.text.setup.stopped);
      return EXIT.failed;
    }
  },
};
