import { isRecord } from "../core/util/is-record.ts";
import { readDate } from "./foreign-date.ts";

/** A row or an object of another program. */
export type Fields = Readonly<Record<string, unknown>>;

/** The text of a value that another program stored; "" for other values than text, numbers and bytes. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value).trim();
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** A missing value, as programs write it in a text. */
const ABSENT = /^(?:null|undefined|none|nil|nan)$/i;

/** The text of a value that is a name; "" also for `null`, `undefined` and the like as a text. */
export function nameOf(value: unknown): string {
  const text = textOf(value);
  return ABSENT.test(text) ? "" : text;
}

/** A list of texts: an array, the JSON of an array, or text separated by commas. Empty entries are left out. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : parseList(nameOf(value));
  return list.map(textOf).filter((text) => text !== "");
}

function parseList(text: string): unknown[] {
  if (text.startsWith("[")) {
    try {
      const value: unknown = JSON.parse(text);
      if (Array.isArray(value)) return value;
    } catch {
      // Text that starts with a bracket.
    }
  }
  return text.split(",");
}

/** An object, or the JSON of an object; {} for any other value. */
export function objectOf(value: unknown): Fields {
  if (isRecord(value) && !(value instanceof Uint8Array)) return value;
  return typeof value === "string" ? (parseObject(value) ?? {}) : {};
}

/** Parses a JSON object; null for any other text. */
export function parseObject(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Numbers below are seconds, others milliseconds: 1e11 ms is in 1973, 1e11 s in the year 5138. */
const MIN_MILLISECONDS = 1e11;
const MAX_DATE = Date.UTC(9999, 11, 31);

/**
 * Converts a time in seconds or milliseconds since 1970, or a text that {@link readDate} can read, to integer
 * milliseconds. Undefined for other values, and for a date whose day and month are not clear.
 */
export function momentOf(value: unknown): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  const time =
    typeof number === "number"
      ? number * (number < MIN_MILLISECONDS ? 1_000 : 1)
      : value instanceof Date
        ? value.getTime()
        : momentOfText(textOf(value));
  return Number.isFinite(time) && time > 0 && time < MAX_DATE ? Math.round(time) : undefined;
}

function momentOfText(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return Date.parse(text);
  const moment = readDate(text, null);
  return typeof moment === "number" ? moment : Number.NaN;
}

/** A copy without members that are undefined or "". */
export function omitEmpty<Value extends Fields>(
  value: Value,
): { [Name in keyof Value]: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== undefined && member !== ""),
  ) as never;
}
