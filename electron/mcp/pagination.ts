import { ProtocolError } from "@modelcontextprotocol/server";
import { RPC } from "./answers.ts";

const PAGE_SIZE = 100;

/**
 * One page of a list that is built whole. The cursor is opaque to clients: the list's name and where to go on, so that
 * a cursor of another list is recognised.
 *
 * @throws ProtocolError -32602 for a cursor that is not from this list
 */
export function pageOf<Item>(
  list: string,
  items: readonly Item[],
  cursor: string | undefined,
): { readonly items: Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : readCursor(list, cursor);
  const end = start + PAGE_SIZE;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextCursor: writeCursor(list, end) } : { items: page };
}

function writeCursor(list: string, offset: number): string {
  return Buffer.from(`${list}:${offset}`).toString("base64url");
}

function readCursor(list: string, cursor: string): number {
  const [name, offset, ...rest] = Buffer.from(cursor, "base64url").toString("utf8").split(":");
  if (name !== list || rest.length > 0 || offset === undefined || !/^[1-9]\d{0,8}$/.test(offset)) {
    throw new ProtocolError(RPC.invalidParams, `The cursor is not one of ${list}: send back a nextCursor unchanged.`, {
      code: "invalid_argument",
      field: "cursor",
    });
  }
  return Number(offset);
}
