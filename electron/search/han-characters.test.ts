import { expect, it } from "vitest";
import { characterShares, contentCharactersOf } from "./han-characters.ts";

it("reads the Chinese characters with content", () => {
  expect([...contentCharactersOf("怎么降低模型的花费 in CI")].join("")).toBe("降低模型花费");
  expect(contentCharactersOf("what does it cost").size).toBe(0);
});

it("counts the characters that a memory contains, rare ones more", () => {
  const [cost, model, none] = characterShares(contentCharactersOf("模型花费"), ["模型每次费用", "模型超时", "页面"]);
  expect(cost).toBeGreaterThan(model ?? 0);
  expect(model).toBeGreaterThan(0);
  expect(none).toBe(0);
});

it("counts less in a long memory, which contains more characters by chance", () => {
  const [short, long] = characterShares(contentCharactersOf("花费"), ["花费", `花费${"页面字体".repeat(50)}`]);
  expect(short).toBe(1);
  expect(long).toBeLessThan(0.8);
});

it("is 0 for every memory if the query has no such characters", () => {
  expect(characterShares(new Set(), ["花费"])).toEqual([0]);
});
