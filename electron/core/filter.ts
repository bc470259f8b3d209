import { RecollectError } from "../text/errors.ts";
import { localTime } from "../text/local-time.ts";
import { ANY, parseDomain } from "./domain.ts";
import type { Memory } from "./memory.ts";
import { MAX_SOURCE_LENGTH } from "./memory-fields.ts";
import { parseMoment } from "./moment.ts";
import { parseNamespace } from "./namespace.ts";
import { normaliseTag, normaliseTags } from "./tags.ts";
import { VALIDITY_STATES, validityAt } from "./validity.ts";

/** What a result contains of the memories in a state: none, only these, or these too. */
export const STATE_CHOICES = ["exclude", "only", "include"] as const;
export type StateChoice = (typeof STATE_CHOICES)[number];

/** The memories of a result by whether they hold now; `any`: all of them. */
export const VALIDITY_CHOICES = [...VALIDITY_STATES, "any"] as const;
export type ValidityChoice = (typeof VALIDITY_CHOICES)[number];

/**
 * Order of a list. `created`: newest first; `created-ascending`: oldest first; `updated`: last changed first;
 * `recalled`: most used first.
 */
export const MEMORY_SORTS = ["created", "created-ascending", "updated", "recalled"] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];

/** One page of anything; `nextCursor` is opaque and missing on the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Maximum number of domains or namespaces in one filter. */
const MAX_NAMES = 200;

interface FieldDefinition<Argument extends string, Input, Value> {
  /** The name of the argument in every API. */
  readonly argument: Argument;
  /** The form of the argument. `names`: one name or a list of them; `list`: always a list. */
  readonly kind: "names" | "list" | "text" | "flag" | "choice";
  /** The values of a `choice`. */
  readonly choices?: readonly [string, ...string[]];
  /** Maximum length of a string in the tools' schemas. */
  readonly maxLength?: number;
  /** For models. Tools have only the arguments with a description. */
  readonly description?: string;
  /** The command-line option; the command line has only these. */
  readonly option?: {
    readonly name: string;
    readonly short?: string;
    readonly multiple?: boolean;
    readonly value: string;
  };
  /** Names in a search query, such as `ns` for `ns:decisions`; the syntax has only these. */
  readonly queryNames?: readonly string[];
  /** Parses one of several values in a search query. @throws invalid_argument */
  readonly parseTyped?: (value: string) => string;
  /** Undefined: the argument sets no condition. @throws invalid_argument */
  parse(input: Input, now: number): Value | undefined;
  /** The condition that is true if both are. @throws invalid_argument if they contradict */
  combine(one: Value, other: Value): Value;
  /** @param now milliseconds since 1970 */
  matches(memory: Memory, value: Value, now: number): boolean;
}

function field<const Argument extends string, Input, Value>(definition: FieldDefinition<Argument, Input, Value>) {
  return definition;
}

/**
 * The only declaration of the memory filter: how each field is written, parsed, combined and tested. The window's API,
 * the tools' schemas, the command-line options and the query syntax are derived from it, in this order.
 *
 * A new field touches two files: this one, and `store/rows/conditions.ts`, which translates the filter to SQL.
 */
