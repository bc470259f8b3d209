import { RecollectError } from "../text/errors.ts";
import type { ImportItem, ImportSource, ReadableDatabase } from "./import-item.ts";

/** How a file is refused that may be a database of Recollect: a damaged one is not recognised as a database. */
const REASONS: ReadonlySet<unknown> = new Set([
  "import_own_database",
  "import_database_damaged",
  "import_database_unknown",
  "import_not_database",
  "import_binary",
  "import_unreadable",
]);

/** Whether the application may be able to read a file that {@link openImportSource} refused with this error. */
export function mayBeOwnDatabase(error: unknown): boolean {
  return error instanceof RecollectError && REASONS.has(error.details?.reason);
}

/** The readable memories of a database of Recollect as a source. */
export function ownDatabaseSource({ total, lost, memories }: ReadableDatabase): ImportSource {
  async function* items(): AsyncGenerator<ImportItem> {
    let line = 0;
    for await (const memory of memories) {
      line += 1;
      yield { program: "recollect", line, place: memory.id, kind: "archived", memory: { ...memory } };
    }
    if (lost === 0) return;
    yield { program: "recollect", line: line + 1, place: "", kind: "skipped", reason: "damaged", count: lost };
  }
  return { total, items: items() };
}
