import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** Contents that are kept, and their letters. */
const MAX_KEPT = 8_000;
const MAX_KEPT_LETTERS = 4_000_000;

/**
 * Reads contents, and keeps the most recent ones: captures and searches that follow each other read the same.
 * Triggers drop a content that changes.
 */
export function createContentReader(database: Database) {
  const kept = new LRUCache<string, string>({
    max: MAX_KEPT,
    maxSize: MAX_KEPT_LETTERS,
    sizeCalculation: (content) => content.length + 1,
  });
  // Temporary triggers belong to this connection and are not stored in the file.
  database.function("forget_content", (id) => {
    kept.delete(String(id));
    return null;
  });
  database.exec(`
    CREATE TEMP TRIGGER kept_contents_change AFTER UPDATE OF content ON main.contents
    BEGIN SELECT forget_content(id) FROM main.memories WHERE row = OLD.memory_row; END;
    CREATE TEMP TRIGGER kept_contents_hide AFTER UPDATE OF held ON main.memories
    BEGIN SELECT forget_content(OLD.id); END;
    CREATE TEMP TRIGGER kept_contents_leave AFTER DELETE ON main.memories BEGIN SELECT forget_content(OLD.id); END;
  `);
  const select = database
    .prepare<[string], readonly [id: string, content: string]>(
      `SELECT m.id, c.content FROM json_each(?) given CROSS JOIN memories m ON m.id = given.value AND m.held = 0
       CROSS JOIN contents c ON c.memory_row = m.row`,
    )
    .raw();
  return {
    /** The content of each memory that is not held, in the order of the ids. */
    read(ids: readonly string[]): Map<string, string> {
      const found = new Map<string, string>();
      const unknown: string[] = [];
      for (const id of ids) {
        const content = kept.get(id);
        if (content === undefined) unknown.push(id);
        // A place for each id keeps the order.
        found.set(id, content ?? "");
      }
      if (unknown.length === 0) return found;
      const missing = new Set(unknown);
      for (const [id, content] of select.all(JSON.stringify(unknown)) as (readonly [string, string])[]) {
        kept.set(id, content);
        found.set(id, content);
        missing.delete(id);
      }
      for (const id of missing) found.delete(id);
      return found;
    },
    /** Frees the memory. */
    release: (): void => kept.clear(),
  };
}
export type ContentReader = ReturnType<typeof createContentReader>;
