import type { Found, SessionFields } from "./reader.ts";

/** The fields of a session that were returned before, as part of a position. */
export type KnownFields = Record<string, string | number>;

/** Returns the fields that are new or changed, none if there are none, and adds them to the known ones. */
export function changedFields(session: string, known: KnownFields, fields: Partial<SessionFields>): Found[] {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== "" && known[name] !== value,
  );
  if (changed.length === 0) return [];
  const news = Object.fromEntries(changed) as KnownFields;
  Object.assign(known, news);
  return [{ kind: "session", session, fields: news }];
}

/** The same for one of several sessions. */
export function knownFields(known: Map<string, KnownFields>, session: string, fields: Partial<SessionFields>): Found[] {
  const ofSession = known.get(session) ?? {};
  known.set(session, ofSession);
  return changedFields(session, ofSession, fields);
}
