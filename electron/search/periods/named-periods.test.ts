import { describe, expect, it } from "vitest";
import { namedPeriods } from "./named-periods.ts";

/** A Wednesday. */
const NOW = new Date(2024, 2, 13, 12).getTime();

/** A day as `2023-05-07`, or a time of it, in the machine's zone. */
function at(time: string): number {
  const [year = 0, month = 1, day = 1, hour = 0] = time.split(/[- ]/).map(Number);
  return new Date(year, month - 1, day, hour).getTime();
}
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const year = (number: number) => span(`${number}-1-1`, `${number + 1}-1-1`);

const DAY_IN_MAY = span("2023-5-7", "2023-5-8");
const MAY = span("2023-5-1", "2023-6-1");
const OCTOBER = span("2023-10-1", "2023-11-1");
const LAST_WEEK = span("2024-3-4", "2024-3-11");
const WEEK_BEFORE_LAST = span("2024-2-26", "2024-3-4");
const FEBRUARY = span("2024-2-1", "2024-3-1");
const MARCH = span("2024-3-1", "2024-4-1");
const TODAY = span("2024-3-13", "2024-3-14");
const YESTERDAY = span("2024-3-12", "2024-3-13");
const DAY_BEFORE = span("2024-3-11", "2024-3-12");
const THREE_DAYS_AGO = span("2024-3-10", "2024-3-11");
const THREE_DAYS = span("2024-3-10", "2024-3-14");
const TWO_WEEKS = span("2024-2-28", "2024-3-14");
const SINCE_MONDAY = span("2024-3-11", "2024-3-14");
const MONDAY = span("2024-3-11", "2024-3-12");
const FRIDAY = span("2024-3-8", "2024-3-9");
const WEEKEND = span("2024-3-9", "2024-3-11");
const THIRD_QUARTER = span("2023-7-1", "2023-10-1");
const LAST_QUARTER = span("2023-10-1", "2024-1-1");
const SUMMER = span("2023-6-1", "2023-9-1");

