import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findPatterns, PHRASES, SENTENCES } from "./patterns.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
const CODE = "{electron,renderer,scripts,bench,tests,e2e}/**/*.{ts,tsx}";

/** Text that a person or a model reads. */
const TEXTS = [
  "electron/text/en/**/*.ts",
  "electron/text/en.ts",
  "electron/mcp/**/*.ts",
  "electron/cli/**/*.ts",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/ARCHITECTURE.md",
  "docs/stdio-shim.md",
  "docs/guide/*.md",
];

const COMMENT = /(?:^|[\s{(])\/\*\*?\s[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;
const TEST_NAME = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^"'`]*?\))?\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;
const CONTINUATION = /\s*\n\s*(?:\*|\/\/)?\s*/g;

it("finds no phrase of the style guide's word list in text for people and models", () => {
  const files = globSync(TEXTS, { cwd: ROOT, exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index) => findPatterns(line, PHRASES).map((found) => `${file}:${index + 1} ${found}: ${line}`)),
  );
  expect(found).toEqual([]);
});

it("finds the style guide's patterns in no comment and no test name", () => {
  const files = globSync(CODE, { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1500);
  expect(files.flatMap((file) => findInCode(file))).toEqual([]);
});

it("addresses the reader of Chinese texts in one form, 你", () => {
  const files = globSync("electron/text/zh/**/*.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => read(file).includes("您"))).toEqual([]);
});

function findInCode(file: string): string[] {
  const source = read(file);
  const found = (text: string, index: number) =>
    findPatterns(text.replace(CONTINUATION, " "), [...SENTENCES, ...PHRASES]).map(
      (pattern) => `${file}:${source.slice(0, index + 1).split("\n").length} ${pattern}`,
    );
  return [
    ...[...source.matchAll(COMMENT)].flatMap(({ 0: text, index }) => found(text, index)),
    ...[...source.matchAll(TEST_NAME)].flatMap(({ 2: text = "", index }) => found(text, index)),
  ];
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}
