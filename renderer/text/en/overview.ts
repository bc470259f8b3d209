const plural = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

export const overview = {
  title: "Timeline",
  domain: "Domain",
  namespace: "Namespace",
  allDomains: "All domains",
  allNamespaces: "All namespaces",
  captured: (count: number) => `${plural(count, "memory", "memories")} captured in the last year`,
  onDay: (count: number, day: string) => `${count === 0 ? "Nothing" : plural(count, "memory", "memories")} on ${day}`,
  hint: "Point at a day, or go to it with the arrow keys. Click or Enter shows its memories.",
  busiest: (day: string, count: number) => `Most on ${day}: ${count.toLocaleString("en")}`,
  calendar: "Captures by day",
  busyDays: "Days with captures",
  asTable: "Show as a table",
  day: "Day",
  memories: "Memories",
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  less: "less",
  more: "more",
  namespaces: "Namespaces over the year",
  tags: "Tags over the year",
  never: "Never recalled",
  neverText: "Captured in the last year, and no client was ever handed it.",
  byMonth: (months: string) => `By month: ${months}`,
  putInOrder: "Review in Health",
  empty: {
    title: "Nothing was captured in the last year",
    text: "Once your assistants capture memories, their days show here.",
    filtered: "Nothing here was captured in the last year. Choose another domain or namespace.",
    clear: "Show everything",
  },
};
