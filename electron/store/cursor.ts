import { invalidArgument } from "../core/errors.ts";
import type { MemorySort } from "../core/filter.ts";

/** Where a page ended: the sort key and the row of its last memory. */
export interface Position {
  readonly key: number;
  readonly row: number;
}

/** An opaque cursor, good for the same sort alone. */
export function encodeCursor(sort: MemorySort, { key, row }: Position): string {
  return Buffer.from(JSON.stringify([sort, key, row])).toString("base64url");
}

/** @throws invalid_argument (field `cursor`) for anything that {@link encodeCursor} did not make for this sort */
export function decodeCursor(sort: MemorySort, cursor: string): Position {
  try {
    const [madeFor, key, row] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (madeFor === sort && Number.isSafeInteger(key) && Number.isSafeInteger(row)) return { key, row };
  } catch {
    // Answered below: not JSON, so not ours.
  }
  throw invalidArgument(
    "cursor",
    "cursor is not one that this list gave out.",
    "Pass nextCursor of the page before, with the same sort and filters; leave it out for the first page.",
  );
}
