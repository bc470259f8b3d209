import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../tools.ts";
import { isAllowed } from "./licences.ts";
import { createNotices } from "./notices.ts";

const shipped = (name: string, licence: string) => {
  const { version, author } = JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));
  return { folder: `node_modules/${name}`, name, version, licence, author: author?.name ?? String(author) };
};

it("reads SPDX expressions: one licence of an OR, every one of an AND", () => {
  for (const licence of ["MIT", "Apache-2.0", "(MIT OR GPL-3.0-only)", "MIT AND ISC"]) {
    expect(isAllowed(licence), licence).toBe(true);
  }
  for (const licence of [
    "GPL-3.0-only",
    "MIT AND GPL-3.0-only",
    "none",
    "SEE LICENSE IN x",
    "(MIT OR ISC) AND GPL-3.0",
  ]) {
    expect(isAllowed(licence), licence).toBe(false);
  }
});

it("refuses packages whose licence is not on the list, and names all of them", () => {
  const packages = [shipped("zod", "MIT"), shipped("react", "GPL-3.0-only"), shipped("pg", "none")];
  expect(() => createNotices(packages)).toThrow(/: react@[\d.]+ \(GPL-3\.0-only\), pg@[\d.]+ \(none\)\.$/);
});

it("contains the licence text of each package and of the model, and a standard text if a package has none", () => {
  const notices = createNotices([shipped("zod", "MIT"), shipped("onnxruntime-web", "MIT")]);
  const textOf = (name: RegExp) => notices.find((notice) => name.test(notice.name))?.text;
  expect(textOf(/^zod$/)).toContain("Colin McDonnell");
  expect(textOf(/^onnxruntime-web$/)).toContain("Permission is hereby granted");
  expect(textOf(/MiniLM/)).toContain("Apache License");
});
