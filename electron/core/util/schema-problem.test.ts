import { expect, it } from "vitest";
import { z } from "zod";
import { describeProblem } from "./schema-problem.ts";

const problemOf = (schema: z.ZodType, value: unknown) => describeProblem(schema.safeParse(value).error?.issues[0]);

it.each([
  ["it must be at least 100", z.int().min(100), 20],
  ["it must be at most 1", z.number().max(1), 2],
  ["it must be more than 0", z.number().gt(0), 0],
  ["it must have at least 1 character", z.string().min(1).max(3), ""],
  ["it must have at most 2 entries", z.array(z.string()).max(2), ["a", "b", "c"]],
  ["it must be one of short, medium", z.enum(["short", "medium"]), "long"],
  ["it must be on", z.literal("on"), "off"],
  ["it must be a text", z.string(), 1],
  ["it must be a whole number", z.int(), 1.5],
  ["it must be true or false", z.boolean(), "maybe"],
  ["no such project", z.string().refine(() => false, "no such project"), "x"],
] as const)("describes a value that does not fit: %s", (expected, schema, value) => {
  expect(problemOf(schema, value)).toBe(expected);
});
