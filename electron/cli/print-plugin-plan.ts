import path from "node:path";
import type { PluginPreview } from "../core/plugin.ts";
import { plainText, type Terminal } from "./terminal.ts";

/** Prints what installing or removing a plugin writes, runs and changes. */
export async function printPluginPlan(
  { folder, files, steps, changes }: PluginPreview,
  terminal: Terminal,
): Promise<void> {
  const { formatDifference } = await import("../connect/install/difference.ts");
  for (const { kind, text } of steps) {
    terminal.print(`${kind.padEnd(9)} ${plainText(text)}`);
    if (kind === "generate") for (const file of files) terminal.print(`          ${path.join(folder, file)}`);
  }
  for (const { path: file, difference } of changes) {
    if (difference.length === 0) continue;
    terminal.print(`change    ${file}`);
    terminal.print(terminal.difference(plainText(formatDifference(difference)).trimEnd()));
  }
}
