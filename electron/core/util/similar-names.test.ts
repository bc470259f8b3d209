import { expect, it } from "vitest";
import { similarNames } from "./similar-names.ts";

const PROJECTS = ["acme/web", "acme/api", "lena/fieldnotes", "user"];
const NAMESPACES = ["decisions", "patterns", "learnings", "context", "tech-debt", "apis"];

it.each([
  ["acme/wbe", PROJECTS, "acme/web"],
  ["web", PROJECTS, "acme/web"],
  ["Acme/Webb", PROJECTS, "acme/web"],
  ["lena/fieldnotez", PROJECTS, "lena/fieldnotes"],
  ["other/web", PROJECTS, "acme/web"],
  ["decison", NAMESPACES, "decisions"],
  ["dec", NAMESPACES, "decisions"],
  ["techdebt", NAMESPACES, "tech-debt"],
  ["api", NAMESPACES, "apis"],
])("names first what %j may mean", (given, known, expected) => {
  expect(similarNames(given, known, 3)[0]).toBe(expected);
});

it.each([["recipes"], [""]])("names nothing that is not like %j", (given) => {
  expect(similarNames(given, NAMESPACES, 3)).toEqual([]);
});

it("does not name the given name, and no more names than asked for", () => {
  expect(similarNames("acme/web", PROJECTS, 3)).not.toContain("acme/web");
  expect(similarNames("acme/we", ["acme/wea", "acme/web", "acme/wec"], 2)).toHaveLength(2);
});
