import { expect, it } from "vitest";
import { count, counted, list, percent, plural } from "./en/format.ts";
import { createFormat } from "./format.ts";
import { memoryCount } from "./zh/format.ts";

it("writes numbers, shares and lists as English does", () => {
  expect([count(1204), percent(0.125), list(["a", "b", "c"])]).toEqual(["1,204", "12.5%", "a, b, and c"]);
});

it("puts the plural after every number but 1 in English, and no plural in Chinese", () => {
  expect([0, 1, 1204].map((value) => counted(value, "token"))).toEqual(["0 tokens", "1 token", "1,204 tokens"]);
  expect([plural(1, "was", "were"), plural(2, "was", "were")]).toEqual(["was", "were"]);
  expect(memoryCount(1204)).toBe("1,204 条记忆");
});

it("has every plural category of a language, and uses `other` for a missing form", () => {
  const forms = { one: "plik", few: "pliki", many: "plików", other: "pliku" };
  const { plural: polish } = createFormat("pl");
  expect([1, 3, 5, 1.5].map((value) => polish(value, forms))).toEqual(["plik", "pliki", "plików", "pliku"]);
  expect(polish(3, { other: "pliku" })).toBe("pliku");
});
