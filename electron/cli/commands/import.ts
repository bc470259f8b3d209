import type { Command } from "../command.ts";

export const importMemories: Command = {
  name: "import",
  arguments: "[FILE|FOLDER|PROGRAM|-]",
  options: ["-p, --project <PROJECT...>", "--as-new", "--inbox", "--dry-run"],
  hidden: ["-d, --domain <PROJECT>"],
  examples: ["recollect import", "recollect import memories.jsonl --dry-run"],
  async run(call, context) {
    // Loaded on demand: the readers are large, and other commands do not need them.
    const { runImport } = await import("../import/run-import.ts");
    return await runImport(call, context);
  },
};
