import { isRecord } from "../../../../electron/core/util/is-record.ts";

/** A value that differs between two JSON texts. */
export interface JsonDifference {
  /** Such as `result.items[0].score`. */
  readonly path: string;
  /** Shortened text; undefined if the value is missing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** One more than this is returned at most, so that the caller can say that there are more. */
export const MAX_DIFFERENCES = 100;
const MAX_VALUE_LENGTH = 300;

/**
 * The differences between two responses, in the order of the first. Ignores the JSON-RPC id, which is unique to each
 * message, and a tool's text if its result is structured as well (MCP 2025-11-25, structured content). A list in
 * another order is one difference, with the former positions of its items.
 */
export function differencesBetween(before: unknown, after: unknown): JsonDifference[] {
  const found: JsonDifference[] = [];
  compare(found, "", comparable(before), comparable(after));
  return found;
}

function compare(found: JsonDifference[], path: string, before: unknown, after: unknown): void {
  if (found.length > MAX_DIFFERENCES || Object.is(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(found, path, before, after);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(found, path === "" ? name : `${path}.${name}`, before[name], after[name]);
    }
  } else {
    found.push({ path, before: shortText(before), after: shortText(after) });
  }
}

/** Matches items by id, or by position if an item has no id of its own. */
function compareLists(
  found: JsonDifference[],
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const [then, now] = [byId(before), byId(after)];
  if (then === null || now === null) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      compare(found, `${path}[${index}]`, before[index], after[index]);
    }
    return;
  }
  const positions = [...now.keys()].flatMap((id) => then.get(id)?.index ?? []);
  if (positions.some((position, index) => index > 0 && position < (positions[index - 1] ?? 0))) {
    const inOrder = positions.toSorted((one, other) => one - other);
    found.push({ path: `${path}[…]`, before: inOrder.join(", "), after: positions.join(", ") });
  }
  for (const [id, { index, item }] of then) compare(found, `${path}[${index}]`, item, now.get(id)?.item);
  for (const [id, { index, item }] of now) if (!then.has(id)) compare(found, `${path}[${index}]`, undefined, item);
}

/** Items by their own id or their memory's id; null unless every item has a different one. */
function byId(items: readonly unknown[]): Map<string, { readonly index: number; readonly item: unknown }> | null {
  const known = new Map<string, { readonly index: number; readonly item: unknown }>();
  items.forEach((item, index) => {
    const named = isRecord(item) && isRecord(item.memory) ? item.memory : item;
    if (isRecord(named) && typeof named.id === "string") known.set(named.id, { index, item });
  });
  return known.size === items.length ? known : null;
}

function comparable(value: unknown): unknown {
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
