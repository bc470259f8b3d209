import { expect, it } from "vitest";
import { unitsOf } from "../../../tests/linear-time/pattern-samples.ts";
import { findInjectedInstruction } from "../injected-instructions.ts";
import { findingsIn } from "./masked-text.ts";
import { NAME_RULES } from "./name-rules.ts";
import { PREFIX_RULES } from "./prefix-rules.ts";
import { SHAPE_RULES } from "./shape-rules.ts";

/** Texts that many expressions start to match: the parts of names of secrets, with the characters after a name. */
const UNITS = [
  ...NAME_RULES.flatMap(({ names }) => names.flatMap((name) => unitsOf(name, "i").map(([, unit]) => unit))),
  ...PREFIX_RULES.flatMap(({ prefixes }) => prefixes),
  ...SHAPE_RULES.map(({ part }) => part),
  ...["://a:", "login a ", "curl ", "curl a|", "-----BEGIN PRIVATE KEY-----", "<private ", '{"a":', "\\u0061", "word "],
].filter((unit, index, all) => all.indexOf(unit) === index);
const SIZE = 8 * 1024;
/** Four times the text takes four times as long in linear time, and sixteen times as long in quadratic time. */
const MAX_GROWTH = 9;
/** The clock and the work before a search are a large part of a shorter time, in microseconds. */
const MIN_MEASURED = 4_000;

it("reads a text for secrets and instructions in a time that grows no faster than the text", () => {
  const timeOf = (text: string) => {
    const start = process.cpuUsage();
    findingsIn(text, { personalData: true });
    findInjectedInstruction(text);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const slow = UNITS.flatMap((unit) => [unit, `${unit}: `]).filter((unit) => {
    const [small, large] = [SIZE, 4 * SIZE].map((size) => unit.repeat(size / unit.length)) as [string, string];
    for (let tries = 0; tries < 4; tries += 1) {
      const time = timeOf(large);
      if (time <= MAX_GROWTH * MIN_MEASURED || time <= MAX_GROWTH * timeOf(small)) return false;
    }
    return true;
  });
  expect(slow).toEqual([]);
});