export const FILTER_FIELDS = {
  /** Any of these namespaces. */
  namespaces: field({
    argument: "namespace",
    kind: "names",
    maxLength: 1000,
    description: "As ns: in the query; several separated by commas.",
    option: {
      name: "namespace",
      short: "n",
      multiple: true,
      value: "NAMESPACE",
    },
    queryNames: ["ns", "namespace"],
    parseTyped: (value) => (value === ANY ? value : parseNamespace(value)),
    parse(input: string | readonly string[]): readonly string[] | undefined {
      const isList = typeof input === "string" && input.includes(",");
      const values = isList ? input.split(",").filter((name) => name.trim() !== "") : [input].flat();
      const names = parseNames("namespace", values);
      return names.includes(ANY) ? undefined : names.map((name) => parseNamespace(name));
    },
    combine: intersection,
    matches: (memory, names) => names.includes(memory.namespace),
  }),
  /** Any of these domains; `_` is every domain. */
  domains: field({
    argument: "domain",
    kind: "names",
    maxLength: 300,
    description: '"user" or "owner/repo"; default: the project and "user"; "_": all.',
    option: { name: "domain", short: "d", value: "PROJECT" },
    queryNames: ["domain", "project"],
    parseTyped: (value) => (value === ANY ? value : parseDomain(value)),
    parse(input: string | readonly string[]): readonly string[] {
      const names = parseNames("domain", [input].flat()).map((name) => name.normalize("NFC"));
      return names.includes(ANY) ? [ANY] : names;
    },
    combine: (one, other) => (one.includes(ANY) ? other : other.includes(ANY) ? one : intersection(one, other)),
    matches: (memory, names) => names.includes(memory.domain) || names.includes(ANY),
  }),
  /** All of these tags, normalised. */
  tags: field({
    ...tagList("tags"),
    description: "All of these tags.",
    option: {
      name: "tag",
      short: "t",
      multiple: true,
      value: "TAG",
    },
    queryNames: ["tag", "tags"],
    matches: (memory, tags) => tags.every((tag) => memory.tags.includes(tag)),
  }),
  /** None of these tags, normalised. */
  withoutTags: field({
    ...tagList("withoutTags"),
    queryNames: ["-tag", "-tags"],
    matches: (memory, tags) => !tags.some((tag) => memory.tags.includes(tag)),
  }),
  /** Captured at or after this time, in milliseconds since 1970. */
  since: field({
    ...moment("since"),
    description:
      'Captured at or after: a date or date-time such as "2026-05-01", or a time span such as "7d" or "12h".',
    option: { name: "since", value: "WHEN" },
    queryNames: ["since"],
    combine: (one, other) => Math.max(one, other),
    matches: (memory, since) => Date.parse(memory.createdAt) >= since,
  }),
  /** Captured before this time, in milliseconds since 1970. */
  before: field({
    ...moment("before"),
    description: 'Captured before: a date, date-time or span such as "30d".',
    option: { name: "before", value: "WHEN" },
    queryNames: ["before"],
    combine: (one, other) => Math.min(one, other),
    matches: (memory, before) => Date.parse(memory.createdAt) < before,
  }),
  /** Valid at this time, in milliseconds since 1970. */
  asOf: field({
    ...moment("asOf"),
    description: 'What was valid at this time: a date, date-time or span such as "30d". Default: now.',
    option: { name: "as-of", value: "WHEN" },
    queryNames: ["asof"],
    combine: (one: number, other: number): number =>
      one === other ? one : contradict("asOf", localTime(one), localTime(other)),
    matches: (memory, asOf) => validityAt(memory, asOf) === "current",
  }),
  /** Part of the source, case-insensitive. */
  source: field({
    ...partOf("source", (memory) => memory.source),
    maxLength: MAX_SOURCE_LENGTH,
    description: "Part of the file, URL or commit it came from.",
    option: { name: "source", value: "TEXT" },
    queryNames: ["source"],
  }),
  /** Part of the name of the client that captured it, case-insensitive. */
  client: field({
    ...partOf("client", (memory) => memory.client?.name ?? null),
    maxLength: 200,
    description: 'Part of the name of the client that captured it, for example "claude".',
    option: { name: "client", value: "CLIENT" },
    queryNames: ["client"],
  }),
  /** The subject of the token that it was captured with, exactly. */
  via: field({
    ...exactly("via"),
    maxLength: 200,
    queryNames: ["via"],
    matches: (memory, subject) => memory.client?.via === subject,
  }),
  /** Superseded by the memory with this id; they are only found with `superseded`. */
  supersededBy: field({ ...exactly("supersededBy"), matches: (memory, id) => memory.supersededBy === id }),
  pinned: field({ ...flag("pinned"), matches: (memory, pinned) => memory.pinned === pinned }),
  /** True: only memories that no client has recalled. */
  neverRecalled: field({
    ...flag("neverRecalled"),
    queryNames: ["recalled"],
    /** In a query `never`. */
    parse(value: boolean | "never"): boolean {
      return typeof value === "boolean" ? value : oneOf("recalled", ["never"], value) === "never";
    },
    matches: (memory, neverRecalled) => !neverRecalled || memory.recallCount === 0,
  }),
  /** Memories in the trash; default `exclude`. */
  trash: field({
    ...stateChoice("trash"),
    queryNames: ["trash"],
    description: '"exclude" (default), "only" or "include".',
    matches: (memory, choice) => allowsState(choice, memory.deletedAt !== null),
  }),
  /** Superseded memories; default `exclude`, or `include` where only the trash is wanted. */
  superseded: field({
    ...stateChoice("superseded"),
    queryNames: ["superseded"],
    description: '"exclude" (default), "only" or "include".',
    matches: (memory, choice) => allowsState(choice, memory.supersededBy !== null),
  }),
  /**
   * By whether they hold now; default `current`, or `any` with `asOf` and where only the trash or superseded ones are
   * wanted.
   */
  validity: field({
    argument: "validity",
    kind: "choice",
    choices: VALIDITY_CHOICES,
    description: '"current" (default), "expired", "upcoming" (not valid yet) or "any".',
    queryNames: ["validity"],
    parse: (value: ValidityChoice): ValidityChoice => oneOf("validity", VALIDITY_CHOICES, value),
    combine: (_: ValidityChoice, other: ValidityChoice) => other,
    matches: (memory, choice, now) => choice === "any" || validityAt(memory, now) === choice,
  }),
} as const;

