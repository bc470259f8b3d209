import { type Command, EXIT } from "../command.ts";
import { InputEnded } from "../private-input.ts";

export const setup: Command = {
  name: "setup",
  summary: "Connect the assistants on this computer, step by step",
  usage: "[options]",
  details: `Finds the installed clients, shows the changes to each one, and asks before it
makes them. A client that has plugins gets Recollect's plugin, with hooks and
skills, by its own command. The other clients, and with --files all of them, get
an entry in their configuration file. Then setup waits for the first memory of
a client, and offers to import memories of other programs and to read the
conversations of earlier sessions. Nothing is imported or read unless you agree.

To undo it: recollect plugin CLIENT --remove, or recollect disconnect CLIENT.
Without a terminal, --yes agrees to the changes, --import and --conversations
to the offers.`,
  options: {
    client: { type: "string", short: "c", multiple: true, value: "CLIENT", help: "Only this client; repeatable." },
    files: { type: "boolean", help: "Write configuration files instead of installing plugins." },
    yes: { type: "boolean", short: "y", help: "Connect without asking." },
    import: { type: "boolean", help: "Import the memories of other programs without asking." },
    conversations: { type: "boolean", help: "Read the conversations of earlier sessions without asking." },
    wait: { type: "string", value: "SECONDS", help: "How long to wait for the first memory; 0 does not wait." },
    "dry-run": { type: "boolean", help: "Only show the changes." },
  },
  words: [0, 0],
  async run(call, context) {
    // Loaded on demand: the readers of imports are large.
    const { runSetup } = await import("../setup/run-setup.ts");
    try {
      return await runSetup(call, context);
    } catch (error) {
      if (!(error instanceof InputEnded)) throw error;
      context.terminal.note("Stopped. What was written is kept. recollect help setup says how to undo it.");
      return EXIT.failed;
    }
  },
};
