import { invalidArgument } from "../core/errors.ts";

const PREFIX = "requests:";

/** An opaque place in the list: what follows is older than this id. */
export function encodeCursor(id: number): string {
  return Buffer.from(`${PREFIX}${id}`).toString("base64url");
}

/** @throws invalid_argument (field `cursor`) for a cursor that is not from here */
export function decodeCursor(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString();
  const id = text.startsWith(PREFIX) ? Number(text.slice(PREFIX.length)) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1 || encodeCursor(id) !== cursor) {
    throw invalidArgument("cursor", "cursor is not one that this list gave.", "Begin without a cursor.");
  }
  return id;
}
