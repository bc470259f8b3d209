import { describe, expect, it } from "vitest";
import { orderOfDates, orderOfLocale, readDate, readShortYear } from "./foreign-date.ts";

const local = (...[year = 0, month = 1, day, hour = 0, minute = 0, second = 0]: readonly number[]): number =>
  new Date(year, month - 1, day, hour, minute, second).getTime();

describe("readDate", () => {
  it.each([
    "2024-05-06",
    "2024/05/06",
    "2024.5.6",
    "2024. 5. 6.",
    "20240506",
    "2024年5月6日",
    "2024년 5월 6일",
    "06.05.2024",
    "6.5.2024",
    "6. 5. 2024",
    "6 May 2024",
    "May 6, 2024",
    "6th of May 2024",
    "Mon, 6 May 2024",
    "Mon May 6 2024",
    "6. Mai 2024",
    "6 mai 2024",
    "6 de mayo de 2024",
    "6 maggio 2024",
    "6 мая 2024",
    "6 мая 2024 г.",
    "06-May-2024",
    "6-Mai-2024",
    "May 6, 2024 at 12am",
    "6 May 2024, 12 a.m.",
    "2024-05-06 # about",
    "2024-05-06 00:00",
    "06.05.2024, 0:00",
  ])("reads %j as 6 May in the machine's time zone", (text) => {
    expect(readDate(text, null)).toBe(local(2024, 5, 6));
  });

  it.each([
    ["2024-05-06T10:11:12Z", Date.UTC(2024, 4, 6, 10, 11, 12)],
    ["2024-05-06 10:11:12 +0200", Date.UTC(2024, 4, 6, 8, 11, 12)],
    ["Mon, 06 May 2024 10:11:12 GMT", Date.UTC(2024, 4, 6, 10, 11, 12)],
    ["Mon May 06 2024 10:11:12 GMT+0200 (Central European Summer Time)", Date.UTC(2024, 4, 6, 8, 11, 12)],
    ["06.05.2024 10:11", local(2024, 5, 6, 10, 11)],
    ["May 6, 2024 3:04 PM", local(2024, 5, 6, 15, 4)],
    ["May 6, 2024 12:04 am", local(2024, 5, 6, 0, 4)],
    ["20240506T101112", local(2024, 5, 6, 10, 11, 12)],
    ["202405061011", local(2024, 5, 6, 10, 11)],
    ["1714989600", 1_714_989_600_000],
    ["1714989600123", 1_714_989_600_123],
  ])("reads the time in %j", (text, moment) => {
    expect(readDate(text, null)).toBe(moment);
  });

  it.each(["06/05/2024", "6/5/2024", "06-05-2024", "06/05/2024 10:00"])("does not guess the day in %j", (text) => {
    expect(readDate(text, null)).toBe("ambiguous");
  });

  it("reads a date by the order of day and month, and without it if only one is possible", () => {
    expect(readDate("06/05/2024", "day-first")).toBe(local(2024, 5, 6));
    expect(readDate("06/05/2024", "month-first")).toBe(local(2024, 6, 5));
    expect(readDate("13/05/2024", null)).toBe(local(2024, 5, 13));
    expect(readDate("05/13/2024", null)).toBe(local(2024, 5, 13));
    expect(readDate("13/05/2024", "month-first")).toBe(local(2024, 5, 13));
    expect(readDate("05/05/2024", null)).toBe(local(2024, 5, 5));
    expect(readDate("06.05.2024", "month-first")).toBe(local(2024, 5, 6));
  });

  it.each([
    "",
    "soon",
    "2024",
    "2024-05",
    "31.02.2024",
    "13/13/2024",
    "06/05/24",
    "6 Foo 2024",
    "note 5",
    "2024-05-06 25:00",
  ])("reads no date in %j", (text) => {
    expect(readDate(text, "day-first")).toBeNull();
  });
});

it("finds the order of dates in a text, unless they contradict each other", () => {
  expect(orderOfDates("From 13/05/2024 to 06/06/2024")).toBe("day-first");
  expect(orderOfDates("05/13/2024, 06/06/2024")).toBe("month-first");
  expect(orderOfDates("13/05/2024 and 05/13/2024")).toBeNull();
  expect(orderOfDates("06/05/2024")).toBeNull();
  expect(orderOfDates("version 13/05/2024/1 and 2024/13/05/2024")).toBeNull();
});

it("knows the order of dates of a locale", () => {
  expect(["de", "en-GB", "fr", "pt_BR", "es-MX"].map(orderOfLocale)).toEqual(Array(5).fill("day-first"));
  expect(orderOfLocale("en-US")).toBe("month-first");
  expect(["en", "", "zh", "ja", "not a locale!"].map(orderOfLocale)).toEqual(Array(5).fill(null));
});

it.each([
  ["06/05/24", "see 13/05/2024", "day-first", [2024, 5, 6]],
  ["06.05.24 10:15", "from 07.05.2024", null, [2024, 5, 6, 10, 15]],
  ["06.05.98", "from 07.05.1998", null, [1998, 5, 6]],
  ["05/06/24", "05/06/24 and 05/13/24", null, [2024, 5, 6]],
  ["24/05/06", "24/05/06 and 24/05/31", null, [2024, 5, 6]],
  ["06-05-24", "made on 2024-05-06", null, [2024, 5, 6]],
] as const)("reads %s in a file with %j", (text, file, order, parts) => {
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
])("does not read %s in a file with %j", (text, file) => {
  expect(readShortYear(text, file, null)).toBeNull();
});
