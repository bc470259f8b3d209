import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../../core/filter.ts";
import { growArray } from "../../core/util/grow-array.ts";
import { statesOf } from "./conditions.ts";

/** Rows kept, which bounds the memory (ADR 0010). When it is reached, all are dropped and re-read as needed. */
const CAPACITY = 400_000;

interface Scope {
  readonly state: number;
  readonly domain: string;
  readonly namespace: string;
}

type FactRow = readonly [row: number, id: string, state: number, domain: string, namespace: string];

const FACTS = "m.row, m.id, m.state, m.domain, m.namespace";

/**
 * A cache of each row's id, state, domain and namespace. It lets a search filter hundreds of candidates without a
 * query. Rows are read when they are first needed; triggers remove rows that change.
 */
export function createRowFacts(database: Database) {
  const scopes: Scope[] = [];
  const scopeNumbers = new Map<string, number>();
  /** For each row, the index of its scope plus one; 0 if the row is not cached. */
  let scopeOfRow = new Int32Array(0);
  let ids = new Map<number, string>();

  // Temporary triggers belong to this connection and are not stored in the file.
  database.function("forget_row_facts", (row) => forget(Number(row)));
  database.exec(`
    CREATE TEMP TRIGGER row_facts_change AFTER UPDATE OF deleted_at, superseded_by, validity, held, domain, namespace ON main.memories
    BEGIN SELECT forget_row_facts(OLD.row); END;
    CREATE TEMP TRIGGER row_facts_leave AFTER DELETE ON main.memories BEGIN SELECT forget_row_facts(OLD.row); END;
  `);
  const selectOne = database.prepare<[number], FactRow>(`SELECT ${FACTS} FROM memories m WHERE m.row = ?`).raw();
  const selectMany = database
    .prepare<[string], FactRow>(`SELECT ${FACTS} FROM json_each(?) given CROSS JOIN memories m ON m.row = given.value`)
    .raw();

  function forget(row: number): null {
    if (row < scopeOfRow.length) scopeOfRow[row] = 0;
    return null;
  }

  function store([row, id, state, domain, namespace]: FactRow): void {
    if (ids.size >= CAPACITY) {
      ids = new Map();
      scopeOfRow.fill(0);
    }
    const key = `${state} ${namespace} ${domain}`;
    let number = scopeNumbers.get(key);
    if (number === undefined) {
      number = scopes.push({ state, domain, namespace });
      scopeNumbers.set(key, number);
    }
    scopeOfRow = growArray(scopeOfRow, row + 1);
    scopeOfRow[row] = number;
    ids.set(row, id);
  }

  /** 0 for an unknown row. */
  function scopeNumberOf(row: number): number {
    const known = scopeOfRow[row] ?? 0;
    if (known > 0) return known;
    const found = selectOne.get(row) as FactRow | undefined;
    if (found !== undefined) store(found);
    return scopeOfRow[row] ?? 0;
  }

  return {
    /** Reads the facts of these rows that are not cached, in one query. A single one is read when it is needed. */
    learn(rows: readonly number[]): void {
      const unknown = rows.filter((row) => (scopeOfRow[row] ?? 0) === 0);
      if (unknown.length > 1) for (const found of selectMany.all(JSON.stringify(unknown)) as FactRow[]) store(found);
    },
    /** Returns a test for a filter's states, domains and namespaces; it is false for a row that does not exist. */
    scopeTest(filter: MemoryFilter): (row: number) => boolean {
      const states = statesOf(filter);
      const domains = filter.domains && new Set(filter.domains);
      const namespaces = filter.namespaces && new Set(filter.namespaces);
      const results: boolean[] = [];
      return (row) => {
        const number = scopeNumberOf(row);
        const scope = scopes[number - 1];
        if (scope === undefined) return false;
        results[number] ??=
          states.includes(scope.state) &&
          (domains?.has(scope.domain) ?? true) &&
          (namespaces?.has(scope.namespace) ?? true);
        return results[number];
      };
    },
    idOf(row: number): string | undefined {
      return scopeNumberOf(row) === 0 ? undefined : ids.get(row);
    },
    /** Frees the memory. Rows are re-read when they are needed. */
    release(): void {
      ids = new Map();
      scopeOfRow = new Int32Array(0);
    },
  };
}
export type RowFacts = ReturnType<typeof createRowFacts>;
