import type { z } from "zod";
import { isRecord } from "../core/util/is-record.ts";
import { describeProblem } from "../core/util/schema-problem.ts";
import { editDistance } from "../core/util/similar-names.ts";
import { RecollectError } from "../text/errors.ts";

/** More than any tool has; a call with more is refused before its schema runs. */
const MAX_ARGUMENTS = 64;
/** Longest text, in UTF-16 units, that is converted to a list: 200 names or all tags fit. */
const MAX_LIST_LENGTH = 16 * 1024;

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

/** A tool's input: the schema that validates, and the properties of the JSON Schema published from it. */
interface ArgumentSchema<Output> {
  readonly schema: z.ZodType<Output>;
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

/**
 * Reads the arguments of a tool call. Arguments that do not fit the schema are converted if their meaning is clear:
 * null to absent, `"5"` to 5, `"true"` to true, 5 to `"5"`, and a string with commas or JSON to a list. Clients and
 * models often send these forms.
 * @throws invalid_argument with the field, the problem and the expected form
 */
export function readArguments<Output>(tool: string, input: ArgumentSchema<Output>, raw: unknown): Output {
  const { schema } = input;
  const given = raw ?? {};
  if (isRecord(given) && Object.keys(given).length > MAX_ARGUMENTS) {
    throw new RecollectError("arguments_too_many", { tool, maximum: MAX_ARGUMENTS }, { field: "arguments" });
  }
  const exact = schema.safeParse(given);
  if (exact.success) return exact.data;
  // Only now: a tool makes them from the schema when they are first read.
  const { properties } = input;
  if (!isRecord(given)) {
    throw new RecollectError("arguments_not_object", { tool, example: exampleOf(properties) }, { field: "arguments" });
  }
  // No conversion makes an unknown argument valid.
  if (exact.error.issues.some(({ code }) => code === "unrecognized_keys")) {
    throw describeFailure(tool, exact.error, given, properties);
  }
  const converted = schema.safeParse(convertAll(given, properties));
  if (converted.success) return converted.data;
  throw describeFailure(tool, converted.error, given, properties);
}

function convertAll(
  given: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, PropertySchema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const type = properties[name]?.type;
      return value === null && type !== undefined ? [] : [[name, convert(value, type)]];
    }),
  );
}

function convert(value: unknown, type: PropertySchema["type"]): unknown {
  if (type === "array" && typeof value === "string") return readList(value);
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (typeof value === "string") {
    const text = value.trim();
    if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
    if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  }
  return value;
}

function readList(text: string): unknown {
  if (text.length > MAX_LIST_LENGTH) return text;
  if (text.trimStart().startsWith("[")) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function describeFailure(
  tool: string,
  error: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, PropertySchema>>,
): RecollectError {
  const known = Object.keys(properties);
  const unknown = error.issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown !== undefined) {
    const name = unknown.keys[0] ?? "";
    return new RecollectError("argument_unknown", { tool, nearest: nearestName(name, known), known }, { field: name });
  }
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "arguments";
  const top = String(issue?.path[0] ?? "");
  const description = properties[top]?.description;
  const expected = description === undefined ? `It takes ${known.join(", ")}.` : `"${top}": ${description}`;
  if (given[top] === undefined) return new RecollectError("argument_missing", { tool, expected }, { field });
  return new RecollectError("argument_invalid", { tool, problem: describeProblem(issue), expected }, { field });
}

function exampleOf(properties: Readonly<Record<string, unknown>>): string {
  const [first] = Object.keys(properties);
  return first === undefined ? "{}" : `{"${first}": …}`;
}

/** Returns the name most similar to `name`: at most half of its letters differ, and no more than three. */
function nearestName(name: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(name.length / 2))) + 1;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