describe("namedPeriods", () => {
  it.each([
    ["What did we say on 7 May 2023?", DAY_IN_MAY],
    ["the week of May 7, 2023", span("2023-5-1", "2023-5-8")],
    ["week beginning 6 March", span("2024-3-4", "2024-3-11")],
    ["the week before 9 June 2023", span("2023-5-29", "2023-6-5")],
    ["the week after June 9, 2023", span("2023-6-12", "2023-6-19")],
    ["the weekend before 13 September", span("2023-9-9", "2023-9-11")],
    ["the weekend after 3 June 2022", span("2022-6-4", "2022-6-6")],
    ["the Friday before 15 July 2023", span("2023-7-14", "2023-7-15")],
    ["the Friday after 14 July 2023", span("2023-7-21", "2023-7-22")],
    ["die Woche vor dem 9. September 2023", span("2023-8-28", "2023-9-4")],
    ["am Freitag nach dem 14. Juli 2023", span("2023-7-21", "2023-7-22")],
    ["das Wochenende vor dem 13. Juni 2023", span("2023-6-10", "2023-6-12")],
    ["7May 2023", DAY_IN_MAY],
    ["the summer of 2023", SUMMER],
    ["summer 2023", SUMMER],
    ["between 7 and 9 May 2023", span("2023-5-7", "2023-5-10")],
    ["between the 7th and the 9th of May 2023", span("2023-5-7", "2023-5-10")],
    ["from May 7 to 9, 2023", span("2023-5-7", "2023-5-10")],
    ["3d ago", THREE_DAYS_AGO],
    ["last 3d", THREE_DAYS],
    ["in the past 2w", TWO_WEEKS],
    ["去年五月中旬", span("2023-5-11", "2023-5-22")],
    ["the 7th of May, 2023", DAY_IN_MAY],
    ["on May 7, 2023", DAY_IN_MAY],
    ["on May 7th", DAY_IN_MAY],
    ["2023-05-07", DAY_IN_MAY],
    ["2023/05/07", DAY_IN_MAY],
    ["07.05.2023", DAY_IN_MAY],
    ["25/12/2023", span("2023-12-25", "2023-12-26")],
    ["Which queue did we choose in May 2023", MAY],
    ["in May", MAY],
    ["in 2023-05", MAY],
    ["last May", MAY],
    ["in October", OCTOBER],
    ["October incident", OCTOBER],
    ["October last year", OCTOBER],
    ["last year's October", OCTOBER],
    ["early October", span("2023-10-1", "2023-10-11")],
    ["mid-October", span("2023-10-11", "2023-10-22")],
    ["at the end of October 2023", span("2023-10-22", "2023-11-1")],
    ["the first week of October", span("2023-10-1", "2023-10-8")],
    ["what did we decide last week", LAST_WEEK],
    ["a week ago", LAST_WEEK],
    ["the week before last", WEEK_BEFORE_LAST],
    ["two weeks ago", WEEK_BEFORE_LAST],
    ["calendar week 10", LAST_WEEK],
    ["2024-W10", LAST_WEEK],
    ["last month", FEBRUARY],
    ["one month ago", FEBRUARY],
    ["this month", MARCH],
    ["yesterday", YESTERDAY],
    ["yesterday afternoon", YESTERDAY],
    ["last night", YESTERDAY],
    ["day before yesterday", DAY_BEFORE],
    ["what we said the day before yesterday", DAY_BEFORE],
    ["two days ago", DAY_BEFORE],
    ["3 days ago", THREE_DAYS_AGO],
    ["3 days back", THREE_DAYS_AGO],
    ["a couple of days ago", span("2024-3-9", "2024-3-12")],
    ["this morning", TODAY],
    ["tonight", TODAY],
    ["earlier today", TODAY],
    ["importer queue last 3 days", THREE_DAYS],
    ["in the past three days", THREE_DAYS],
    ["within 3 days", THREE_DAYS],
    ["past two weeks", TWO_WEEKS],
    ["over the last fortnight", TWO_WEEKS],
    ["recently", TWO_WEEKS],
    ["in the last week", span("2024-3-6", "2024-3-14")],
    ["the past month", span("2024-2-13", "2024-3-14")],
    ["last 24 hours", span("2024-3-12 12", "2024-3-14")],
    ["two hours ago", span("2024-3-13 9", "2024-3-13 11")],
    ["since Monday", SINCE_MONDAY],
    ["since yesterday", span("2024-3-12", "2024-3-14")],
    ["since October", span("2023-10-1", "2024-3-14")],
    ["since the beginning of the year", span("2024-1-1", "2024-3-14")],
    ["after 3 February", span("2024-2-4", "2024-3-14")],
    ["before May 2023", { from: 0, to: at("2023-5-1") }],
    ["last Monday", MONDAY],
    ["on Monday", MONDAY],
    ["Monday morning", MONDAY],
    ["what did we say Monday?", MONDAY],
    ["last Wednesday", span("2024-3-6", "2024-3-7")],
    ["Friday last week", FRIDAY],
    ["last week's Friday", FRIDAY],
    ["last weekend", WEEKEND],
    ["over the weekend", WEEKEND],
    ["Q3", THIRD_QUARTER],
    ["Q3 2023", THIRD_QUARTER],
    ["2023-Q3", THIRD_QUARTER],
    ["the third quarter of 2023", THIRD_QUARTER],
    ["last quarter", LAST_QUARTER],
    ["the first half of 2023", span("2023-1-1", "2023-7-1")],
    ["last summer", SUMMER],
    ["in the summer of 2023", SUMMER],
    ["between May and July 2023", span("2023-5-1", "2023-8-1")],
    ["from May to July", span("2023-5-1", "2023-8-1")],
    ["3-7 October", span("2023-10-3", "2023-10-8")],
    ["from Monday to Tuesday", span("2024-3-11", "2024-3-13")],
    ["on the 3rd", span("2024-3-3", "2024-3-4")],
    ["in 2023", year(2023)],
    ["the year before last", year(2022)],
    ["two years ago", year(2022)],
    ["late 2023", span("2023-9-1", "2024-1-1")],
    ["in December", span("2023-12-1", "2024-1-1")],
    ["march 3rd", span("2024-3-3", "2024-3-4")],
  ])("reads the period of %j", (text, period) => {
    expect(namedPeriods(text, NOW).periods).toEqual([period]);
  });

  it.each([
    ["2023年5月7日我们决定了什么", DAY_IN_MAY],
    ["5月7号", DAY_IN_MAY],
    ["五月七日", DAY_IN_MAY],
    ["2023年5月", MAY],
    ["去年五月", MAY],
    ["十月", OCTOBER],
    ["去年10月份", OCTOBER],
    ["十月初", span("2023-10-1", "2023-10-11")],
    ["上周说了什么", LAST_WEEK],
    ["上个星期", LAST_WEEK],
    ["一周前", LAST_WEEK],
    ["上上周", WEEK_BEFORE_LAST],
    ["上周五", FRIDAY],
    ["上个星期五下午", FRIDAY],
    ["周一", MONDAY],
    ["本周一", MONDAY],
    ["从周一开始", SINCE_MONDAY],
    ["周一以来", SINCE_MONDAY],
    ["上周末", WEEKEND],
    ["周末", WEEKEND],
    ["1个月前", FEBRUARY],
    ["上个月", FEBRUARY],
    ["上个月15号", span("2024-2-15", "2024-2-16")],
    ["本月", MARCH],
    ["昨天", YESTERDAY],
    ["昨晚", YESTERDAY],
    ["昨天下午", YESTERDAY],
    ["前天", DAY_BEFORE],
    ["大前天", THREE_DAYS_AGO],
    ["三天前", THREE_DAYS_AGO],
    ["今天早上", TODAY],
    ["最近三天", THREE_DAYS],
    ["近3天", THREE_DAYS],
    ["过去三天里", THREE_DAYS],
    ["三天内", THREE_DAYS],
    ["过去两周", TWO_WEEKS],
    ["最近", TWO_WEEKS],
    ["过去24小时", span("2024-3-12 12", "2024-3-14")],
    ["半年前", span("2023-9-1", "2023-10-1")],
    ["第三季度", THIRD_QUARTER],
    ["2023年第三季度", THIRD_QUARTER],
    ["上季度", LAST_QUARTER],
    ["2023年上半年", span("2023-1-1", "2023-7-1")],
    ["去年夏天", SUMMER],
    ["五月到七月", span("2023-5-1", "2023-8-1")],
    ["去年", year(2023)],
    ["前年", year(2022)],
    ["今年以来", span("2024-1-1", "2024-3-14")],
    ["2023年5月之前", { from: 0, to: at("2023-5-1") }],
  ])("reads the period of %s", (text, period) => {
    expect(namedPeriods(text, NOW).periods).toEqual([period]);
  });

  it.each([
    ["am 7. Mai 2023", DAY_IN_MAY],
    ["7. Mai", DAY_IN_MAY],
    ["Was haben wir am 07.05.2023 beschlossen?", DAY_IN_MAY],
    ["im Mai 2023", MAY],
    ["im Mai", MAY],
    ["Ende Oktober", span("2023-10-22", "2023-11-1")],
    ["von Mai bis Juli", span("2023-5-1", "2023-8-1")],
    ["zwischen April und August 2023", span("2023-4-1", "2023-9-1")],
    ["vor Mai 2023", { from: 0, to: at("2023-5-1") }],
    ["nach Mai 2023", span("2023-6-1", "2024-3-14")],
    ["bis gestern", { from: 0, to: at("2024-3-13") }],
    ["seit 2023", span("2023-1-1", "2024-3-14")],
    ["drittes Quartal 2023", THIRD_QUARTER],
    ["im dritten Quartal", THIRD_QUARTER],
    ["erste Hälfte 2023", span("2023-1-1", "2023-7-1")],
    ["letzten Sommer", SUMMER],
    ["letztes Jahr", year(2023)],
    ["Anfang letzten Jahres", span("2023-1-1", "2023-5-3")],
    ["letzte Woche", LAST_WEEK],
    ["in der letzten Woche", LAST_WEEK],
    ["vor einer Woche", LAST_WEEK],
    ["KW 10", LAST_WEEK],
    ["vorletzte Woche", WEEK_BEFORE_LAST],
    ["im letzten Monat", FEBRUARY],
    ["diesen Monat", MARCH],
    ["Was war gestern Abend?", YESTERDAY],
    ["letzte Nacht", YESTERDAY],
    ["vorgestern", DAY_BEFORE],
    ["vor drei Tagen", THREE_DAYS_AGO],
    ["vor ein paar Tagen", span("2024-3-7", "2024-3-12")],
    ["heute Morgen", TODAY],
    ["in den letzten drei Tagen", THREE_DAYS],
    ["seit 3 Tagen", THREE_DAYS],
    ["in den letzten zwei Wochen", TWO_WEEKS],
    ["neulich", TWO_WEEKS],
    ["vor kurzem", TWO_WEEKS],
    ["seit Montag", SINCE_MONDAY],
    ["letzten Montag", MONDAY],
    ["am Montagabend", MONDAY],
    ["Freitag letzter Woche", FRIDAY],
    ["letztes Wochenende", WEEKEND],
    ["am Wochenende", WEEKEND],
  ])("reads the period of %j", (text, period) => {
    expect(namedPeriods(text, NOW).periods).toEqual([period]);
  });

  const years = (first: number, last: number) => span(`${first}-1-1`, `${last + 1}-1-1`);
  const NINETIES = years(1990, 1999);
  const EIGHTIES = years(1980, 1989);
  it.each([
    ["in the 90s", NINETIES],
    ["in the nineties", NINETIES],
    ["the '90s", NINETIES],
    ["'90s protocols", NINETIES],
    ["1990s", NINETIES],
    ["the 1990's", NINETIES],
    ["the early eighties", span("1980-1-1", "1983-5-3")],
    ["mid-90s", span("1993-5-2", "1996-9-1")],
    ["late 1990s", span("1996-9-1", "2000-1-1")],
    ["the 2000s", years(2000, 2009)],
    ["the noughties", years(2000, 2009)],
    ["the 20s", years(2020, 2029)],
    ["the 1800s", years(1800, 1899)],
    ["19th century", years(1800, 1899)],
    ["a nineteenth-century method", years(1800, 1899)],
    ["the twenty-first century", years(2000, 2099)],
    ["last century", years(1900, 1999)],
    ["this decade", years(2020, 2029)],
    ["in the past decade", span("2014-3-13", "2024-3-14")],
    ["in den 90ern", NINETIES],
    ["in den 90er Jahren", NINETIES],
    ["in den neunziger Jahren", NINETIES],
    ["in den Neunzigern", NINETIES],
    ["Ende der 90er", span("1996-9-1", "2000-1-1")],
    ["Anfang der achtziger Jahre", span("1980-1-1", "1983-5-3")],
    ["die 1980er", EIGHTIES],
    ["im 19. Jahrhundert", years(1800, 1899)],
    ["im neunzehnten Jahrhundert", years(1800, 1899)],
    ["im letzten Jahrhundert", years(1900, 1999)],
    ["90年代", NINETIES],
    ["九十年代", NINETIES],
    ["1990年代", NINETIES],
    ["上世纪90年代", NINETIES],
    ["二十世纪九十年代", NINETIES],
    ["20世纪80年代初", span("1980-1-1", "1983-5-3")],
    ["00年代", years(2000, 2009)],
    ["19世纪", years(1800, 1899)],
    ["十九世纪末", span("1866-9-1", "1900-1-1")],
    ["二十一世纪", years(2000, 2099)],
    ["本世纪", years(2000, 2099)],
    ["les années 90", NINETIES],
    ["los años 80", EIGHTIES],
    ["negli anni '90", NINETIES],
    ["nos anos 90", NINETIES],
    ["in de jaren 80", EIGHTIES],
    ["90-е годы", NINETIES],
    ["90년대", NINETIES],
    ["19世紀", years(1800, 1899)],
    ["19세기", years(1800, 1899)],
    ["au XIXe siècle", years(1800, 1899)],
    ["siglo XX", years(1900, 1999)],
    ["nel XIX secolo", years(1800, 1899)],
  ])("reads the decade or century of %j", (text, period) => {
    expect(namedPeriods(text, NOW).periods).toEqual([period]);
  });

  it("reads a date that can be two days as both", () => {
    expect(namedPeriods("5/7/2023", NOW).periods).toEqual([DAY_IN_MAY, span("2023-7-5", "2023-7-6")]);
  });

  it("reads several periods in their order, and each only once", () => {
    expect(namedPeriods("Did Ann ask yesterday, on 7 May 2023 or in May 2023?", NOW)).toEqual({
      periods: [YESTERDAY, DAY_IN_MAY, MAY],
      rest: "Did Ann ask , on or in ?",
    });
  });

  it.each([
    ["importer queue last 3 days", "importer queue"],
    ["importer queue since Monday", "importer queue"],
    ["importer queue from May to July", "importer queue"],
    ["最近三天导入队列", "导入队列"],
    ["周一以来的导入队列", "的导入队列"],
    ["Warteschlange letzte Woche", "Warteschlange"],
    ["Warteschlange seit Montag", "Warteschlange"],
    ["protocols of the early nineties", "protocols of"],
    ["上世纪九十年代的协议", "的协议"],
  ])("removes the words of time from %j", (text, rest) => {
    expect(namedPeriods(text, NOW).rest).toBe(rest);
  });

  it.each([
    ["WHAT DID WE SAY IN MAY 2023", "WHAT DID WE SAY IN"],
    ["Was war im MAI 2023 in Köln", "Was war in Köln"],
    // The lower case of İ has two characters.
    ["Who met in İZMİR in MAY 2023", "Who met in İZMİR in"],
  ])("finds a time in capital letters in %j, and keeps the letters of the rest", (text, rest) => {
    expect(namedPeriods(text, NOW)).toEqual({ periods: [MAY], rest });
  });

  it.each(["Mayı 2023", "été2023mayé", "五may"])("finds no month next to a letter of another script in %j", (text) => {
    const months = namedPeriods(text, NOW).periods.filter(({ from, to }) => from === MAY.from && to === MAY.to);
    expect(months).toEqual([]);
  });

  it("reads no period in text without one", () => {
    for (const text of [
      "you may say so",
      "the 30 February",
      "version 2023.1",
      "march on",
      "port 2024",
      "第12月前",
      "in spring boot",
      "the most recent release",
      "两周日志保留",
      "每周一",
      "目前日志",
      "sun and mon",
      "timeout of 90s",
      "the 30s timeout",
      "tens of thousands of rows",
      "the 90th percentile",
      "die letzte Version",
      "vor der Migration",
      "nach dem Build",
      "Mai",
      "erste Hälfte der Liste",
      "20er Pack",
      "中世纪",
      "年代久远",
      "",
    ]) {
      expect(namedPeriods(text, NOW), text).toEqual({ periods: [], rest: text });
    }
  });
});
