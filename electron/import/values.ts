/** Text of a value that another program stored; "" for what is none. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value).trim();
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** A list of texts: an array, the JSON of one, or words between commas. Empty ones are left out. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : listIn(textOf(value));
  return list.map(textOf).filter((text) => text !== "");
}

function listIn(text: string): unknown[] {
  if (text.startsWith("[")) {
    try {
      const value: unknown = JSON.parse(text);
      if (Array.isArray(value)) return value;
    } catch {
      // Words that begin with a bracket.
    }
  }
  return text.split(",");
}

/** An object, or the JSON of one; empty for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)) {
    return value as Record<string, unknown>;
  }
  return typeof value === "string" ? (parseObject(value) ?? {}) : {};
}

/** The JSON object that a text is; null for anything else. */
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

/** Before this, a number of seconds; after it, of milliseconds: 1973 and the year 5138. */
const SECONDS_UP_TO = 1e11;
/** The last moment a date can name. */
const LAST = Date.UTC(9999, 11, 31);

/** A moment as seconds or milliseconds since 1970, or as ISO 8601; in whole milliseconds, undefined for anything else. */
export function momentOf(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  const time =
    typeof number === "number"
      ? number * (number < SECONDS_UP_TO ? 1_000 : 1)
      : value instanceof Date
        ? value.getTime()
        : Date.parse(textOf(value));
  return Number.isFinite(time) && time > 0 && time < LAST ? Math.round(time) : undefined;
}

/** The same without members that are undefined or "". */
export function present<Value extends Readonly<Record<string, unknown>>>(
  value: Value,
): { [Name in keyof Value]: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined && member !== ""),
  ) as never;
}
