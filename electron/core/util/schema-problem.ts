import type { z } from "zod";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const PARTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
};

/** Describes why a schema refused a value, as the end of a sentence: "it must be at least 100". */
export function describeProblem(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "too_small")
    return limitText(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
  if (issue?.code === "too_big")
    return limitText(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
  if (issue?.code === "invalid_value")
    return `it must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
  const type = issue?.code === "invalid_type" ? TYPE_NAMES[issue.expected] : undefined;
  if (type !== undefined) return `it must be ${type}`;
  return issue?.message ?? "the value is invalid";
}

function limitText(bound: string, value: number | bigint, origin: string): string {
  const parts = PARTS[origin];
  if (parts === undefined) return `it must be ${bound} ${value}`;
  return `it must have ${bound} ${value} ${Number(value) === 1 ? parts[0] : parts[1]}`;
}
