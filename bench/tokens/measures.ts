import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** The text that a model reads, or null if the client does not show it to its model. */
export interface Measures {
  /** The definitions of the memory tools, as JSON. */
  readonly tools: string;
  readonly instructions: string | null;
  /** The result of a search for ten short memories. */
  readonly search: string;
  /** The result of a capture. */
  readonly capture: string;
}

const COLUMNS = ["tools", "instructions", "search", "capture"] as const;
/** The most bytes that each may take before a model; 12 KiB for the tools with output schemas, which no client sends. */
const GOALS = { tools: 6.5 * 1024, instructions: 900, search: 2 * 1024, capture: 300 };

/** A table of bytes and tokens, one row for each name. */
export function formatMeasures(rows: readonly (readonly [string, Measures])[]): string {
  const table = [
    ["", ...COLUMNS],
    ["goal", ...COLUMNS.map((column) => `≤ ${GOALS[column]} B`)],
    ...rows.map(([name, measures]) => [name, ...COLUMNS.map((column) => sizeOf(measures[column]))]),
  ];
  const widths = table[0]?.map((_cell, index) => Math.max(...table.map((row) => row[index]?.length ?? 0))) ?? [];
  return table
    .map((row) => row.map((cell, index) => cell[index === 0 ? "padEnd" : "padStart"](widths[index] ?? 0)).join("  "))
    .join("\n");
}

function sizeOf(text: string | null): string {
  return text === null ? "–" : `${Buffer.byteLength(text)} B / ${countTokens(text)} t`;
}