type Fields = typeof FILTER_FIELDS;
export type FilterField = keyof Fields;

/** A parsed filter. Every field that is set must match; a missing one does not limit. */
export type MemoryFilter = {
  readonly [Field in FilterField]?: NonNullable<ReturnType<Fields[Field]["parse"]>>;
};

/** A filter as callers write it: times as ISO 8601 or as a span back from now, `_` for every domain or namespace. */
export type FilterInput = {
  readonly [Field in FilterField as Fields[Field]["argument"]]?: Parameters<Fields[Field]["parse"]>[0];
};
export type FilterArgument = keyof FilterInput;

/** Everything that was captured with one client's token since a day, except the trash. */
export function capturedVia(via: string, since: string) {
  return { via, since, domain: ANY, superseded: "include", validity: "any" } as const satisfies FilterInput;
}

/** All fields with their names, for code that handles every field. */
export const FILTER_FIELD_LIST = Object.entries(FILTER_FIELDS) as readonly (readonly [
  FilterField,
  FieldDefinition<FilterArgument, unknown, unknown>,
])[];

/**
 * Parses a filter. `now` is the time that spans are counted back from.
 * @throws invalid_argument with the argument's name
 */
export function parseFilter(input: FilterInput, now: number): MemoryFilter {
  const filter: Partial<Record<FilterField, unknown>> = {};
  for (const [name, { argument, parse }] of FILTER_FIELD_LIST) {
    const given = input[argument];
    const value = given === undefined ? undefined : parse(given, now);
    if (value !== undefined) filter[name] = value;
  }
  return filter as MemoryFilter;
}

/** The filter that matches where both do. @throws invalid_argument where two conditions cannot be combined */
export function combineFilters(one: MemoryFilter, other: MemoryFilter): MemoryFilter {
  const combined: Partial<Record<FilterField, unknown>> = {};
  for (const [name, { combine }] of FILTER_FIELD_LIST) {
    const [a, b] = [one[name], other[name]];
    combined[name] = a === undefined || b === undefined ? (a ?? b) : combine(a, b);
  }
  return combined as MemoryFilter;
}

/** Whether a memory matches at `now`: the same decision as the store's SQL. */
export function matchesFilter(memory: Memory, filter: MemoryFilter, now: number): boolean {
  const complete: MemoryFilter = { ...filter, ...stateChoicesOf(filter) };
  return FILTER_FIELD_LIST.every(([name, { matches }]) => {
    const value = complete[name];
    return value === undefined || matches(memory, value, now);
  });
}

