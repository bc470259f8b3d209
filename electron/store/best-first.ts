/** Takes rows by their scores, the best first (of equals the smaller row), sorting no more than is taken. */
export function createBestFirst(rows: number[], scoreOf: (row: number) => number) {
  const isBefore = (one: number, other: number): boolean => {
    const difference = scoreOf(one) - scoreOf(other);
    return difference > 0 || (difference === 0 && one < other);
  };

  function sink(from: number): void {
    const row = rows[from];
    if (row === undefined) return;
    let index = from;
    for (;;) {
      let childIndex = index * 2 + 1;
      const left = rows[childIndex];
      const right = rows[childIndex + 1];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) childIndex++;
      const child = rows[childIndex] ?? left;
      if (!isBefore(child, row)) break;
      rows[index] = child;
      index = childIndex;
    }
    rows[index] = row;
  }

  for (let index = (rows.length >>> 1) - 1; index >= 0; index--) sink(index);
  return {
    /** The next so many; fewer at the end. */
    take(count: number): number[] {
      const taken: number[] = [];
      while (taken.length < count) {
        const best = rows[0];
        if (best === undefined) break;
        taken.push(best);
        const last = rows.pop();
        if (rows.length > 0 && last !== undefined) {
          rows[0] = last;
          sink(0);
        }
      }
      return taken;
    },
  };
}
