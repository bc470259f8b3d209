/** The list with one item moved by some steps; at an end it stays there. */
export function movedBy<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  steps: number,
): Item[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (item === undefined) return [...items];
  const to = Math.max(0, Math.min(items.length - 1, from + steps));
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
