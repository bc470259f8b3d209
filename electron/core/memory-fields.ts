import { RecollectError } from "../text/errors.ts";
import { parseDomain } from "./domain.ts";
import { normalText } from "./gate/normal-text.ts";
import { parseNamespace } from "./namespace.ts";
import { normaliseTags } from "./tags.ts";
import { assertInterval, parseValidityTime, type Validity } from "./validity.ts";

/** Maximum content of one memory, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 64 * 1024;
/** Maximum length of a source, in characters. */
export const MAX_SOURCE_LENGTH = 2048;

export interface FieldDefinition {
  /** `list`: of texts; `time`: ISO 8601 in UTC, which databases store in milliseconds since 1970. */
  readonly kind: "text" | "list" | "time";
  /** The value of a memory without the field. A field without it must be given, or has a default of the caller's. */
  readonly empty?: null | readonly string[];
  /** The column, in every database. */
  readonly column: string;
  /** Maximum length of a string in the tools' schemas. */
  readonly maxLength?: number;
  /** The descriptions of the arguments of the tools that capture and update, for models. */
  readonly arguments: { readonly capture: string; readonly update: string };
  /** Checks a value and returns it in its stored form. @throws invalid_argument, too_large */
  parse(value: never): unknown;
}

function field<const Definition extends FieldDefinition>(definition: Definition): Definition {
  return definition;
}

/**
 * The only declaration of the fields that can be changed and that the history of a memory contains. Inputs, changes,
 * revisions, entries of the change log, drafts, schemas, columns and comparisons are derived from it, in this order.
 */
export const MEMORY_FIELDS = {
  /** Markdown, 1 byte to {@link MAX_CONTENT_BYTES} in UTF-8. */
  content: field({
    kind: "text",
    column: "content",
    arguments: { capture: "Markdown, up to 64 KiB.", update: "The complete new content." },
    parse: parseContent,
  }),
  namespace: field({
    kind: "text",
    column: "namespace",
    maxLength: 100,
    arguments: {
      capture:
        "decisions, patterns, learnings, context (default), tech-debt, blockers, progress, apis, config, security, testing, performance.",
      update: "Moves it.",
    },
    parse: (value: string): string => parseNamespace(value),
  }),
  domain: field({
    kind: "text",
    column: "domain",
    maxLength: 300,
    arguments: {
      capture: '"user" (applies everywhere) or "owner/repo". Default: the current project.',
      update: 'Moves it: "user" or "owner/repo".',
    },
    parse: (value: string): string => parseDomain(value),
  }),
  /** Normalised, unique, sorted. */
  tags: field({
    kind: "list",
    empty: [],
    column: "tags",
    maxLength: 500,
    arguments: { capture: "A few words to find it by.", update: "The complete new tags." },
    parse: (values: readonly string[]): readonly string[] => normaliseTags(values),
  }),
  /** The file, URL or commit that it came from. */
  source: field({
    kind: "text",
    empty: null,
    column: "source",
    maxLength: MAX_SOURCE_LENGTH,
    arguments: { capture: "Source file, URL or commit.", update: '"" removes it.' },
    parse: parseSource,
  }),
  /** The inclusive start of the interval in which the memory holds, or null if unlimited. */
  validFrom: field({
    kind: "time",
    empty: null,
    column: "valid_from",
    maxLength: 100,
    arguments: { capture: "Valid from this date or date-time.", update: '"" removes it.' },
    parse: (value: string | null): string | null => parseValidityTime("validFrom", value),
  }),
  /** The exclusive end of the interval, or null if unlimited. */
  validUntil: field({
    kind: "time",
    empty: null,
    column: "valid_until",
    maxLength: 100,
    arguments: { capture: "Valid until then; hidden afterwards.", update: '"" removes it.' },
    parse: (value: string | null): string | null => parseValidityTime("validUntil", value),
  }),
} as const;

type Fields = typeof MEMORY_FIELDS;
export type MemoryField = keyof Fields;
/** The fields of a memory, normalised. In an input, times can be any ISO 8601 date or date-time, and "" is null. */
export type MemoryState = { readonly [Field in MemoryField]: ReturnType<Fields[Field]["parse"]> };
/** The fields that an input can leave out of a new memory. */
export type OptionalField = {
  [Field in MemoryField]: Fields[Field] extends { readonly empty: unknown } ? Field : never;
}[MemoryField];
/** The columns of fields, as rows contain them: texts as they are, times in milliseconds since 1970. */
export type FieldColumns<Field extends MemoryField> = {
  readonly [Name in Field as Fields[Name]["column"]]: Fields[Name]["kind"] extends "time"
    ? number | null
    : MemoryState[Name];
};

export const MEMORY_FIELD_NAMES = Object.keys(MEMORY_FIELDS) as readonly MemoryField[];
/** All fields with their names, for code that handles every field. */
export const MEMORY_FIELD_LIST = Object.entries(MEMORY_FIELDS) as readonly (readonly [MemoryField, FieldDefinition])[];

