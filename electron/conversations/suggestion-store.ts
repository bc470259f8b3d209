import type { Clock } from "../core/ports.ts";
import type { SuggestionStore } from "../core/suggestions.ts";
import { RecollectError } from "../text/errors.ts";
import type { ConversationThread } from "./conversation-threads.ts";

interface StoreOptions {
  /** Finds and writes. */
  readonly writer: ConversationThread;
  /** Reads, even while the other thread writes. */
  readonly reader: ConversationThread;
  readonly open: () => Promise<void>;
  /** Whether the database does not exist, because nothing was ever stored. */
  readonly isEmpty: () => boolean;
  readonly clock: Clock;
}

/** The thread finds suggestions for this long in one call, so that a scan and removals do not wait longer. */
const STEP_MS = 100;

/** The suggestions in the database of conversations, through its threads. */
export function createSuggestionStore({ writer, reader, open, isEmpty, clock }: StoreOptions): SuggestionStore {
  const opened = async <Value>(id: string, work: () => Promise<Value>): Promise<Value> => {
    if (isEmpty()) throw new RecollectError("suggestion_unknown", { id: id.slice(0, 100) }, { field: "id" });
    await open();
    return await work();
  };
  const unlessEmpty = async <Value>(empty: Value, work: () => Promise<Value>): Promise<Value> => {
    if (isEmpty()) return empty;
    await open();
    return await work();
  };
  return {
    find: (limits) => unlessEmpty(false, () => writer.call("findSuggestions", limits, STEP_MS, clock.now())),
    held: (limit) => unlessEmpty([], () => writer.call("heldSuggestions", limit, clock.now())),
    release: (id, isKnown) => opened(id, () => writer.call("releaseSuggestion", id, isKnown, clock.now())),
    list: (state, limit, cursor) =>
      unlessEmpty({ items: [] }, () => reader.call("listSuggestions", state, limit, cursor, clock.now())),
    counts: () => unlessEmpty({ waiting: 0, rejected: 0 }, () => reader.call("suggestionCounts", clock.now())),
    waiting: (id) => opened(id, () => reader.call("waitingSuggestion", id)),
    decide: (id, memory) => opened(id, () => writer.call("decideSuggestion", id, memory)),
    rewrite: (id) => opened(id, () => writer.call("rewriteSuggestion", id)),
    reopen: (id) => opened(id, () => writer.call("reopenSuggestion", id)),
    remove: (scope) => unlessEmpty(0, () => writer.call("removeSuggestions", scope)),
    decisions: () => unlessEmpty([], () => reader.call("suggestionDecisions")),
    forgetDecisions: () => unlessEmpty(undefined, () => writer.call("forgetSuggestionDecisions")),
  };
}
