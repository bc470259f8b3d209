import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import { statesOf } from "./conditions.ts";

/** Rows whose facts are held; past it they are read anew as they are asked for. */
const CAPACITY = 400_000;

interface Scope {
  readonly state: number;
  readonly domain: string;
  readonly namespace: string;
}

type FactRow = readonly [row: number, id: string, state: number, domain: string, namespace: string];

const FACTS = "m.row, m.id, m.state, m.domain, m.namespace";

/**
 * What the usual filters ask of a row (state, domain, namespace) and its id, held in memory from the first question on, so
 * that a search decides about each of hundreds of candidates without asking the database. Triggers tell what has changed.
 */
export function createRowFacts(database: Database) {
  const scopes: Scope[] = [];
  const scopeNumbers = new Map<string, number>();
  /** For each row, one more than the number of its scope; 0 where it is not known. */
  let scopeOfRow = new Uint32Array(1024);
  let ids = new Map<number, string>();

  // Named after the connection's own schema: nothing of it is in the file.
  database.function("forget_row_facts", (row) => forget(Number(row)));
  database.exec(`
    CREATE TEMP TRIGGER row_facts_change AFTER UPDATE OF deleted_at, superseded_by, domain, namespace ON main.memories
    BEGIN SELECT forget_row_facts(OLD.row); END;
    CREATE TEMP TRIGGER row_facts_leave AFTER DELETE ON main.memories BEGIN SELECT forget_row_facts(OLD.row); END;
  `);
  const one = database.prepare<[number], FactRow>(`SELECT ${FACTS} FROM memories m WHERE m.row = ?`).raw();
  const many = database
    .prepare<[string], FactRow>(`SELECT ${FACTS} FROM json_each(?) asked CROSS JOIN memories m ON m.row = asked.value`)
    .raw();

  function forget(row: number): null {
    if (row < scopeOfRow.length) scopeOfRow[row] = 0;
    return null;
  }

  function hold([row, id, state, domain, namespace]: FactRow): void {
    if (row >= scopeOfRow.length) {
      const grown = new Uint32Array(Math.ceil(row * 1.5) + 1);
      grown.set(scopeOfRow);
      scopeOfRow = grown;
    }
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
    scopeOfRow[row] = number;
    ids.set(row, id);
  }

  /** 0 where there is no such row. */
  function scopeNumberOf(row: number): number {
    const known = scopeOfRow[row] ?? 0;
    if (known > 0) return known;
    const found = one.get(row) as FactRow | undefined;
    if (found !== undefined) hold(found);
    return scopeOfRow[row] ?? 0;
  }

  return {
    /** Reads what is not known of these rows, all at once. */
    learn(rows: readonly number[]): void {
      const unknown = rows.filter((row) => (scopeOfRow[row] ?? 0) === 0);
      if (unknown.length > 0) for (const found of many.all(JSON.stringify(unknown)) as FactRow[]) hold(found);
    },
    /** Whether a row meets a filter's states, domains and namespaces; a row that is not there meets none. */
    scopeTest(filter: MemoryFilter): (row: number) => boolean {
      const states = statesOf(filter);
      const domains = filter.domains && new Set(filter.domains);
      const namespaces = filter.namespaces && new Set(filter.namespaces);
      const verdicts: boolean[] = [];
      return (row) => {
        const number = scopeNumberOf(row);
        const scope = scopes[number - 1];
        if (scope === undefined) return false;
        verdicts[number] ??=
          states.includes(scope.state) &&
          (domains?.has(scope.domain) ?? true) &&
          (namespaces?.has(scope.namespace) ?? true);
        return verdicts[number];
      };
    },
    idOf(row: number): string | undefined {
      return scopeNumberOf(row) === 0 ? undefined : ids.get(row);
    },
  };
}
export type RowFacts = ReturnType<typeof createRowFacts>;
