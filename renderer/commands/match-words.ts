/** Whether each word of the query begins a word of the title, in any order; an empty query matches everything. */
export function matchesWords(title: string, query: string): boolean {
  const words = title.toLowerCase().split(/\s+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "")
    .every((part) => words.some((word) => word.startsWith(part)));
}
