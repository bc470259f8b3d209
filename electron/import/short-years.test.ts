import { expect, it } from "vitest";
import { readShortYear } from "./short-years.ts";

const local = (...[year, month, day, hour = 0, minute = 0]: number[]) =>
  new Date(year ?? 0, (month ?? 1) - 1, day, hour, minute).getTime();

it.each([
  ["06/05/24", "see 13/05/2024", "day-first", [2024, 5, 6]],
  ["06.05.24 10:15", "from 07.05.2024", null, [2024, 5, 6, 10, 15]],
  ["06.05.98", "from 07.05.1998", null, [1998, 5, 6]],
  ["05/06/24", "05/06/24 and 05/13/24", null, [2024, 5, 6]],
  ["24/05/06", "24/05/06 and 24/05/31", null, [2024, 5, 6]],
  ["06-05-24", "made on 2024-05-06", null, [2024, 5, 6]],
] as const)("reads %s beside %j", (text, file, order, parts) => {
  expect(readShortYear(text, file, order)).toBe(local(...parts));
});

it.each([
  ["06/05/24", "06/05/24"],
  ["06/05/24", "06/05/24 and 07/05/24"],
  ["06/05/24", "version 1.2.34 at 10.0.0.12"],
  ["06/05/24", "13/05/24 and 05/13/24"],
  ["31.02.24", "13.05.2024"],
  ["6/5", "13/05/2024"],
  ["1.2.3", "13.05.2024"],
])("does not read %s beside %j", (text, file) => {
  expect(readShortYear(text, file, null)).toBeNull();
});
