import type { Database } from "better-sqlite3";
import { BUILT_IN_NAMESPACES } from "../../core/namespace.ts";
import { keepUntilChange } from "./keep-until-change.ts";

/** Returns a function that reads the built-in namespaces and the owner's own. The result is kept until one is added or removed. */
export function createNamespaceReader(database: Database): () => ReadonlySet<string> {
  const own = database.prepare<[], string>("SELECT name FROM namespaces ORDER BY name").pluck();
  return keepUntilChange(
    database,
    "namespaces_changed",
    ["namespaces"],
    () => new Set([...BUILT_IN_NAMESPACES, ...own.all()]),
  );
}
