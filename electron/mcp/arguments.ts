import type { z } from "zod";
import { invalidArgument, type RecollectError } from "../core/errors.ts";

interface PropertySchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
}

/** What arguments are read against: the schema that decides and the JSON Schema that was published of it. */
export interface ArgumentSchema<Output> {
  readonly schema: z.ZodType<Output>;
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

/**
 * Reads a tool's arguments. What does not fit the published schema is first forgiven where the meaning is beyond doubt:
 * null for an argument left out, `"5"` for 5, `"true"` for true, `5` for "5", and a list written as one string with
 * commas or as JSON. Everything else is refused.
 *
 * @throws invalid_argument naming the field, what was wrong and what would be right
 */
export function readArguments<Output>(
  tool: string,
  { schema, properties }: ArgumentSchema<Output>,
  raw: unknown,
): Output {
  const given = raw ?? {};
  const exact = schema.safeParse(given);
  if (exact.success) return exact.data;
  if (typeof given !== "object" || Array.isArray(given)) {
    throw invalidArgument("arguments", `The arguments of ${tool} must be an object.`, `Send ${example(properties)}.`);
  }
  const forgiven = schema.safeParse(forgive(given as Record<string, unknown>, properties));
  if (forgiven.success) return forgiven.data;
  throw explain(tool, forgiven.error, given as Record<string, unknown>, properties);
}

function forgive(
  given: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, PropertySchema>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const type = properties[name]?.type;
    if (value === null && type !== undefined) continue;
    result[name] = forgiveValue(value, type);
  }
  return result;
}

function forgiveValue(value: unknown, type: PropertySchema["type"]): unknown {
  if (type === "array" && !Array.isArray(value)) {
    return typeof value === "string" ? readList(value) : value;
  }
  if (typeof value === "string") {
    const text = value.trim();
    if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
    if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  }
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  return value;
}

function readList(text: string): unknown {
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

function explain(
  tool: string,
  error: z.ZodError,
  given: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, PropertySchema>>,
): RecollectError {
  const unknown = error.issues.find((issue) => issue.code === "unrecognized_keys");
  if (unknown !== undefined) {
    const name = unknown.keys[0] ?? "";
    const nearest = nearestName(name, Object.keys(properties));
    return invalidArgument(
      name,
      `${tool} has no argument "${name}".`,
      `${nearest === null ? "" : `Did you mean "${nearest}"? `}It takes ${listNames(properties)}.`,
    );
  }
  const [issue] = error.issues;
  const field = issue?.path.join(".") ?? "arguments";
  const top = String(issue?.path[0] ?? "");
  const description = properties[top]?.description;
  const right = description === undefined ? `It takes ${listNames(properties)}.` : `"${top}": ${description}`;
  if (given[top] === undefined) return invalidArgument(field, `${tool} needs the argument "${field}".`, right);
  return invalidArgument(
    field,
    `"${field}" of ${tool} cannot be taken: ${issue?.message ?? "it does not fit"}.`,
    right,
  );
}

function listNames(properties: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(properties);
  return names.length === 0 ? "no arguments" : names.join(", ");
}

function example(properties: Readonly<Record<string, unknown>>): string {
  const [first] = Object.keys(properties);
  return first === undefined ? "{}" : `{"${first}": …}`;
}

/** The name most like `name`, where it is like any: at most a third of its letters away, and no more than three. */
export function nearestName(name: string, names: readonly string[]): string | null {
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

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
