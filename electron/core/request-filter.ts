import { REQUEST_OUTCOMES, REQUEST_TRANSPORTS, type RequestSummary } from "./request-log.ts";

/** The start of the method of a hook's request. */
export const HOOK_METHOD = "POST /hooks/";

interface FieldDefinition<Value> {
  /** `time`: milliseconds since 1970. */
  readonly kind: "text" | "number" | "time" | "flag" | "choice";
  readonly choices?: readonly string[];
  readonly maxLength?: number;
  /** Missing if a summary is not enough to decide: bodies are only in the log. */
  matches?(row: RequestSummary, value: Value): boolean;
}

/**
 * The only declaration of the request log's filter. The window's API, the predicate for new rows and the window's
 * addresses are derived from it.
 *
 * A new field touches two files: this one, and `requests/request-table.ts`, which translates the filter to SQL.
 */
export const REQUEST_FILTER_FIELDS = {
  /** The full name, case-insensitive; likewise `method` and `target`. */
  client: name((row) => row.client?.name),
  method: name((row) => row.method),
  target: name((row) => row.target),
  /** The name of another MCP server. */
  server: name((row) => row.server),
  outcome: choice(REQUEST_OUTCOMES, (row) => row.outcome),
  transport: choice(REQUEST_TRANSPORTS, (row) => row.transport),
  /** Part of the method, target, client or either body. */
  text: { kind: "text" } as FieldDefinition<string>,
  minimumDurationMs: {
    kind: "number",
    matches: (row, minimum) => row.durationMs >= minimum,
  } as FieldDefinition<number>,
  pinned: { kind: "flag", matches: (row, pinned) => row.pinned === pinned } as FieldDefinition<boolean>,
  /** True: only requests of hooks that added something to a conversation. */
  injected: { kind: "flag", matches: (row, injected) => isInjection(row) === injected } as FieldDefinition<boolean>,
  /** True: only requests that the guard refused. */
  refused: { kind: "flag", matches: (row, refused) => (row.refusal !== null) === refused } as FieldDefinition<boolean>,
  /** Arrived at or after this time. */
  since: { kind: "time", matches: (row, since) => Date.parse(row.at) >= since } as FieldDefinition<number>,
  /** Arrived before this time. */
  until: { kind: "time", matches: (row, until) => Date.parse(row.at) < until } as FieldDefinition<number>,
  /** The id of a memory that occurs in the target or in either body. */
  memory: { kind: "text", maxLength: 100 } as FieldDefinition<string>,
} as const;

type Fields = typeof REQUEST_FILTER_FIELDS;
export type RequestFilterField = keyof Fields;

/** Every field that is set must match; a missing one does not limit. */
export type RequestFilter = {
  readonly [Field in RequestFilterField]?: Fields[Field] extends FieldDefinition<infer Value> ? Value : never;
};

/** A filter, limited to these ids if they are given. */
export type RequestSelection = RequestFilter & { readonly ids?: readonly number[] };

/** All fields with their names, for code that handles every field. */
export const REQUEST_FILTER_FIELD_LIST = Object.entries(REQUEST_FILTER_FIELDS) as readonly (readonly [
  RequestFilterField,
  FieldDefinition<unknown>,
])[];

/** The filter as a predicate, equivalent to the log's SQL; null if a row's summary is not enough to decide. */
export function requestMatcher(filter: RequestFilter): ((row: RequestSummary) => boolean) | null {
  const given = REQUEST_FILTER_FIELD_LIST.filter(([field]) => filter[field] !== undefined);
  if (given.some(([, { matches }]) => matches === undefined)) return null;
  return (row) => given.every(([field, { matches }]) => matches?.(row, filter[field]));
}

/** Whether a hook added a text to a conversation. */
export function isInjection({ method, tokensOut }: Pick<RequestSummary, "method" | "tokensOut">): boolean {
  return (method?.startsWith(HOOK_METHOD) ?? false) && tokensOut > 0;
}

function name(nameOf: (row: RequestSummary) => string | null | undefined): FieldDefinition<string> {
  return { kind: "text", matches: (row, value) => nameOf(row)?.toLowerCase() === value.toLowerCase() };
}

function choice<Choice extends string>(
  choices: readonly Choice[],
  property: (row: RequestSummary) => Choice,
): FieldDefinition<Choice> {
  return { kind: "choice", choices, matches: (row, value) => property(row) === value };
}
