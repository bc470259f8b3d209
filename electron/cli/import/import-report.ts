/** What became of the lines. */
export interface ImportReport {
  readonly created: number;
  /** What was there already. */
  readonly known: number;
  /** Another state of it is there, which stayed. */
  readonly conflicts: readonly ToldLine[];
  readonly refused: readonly ToldLine[];
}

export interface ToldLine {
  readonly line: number;
  readonly reason: string;
}

/** A line's JSON object; null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
