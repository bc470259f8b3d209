import type { Database } from "better-sqlite3";
import { MessageRows } from "./message-rows.ts";
import { Purging } from "./purging.ts";
import { SessionRows } from "./session-rows.ts";
import { SourceRows } from "./source-rows.ts";

/** The tables of the writing thread, so that their statements are prepared once. */
export interface ConversationRows {
  readonly database: Database;
  readonly messages: MessageRows;
  readonly sessions: SessionRows;
  readonly sources: SourceRows;
  readonly purging: Purging;
  readonly transaction: (work: () => void) => void;
}

export function openRows(database: Database): ConversationRows {
  return {
    database,
    messages: new MessageRows(database),
    sessions: new SessionRows(database),
    sources: new SourceRows(database),
    purging: new Purging(database),
    transaction: (work) => database.transaction(work).immediate(),
  };
}
