import { existsSync, readFileSync } from "node:fs";
import { parseQuery } from "../../search/query-syntax.ts";
import { EVERYTHING, type openScan } from "./open-scan.ts";

/** Searches a store without threads, and reads the bytes of its files. */
export function createMatch({ search, file }: Pick<ReturnType<typeof openScan>, "search" | "file">) {
  return {
    /** The matching excerpts, best conversation first. */
    find(query: string): string[] {
      const { terms } = parseQuery(query, 0);
      const hits = search.search({ ...terms, filter: EVERYTHING, limit: 50 }, Date.now());
      return hits.flatMap(({ passages }) => passages.filter(({ matches }) => matches).map(({ excerpt }) => excerpt));
    },
    bytes: () =>
      Buffer.concat([file, `${file}-wal`].map((name) => (existsSync(name) ? readFileSync(name) : Buffer.alloc(0)))),
  };
}
