import { fileURLToPath } from "node:url";
import { digestKey } from "./digest-key.ts";
import type { Found, SessionFields } from "./reader.ts";

/** Digests of the fields of a session that were returned before, as part of a position: a title may have a secret. */
export type KnownFields = Record<string, string>;

/** Returns the fields that are new or changed, none if there are none, and adds them to the known ones. */
export function changedFields(session: string, known: KnownFields, fields: Partial<SessionFields>): Found[] {
  const changed = Object.entries(fields).filter(([name, value]) => {
    if (value === undefined || value === "") return false;
    const digest = digestKey(String(value));
    if (known[name] === digest) return false;
    known[name] = digest;
    return true;
  });
  return changed.length === 0 ? [] : [{ kind: "session", session, fields: Object.fromEntries(changed) }];
}

/** The same for one of several sessions. */
export function knownFields(known: Map<string, KnownFields>, session: string, fields: Partial<SessionFields>): Found[] {
  const ofSession = known.get(session) ?? {};
  known.set(session, ofSession);
  return changedFields(session, ofSession, fields);
}

/** The folder of a `file:` URL; a path as it is; "" for other URLs, and for a path of another system. */
export function folderOf(address: string): string {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(address)) return address;
  try {
    return fileURLToPath(address);
  } catch {
    return "";
  }
}
