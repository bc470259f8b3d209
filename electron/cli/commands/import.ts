import type { Command } from "../command.ts";

export const importMemories: Command = {
  name: "import",
  arguments: "[FILE|FOLDER|PROGRAM|-]",
  options: ["-d, --domain <PROJECT>", "-p, --project <THEIRS=OURS...>", "--as-new", "--inbox", "--dry-run"],
  examples: ["recollect import", "recollect import memories.jsonl --dry-run"],
  async run(call, context) {
    // Loaded on demand: the readers are large, and other commands do not need them.
    const { runImport } = await import("../import/run-import.ts");
    return await runImport(call, context);
  },
};
