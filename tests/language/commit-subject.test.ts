import { expect, it } from "vitest";
import { findSubjectProblems } from "../../commitlint.config.ts";

it("accepts a verb in the imperative", () => {
  for (const subject of ["return an empty page for a query of stop words", "embed memories in batches", "pass the id"])
    expect(findSubjectProblems(subject)).toEqual([]);
});

it("refuses other forms of a verb, and a subject without one", () => {
  for (const subject of [
    "adds a filter",
    "added a filter",
    "adding a filter",
    "the filter of tags",
    "what was missing",
  ])
    expect(findSubjectProblems(subject)[0]).toContain("is not an imperative");
});

it("refuses a pattern of the style guide", () => {
  expect(findSubjectProblems("end a hook at once")).toEqual(['"at once" (write: immediately)']);
});
