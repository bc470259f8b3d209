import type { RequestDetail } from "../../../../electron/core/request-log.ts";

/** A ULID standing alone, as ids and the ends of memory addresses do. */
const MEMORY_ID = /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g;

/**
 * Ids in a message that may be memories', in order of appearance: what was asked first, then what was answered. Other
 * things (sessions) can look the same, so each must be looked up before it is shown.
 */
export function possibleMemoryIds(detail: RequestDetail, limit = 200): string[] {
  const ids = new Set<string>();
  for (const text of [detail.target, detail.requestBody, detail.responseBody]) {
    for (const match of text?.matchAll(MEMORY_ID) ?? []) {
      if (match[0] !== detail.sessionId) {
        ids.add(match[0]);
      }
      if (ids.size === limit) {
        return [...ids];
      }
    }
  }
  return [...ids];
}
