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
 * so is a tool's text where both answers carry it structured as well (MCP 2025-11-25, structured content). A list in
 * another order differs once, with the places its items had.
 */
export function differencesBetween(before: unknown, after: unknown): JsonDifference[] {
  const found: JsonDifference[] = [];
  compare(found, "", withoutRepeats(before), withoutRepeats(after));
  return found;
}

function compare(found: JsonDifference[], path: string, before: unknown, after: unknown): void {
  if (found.length > MOST_DIFFERENCES || Object.is(before, after)) return;
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

/** Items that carry ids are compared with themselves, wherever they stand now; others with what stands in their place. */
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
  const places = [...now.keys()].flatMap((id) => then.get(id)?.place ?? []);
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
    const inOrder = places.toSorted((one, other) => one - other);
    found.push({ path: `${path}[…]`, before: inOrder.join(", "), after: places.join(", ") });
  }
  for (const [id, { place, item }] of then) compare(found, `${path}[${place}]`, item, now.get(id)?.item);
  for (const [id, { place, item }] of now) if (!then.has(id)) compare(found, `${path}[${place}]`, undefined, item);
}

/** Items by their own id, or that of the memory they are about; null where not each has one of its own. */
function byId(items: readonly unknown[]): Map<string, { readonly place: number; readonly item: unknown }> | null {
  const known = new Map<string, { readonly place: number; readonly item: unknown }>();
  items.forEach((item, place) => {
    const named = isRecord(item) && isRecord(item.memory) ? item.memory : item;
    if (isRecord(named) && typeof named.id === "string") known.set(named.id, { place, item });
  });
  return known.size === items.length ? known : null;
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
