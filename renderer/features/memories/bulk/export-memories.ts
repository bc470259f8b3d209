import type { Memory } from "../../../../electron/core/memory.ts";
import { saveFile } from "../../../ui/save-file.ts";

/** Offers memories as a JSON file to save. */
export function exportMemories(memories: readonly Memory[], now: Date): void {
  const archive = { format: "recollect-memories", version: 1, exportedAt: now.toISOString(), memories };
  const file = new Blob([`${JSON.stringify(archive, null, 2)}\n`], { type: "application/json" });
  saveFile(file, `memories-${now.toISOString().slice(0, 10)}.json`);
}
