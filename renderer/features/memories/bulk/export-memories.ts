import type { Memory } from "../../../../electron/core/memory.ts";

/** Offers memories as a JSON file to save. */
export function exportMemories(memories: readonly Memory[], now: Date): void {
  const archive = { format: "recollect-memories", version: 1, exportedAt: now.toISOString(), memories };
  const blob = new Blob([`${JSON.stringify(archive, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `memories-${now.toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
