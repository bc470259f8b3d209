/** Whether every word of the query is the start of a word of the title, in any order. An empty query matches. */
export function matchesWords(title: string, query: string): boolean {
  const words = title.toLowerCase().split(/\s+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "")
    .every((part) => words.some((word) => word.startsWith(part)));
}
