import { expect, it } from "vitest";
import { namedPeriods } from "./named-periods.ts";

/** A Wednesday. */
const NOW = new Date(2024, 2, 13, 12).getTime();
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime();
const DAY_IN_MAY = { from: at(2023, 5, 7), to: at(2023, 5, 8) };
const MAY = { from: at(2023, 5, 1), to: at(2023, 6, 1) };
const LAST_WEEK = { from: at(2024, 3, 4), to: at(2024, 3, 11) };
const FEBRUARY = { from: at(2024, 2, 1), to: at(2024, 3, 1) };
const YESTERDAY = { from: at(2024, 3, 12), to: at(2024, 3, 13) };

it.each([
  ["What did we say on 7 May 2023?", DAY_IN_MAY],
  ["the 7th of May, 2023", DAY_IN_MAY],
  ["on May 7, 2023", DAY_IN_MAY],
  ["on May 7th", DAY_IN_MAY],
  ["2023-05-07", DAY_IN_MAY],
  ["2023年5月7日我们决定了什么", DAY_IN_MAY],
  ["5月7号", DAY_IN_MAY],
  ["Which queue did we choose in May 2023", MAY],
  ["in May", MAY],
  ["in 2023-05", MAY],
  ["2023年5月", MAY],
  ["what did we decide last week", LAST_WEEK],
  ["a week ago", LAST_WEEK],
  ["上周说了什么", LAST_WEEK],
  ["last month", FEBRUARY],
  ["1个月前", FEBRUARY],
  ["上个月", FEBRUARY],
  ["yesterday", YESTERDAY],
  ["昨天", YESTERDAY],
  ["in 2023", { from: at(2023, 1, 1), to: at(2024, 1, 1) }],
  ["去年", { from: at(2023, 1, 1), to: at(2024, 1, 1) }],
  ["in December", { from: at(2023, 12, 1), to: at(2024, 1, 1) }],
  ["march 3rd", { from: at(2024, 3, 3), to: at(2024, 3, 4) }],
])("reads the period of %j", (text, period) => {
  expect(namedPeriods(text, NOW).periods).toEqual([period]);
});

it("reads several periods in their order, and each only once", () => {
  expect(namedPeriods("Did Ann ask yesterday, on 7 May 2023 or in May 2023?", NOW)).toEqual({
    periods: [YESTERDAY, DAY_IN_MAY, MAY],
    rest: "Did Ann ask , on or in ?",
  });
});

it("reads no period in text without one", () => {
  for (const text of ["you may say so", "the 30 February", "version 2023.1", "march on", "port 2024", "第12月前", ""]) {
    expect(namedPeriods(text, NOW), text).toEqual({ periods: [], rest: text });
  }
});
