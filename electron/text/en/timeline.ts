import { memoryCount } from "./format.ts";

export const timeline = {
  allDomains: "All domains",
  captured: (value: number) => `${memoryCount(value)} captured in the last year`,
  onDay: (value: number, day: string) => `${value === 0 ? "No memories" : memoryCount(value)} on ${day}`,
  hint: "Hover over a day or use the arrow keys. Click or press Enter to see its memories.",
  calendar: "Captures by day",
  busyDays: "Days with captures",
  asTable: "Show as table",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  less: "less",
  more: "more",
  namespaces: "Namespaces by month",
  tags: "Tags by month",
  never: "Never recalled",
  neverText: "Captured in the last year, but never recalled by a client.",
  byMonth: (months: string) => `By month: ${months}`,
  review: "Review in Health",
  empty: {
    title: "No captures in the last year",
    text: "What your assistants capture appears here, day by day.",
    filtered: "This domain or namespace has no captures in the last year.",
  },
};
