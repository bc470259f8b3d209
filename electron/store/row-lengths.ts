import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { readVarints } from "./varints.ts";

/** Rows whose lengths are read at a stretch; between stretches others have their turn. */
const STEP = 2_000;

type LengthRow = readonly [row: number, sizes: Buffer];

/**
 * How many tokens the text index holds of each row, four bytes a row: FTS5 keeps them beside the index, and looking one
 * up costs as much as all else that ranking a memory takes.
 */
export function createRowLengths(database: Database) {
  const many = database
    .prepare<[string], LengthRow>(
      "SELECT d.id, d.sz FROM json_each(?) asked CROSS JOIN text_index_docsize d ON d.id = asked.value",
    )
    .raw();
  const stretch = database
    .prepare<[number, number], LengthRow>("SELECT id, sz FROM text_index_docsize WHERE id > ? ORDER BY id LIMIT ?")
    .raw();
  /** One more than the length; 0 where it is not known. */
  let lengths = new Uint32Array(1024);
  let loading = false;

  function hold([row, sizes]: LengthRow): void {
    if (row >= lengths.length) {
      const grown = new Uint32Array(Math.ceil(row * 1.5) + 1);
      grown.set(lengths);
      lengths = grown;
    }
    let length = 0;
    for (const size of readVarints(sizes)) length += size;
    lengths[row] = length + 1;
  }

  return {
    /** The lengths of these rows become known; those that are not there are of length 0. */
    learn(rows: readonly number[]): void {
      const unknown = rows.filter((row) => (lengths[row] ?? 0) === 0);
      if (unknown.length > 0) for (const found of many.all(JSON.stringify(unknown)) as LengthRow[]) hold(found);
    },
    of: (row: number): number => Math.max(0, (lengths[row] ?? 0) - 1),
    forget(row: number): void {
      if (row < lengths.length) lengths[row] = 0;
    },
    /** Begins to read all of them, in steps; a second call does nothing. */
    async load(): Promise<void> {
      if (loading) return;
      loading = true;
      for (let last = 0; ; ) {
        await nextTurn();
        if (!database.open) return;
        const rows = stretch.all(last, STEP) as LengthRow[];
        for (const found of rows) hold(found);
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end[0];
      }
    },
  };
}
export type RowLengths = ReturnType<typeof createRowLengths>;