/** The values of the fields that a memory of an earlier version, or an input, can leave out. */
export const EMPTY_STATE = Object.fromEntries(
  MEMORY_FIELD_LIST.flatMap(([name, { empty }]) => (empty === undefined ? [] : [[name, empty]])),
) as Pick<MemoryState, OptionalField>;

/** Makes an object with a value for each field. */
export function mapFields<Result extends object>(
  toValue: (name: MemoryField, definition: FieldDefinition) => unknown,
): Result {
  // Every read and write of a memory comes here: a loop takes a third of the time of `Object.fromEntries`.
  const result: Record<string, unknown> = {};
  for (const [name, definition] of MEMORY_FIELD_LIST) result[name] = toValue(name, definition);
  return result as Result;
}

/** The fields of a memory or a revision, without its other members. */
export function stateOf<State extends Partial<MemoryState>>(memory: State): Pick<State, MemoryField & keyof State> {
  return mapFields((name) => memory[name]);
}

/** The state after changes; an undefined field does not change. */
export function changedState(state: MemoryState, changes: Partial<MemoryState>): MemoryState {
  return mapFields((name) => (changes[name] === undefined ? state[name] : changes[name]));
}

/** Whether two values of a field are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other || typeof one !== "object" || typeof other !== "object") return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two states have the same values in some fields; by default in all. */
export function isSameState(
  one: MemoryState,
  other: MemoryState,
  names: readonly MemoryField[] = MEMORY_FIELD_NAMES,
): boolean {
  return names.every((name) => isSameValue(one[name], other[name]));
}

/** Checks and normalises changes; undefined fields are left out. @throws invalid_argument, too_large */
export function parseChanges(changes: Partial<MemoryState>): Partial<MemoryState> {
  const given = MEMORY_FIELD_LIST.filter(([name]) => changes[name] !== undefined);
  return Object.fromEntries(given.map(([name, { parse }]) => [name, parse(changes[name] as never)]));
}

/** Checks and normalises all fields. @throws invalid_argument, too_large */
export function parseState(
  state: Omit<MemoryState, OptionalField> & Partial<Pick<MemoryState, OptionalField>>,
): MemoryState {
  const parsed = { ...EMPTY_STATE, ...parseChanges(state) } as MemoryState;
  assertInterval(parsed);
  return parsed;
}

/** A value of a field as databases store it. */
export function toStored({ kind }: FieldDefinition, value: unknown): unknown {
  return kind === "time" && value !== null ? Date.parse(String(value)) : value;
}

/** A stored value as the field has it. A time can be text, which the PostgreSQL driver returns for a bigint. */
export function fromStored({ kind }: FieldDefinition, value: unknown): unknown {
  return kind === "time" && value !== null ? new Date(Number(value)).toISOString() : value;
}

/**
 * The fields as the change log has them. Each member is a register: the change with the greatest stamp decides its
 * value. Both ends of the interval are one register, so that concurrent changes cannot make it empty.
 */
export type MemoryRegisters = Omit<MemoryState, keyof Validity> & { readonly validity: Validity };
const PLAIN_FIELDS = MEMORY_FIELD_NAMES.filter((name) => name !== "validFrom" && name !== "validUntil");
export const REGISTER_NAMES = [...PLAIN_FIELDS, "validity"] as readonly (keyof MemoryRegisters)[];

export function toRegisters(state: MemoryState): MemoryRegisters {
  const registers: Record<string, unknown> = {};
  for (const name of PLAIN_FIELDS) registers[name] = state[name];
  registers.validity = { validFrom: state.validFrom, validUntil: state.validUntil };
  return registers as unknown as MemoryRegisters;
}

export function fromRegisters(registers: MemoryRegisters): MemoryState {
  const { validity } = registers;
  return mapFields((name) =>
    name === "validFrom" || name === "validUntil" ? validity[name] : registers[name as keyof MemoryRegisters],
  );
}

/** Returns content as it is stored: {@link normalText}. */
function parseContent(value: string): string {
  if (value.includes("\0")) throw new RecollectError("content_binary", {}, { field: "content" });
  const content = normalText(value).text;
  if (content.trim() === "") throw new RecollectError("content_empty", {}, { field: "content" });
  const bytes = new TextEncoder().encode(content).length;
  if (bytes > MAX_CONTENT_BYTES) {
    throw new RecollectError("content_too_large", { bytes, maximum: MAX_CONTENT_BYTES }, { field: "content" });
  }
  return content;
}

/** Trims a source; a blank one is null. */
function parseSource(value: string | null): string | null {
  const source = value?.toWellFormed().normalize("NFC").trim() ?? "";
  if (source === "") return null;
  const { length } = source;
  if (length > MAX_SOURCE_LENGTH) {
    throw new RecollectError("source_too_long", { length, maximum: MAX_SOURCE_LENGTH }, { field: "source" });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
  if (/[\u0000-\u001f\u007f]/.test(source)) {
    throw new RecollectError("source_control_characters", {}, { field: "source" });
  }
  return normalText(source).text.trim() || null;
}
