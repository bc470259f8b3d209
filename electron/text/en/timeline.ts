const plural = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

export const timeline = {
  title: "Timeline",
  domain: "Domain",
  namespace: "Namespace",
  allDomains: "All domains",
  allNamespaces: "All namespaces",
  captured: (count: number) => `${plural(count, "memory", "memories")} captured in the last year`,
  onDay: (count: number, day: string) =>
    `${count === 0 ? "No memories" : plural(count, "memory", "memories")} on ${day}`,
  hint: "Hover over a day or use the arrow keys. Click or press Enter to see its memories.",
  calendar: "Captures by day",
  busyDays: "Days with captures",
  asTable: "Show as table",
  day: "Day",
  memories: "Memories",
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
    clear: "Clear filters",
  },
};
