import { isRecord } from "./util/is-record.ts";

/**
 * Whether a part of a tool's result is a text without further members, as most are. Such a part needs no schema, which
 * takes longer than the rest of a call.
 */
export function isPlainTextPart(part: unknown): boolean {
  return isRecord(part) && part.type === "text" && typeof part.text === "string" && Object.keys(part).length === 2;
}
