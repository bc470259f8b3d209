/** A value that two JSON texts do not share. */
export interface JsonDifference {
  /** Where it stands, `result.items[0].score`. */
  readonly path: string;
  /** As short text; undefined where it is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Differences that are looked for; past this many a comparison says only that there are more. */
export const MOST_DIFFERENCES = 100;
const MAX_VALUE_LENGTH = 300;

/**
 * What differs between two answers, in the order of the first. The JSON-RPC id is left out, for every message has its own;
 * so is a tool's text where both answers carry it structured as well (MCP 2025-11-25, structured content).
 */
export function differencesBetween(before: unknown, after: unknown): JsonDifference[] {
  const found: JsonDifference[] = [];
  compare(found, "", withoutRepeats(before), withoutRepeats(after));
  return found;
}

function compare(found: JsonDifference[], path: string, before: unknown, after: unknown): void {
  if (found.length > MOST_DIFFERENCES || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      compare(found, `${path}[${index}]`, before[index], after[index]);
    }
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(found, path === "" ? name : `${path}.${name}`, before[name], after[name]);
    }
  } else {
    found.push({ path, before: shortText(before), after: shortText(after) });
  }
}

function withoutRepeats(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { id: _, ...message } = value;
  if (!isRecord(message.result) || message.result.structuredContent === undefined) return message;
  const { content: _text, ...result } = message.result;
  return { ...message, result };
}

function shortText(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text !== undefined && text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