/**
 * The state choices with their defaults. A superseded or expired memory in the trash is shown there, so that it can be
 * restored.
 */
export function stateChoicesOf({ trash = "exclude", superseded, validity, asOf }: MemoryFilter) {
  const isAny = asOf !== undefined || trash === "only" || superseded === "only";
  return {
    trash,
    superseded: superseded ?? (trash === "only" ? "include" : "exclude"),
    validity: validity ?? (isAny ? "any" : "current"),
  } as const;
}

/** Whether a choice admits a memory that is, or is not, in the state. */
export function allowsState(choice: StateChoice, isInState: boolean): boolean {
  return choice === "include" || (choice === "only") === isInState;
}

function exactly<const Argument extends string>(argument: Argument) {
  return {
    argument,
    kind: "text",
    parse: (value: string): string => value,
    combine: (one: string, other: string): string => (one === other ? one : contradict(argument, one, other)),
  } as const;
}

function tagList<const Argument extends string>(argument: Argument) {
  return {
    argument,
    kind: "list",
    maxLength: 500,
    parseTyped(value: string): string {
      const tag = normaliseTag(value);
      if (tag === "") throw new RecollectError("tag_invalid", { value }, { field: argument });
      return tag;
    },
    parse: (tags: readonly string[]): readonly string[] => normaliseTags(tags, argument),
    combine: (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])],
  } as const;
}

function moment<const Argument extends string>(argument: Argument) {
  return {
    argument,
    kind: "text",
    maxLength: 100,
    parse(value: string, now: number): number {
      const time = parseMoment(value, now);
      if (time !== null) return time;
      throw new RecollectError("time_invalid", { value: value.slice(0, 60) }, { field: argument });
    },
  } as const;
}

/** Matches a text that contains the value, case-insensitively. */
function partOf<const Argument extends string>(argument: Argument, textOf: (memory: Memory) => string | null) {
  return {
    argument,
    kind: "text",
    parse: (value: string): string => value,
    /** Keeps the longer part if it contains the shorter one. */
    combine(one: string, other: string): string {
      const [short, long] = one.length <= other.length ? [one, other] : [other, one];
      if (long.toLowerCase().includes(short.toLowerCase())) return long;
      return contradict(argument, one, other);
    },
    matches: (memory: Memory, part: string) => textOf(memory)?.toLowerCase().includes(part.toLowerCase()) ?? false,
  } as const;
}

function flag<const Argument extends string>(argument: Argument) {
  return {
    argument,
    kind: "flag",
    parse: (value: boolean): boolean => value,
    combine: (_: boolean, other: boolean) => other,
  } as const;
}

function stateChoice<const Argument extends string>(argument: Argument) {
  return {
    argument,
    kind: "choice",
    choices: STATE_CHOICES,
    parse: (value: StateChoice): StateChoice => oneOf(argument, STATE_CHOICES, value),
    combine: (_: StateChoice, other: StateChoice) => other,
  } as const;
}

/** @throws invalid_argument for a value that is none of the choices */
function oneOf<Choice extends string>(argument: string, choices: readonly Choice[], value: Choice): Choice {
  if (choices.includes(value)) return value;
  throw new RecollectError("state_invalid", { choices }, { field: argument });
}

function contradict(argument: string, one: string, other: string): never {
  throw new RecollectError(
    "filters_contradict",
    { one: one.slice(0, 80), other: other.slice(0, 80) },
    { field: argument },
  );
}

function parseNames(argument: string, values: readonly string[]): string[] {
  const names = [...new Set(values.map((text) => text.trim()))];
  if (names.length > 0 && names.length <= MAX_NAMES && !names.includes("")) return names;
  throw new RecollectError("names_invalid", { maximum: MAX_NAMES }, { field: argument });
}

function intersection(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.filter((value) => other.includes(value));
}
