import type { ErrorBody } from "../text/errors.ts";
import type { Page } from "./filter.ts";

/** What happened, in the kinds that a person distinguishes. */
export const ACTIVITY_KINDS = [
  "remembered",
  "known",
  "proposed",
  "changed",
  "deleted",
  "restored",
  "replaced",
  "searched",
  "listed",
  "read",
  "searchedConversations",
  "readConversation",
  "given",
  "givenAtStart",
  "called",
  "connected",
  "failed",
  "refused",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** One thing that a client or the owner did, as often as it happened in one hour. */
export interface ActivityEntry {
  /** Unique in a list, and the same in each read of the list. */
  readonly key: string;
  readonly kind: ActivityKind;
  /** The last time, ISO 8601. */
  readonly at: string;
  /** How often it happened. */
  readonly times: number;
  /** The newest message in the request log; null for a change by the owner. */
  readonly request: number | null;
  /** The client in words; null for the owner. */
  readonly client: string | null;
  /** The domain of the memory, or the project that the client works in; null if it is not known. */
  readonly domain: string | null;
  /** The memory; its title is null if it is not known. */
  readonly memory: { readonly id: string; readonly title: string | null } | null;
  /** The words of a search. */
  readonly query: string | null;
  /** The number of memories that were found, listed or given; null if it is not known. */
  readonly found: number | null;
  readonly tool: string | null;
  /** The name of the other server whose tool was called. */
  readonly server: string | null;
  /** Why it failed: the error that the client received. */
  readonly problem: ActivityProblem | null;
}

/** An error, with its message in one line. Its details render it in another language. */
export type ActivityProblem = Pick<ErrorBody, "message" | "field" | "details">;

/** Entries, the newest first. */
export type ActivityPage = Page<ActivityEntry>;

/**
 * Joins entries that are equal except for their times and happened in the same hour of the machine's time zone. The
 * result has the order of the newest of each. @param entries the newest first
 */
export function groupEntries(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const groups = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const known = groups.get(entry.key);
    groups.set(entry.key, known === undefined ? entry : joined(known, entry));
  }
  return [...groups.values()];
}

function joined(newer: ActivityEntry, older: ActivityEntry): ActivityEntry {
  const isSum = newer.kind === "given" || newer.kind === "givenAtStart";
  return {
    ...newer,
    times: newer.times + older.times,
    found: isSum ? (newer.found ?? 0) + (older.found ?? 0) : newer.found,
  };
}

/** An entry that happened once, with its key. Fields that are left out are null. */
export function activityEntry(
  given: Pick<ActivityEntry, "kind" | "at"> & Partial<Omit<ActivityEntry, "key" | "times">>,
): ActivityEntry {
  const { kind, client = null, domain = null, memory = null, query = null, tool = null, server = null } = given;
  const { problem = null, found = null, request = null, at } = given;
  const key = [
    startOfHour(at),
    kind,
    client,
    domain,
    memory?.id ?? null,
    query,
    tool,
    server,
    problem?.message ?? null,
  ];
  return {
    ...{ key: JSON.stringify(key), kind, at, times: 1, request, client, domain, memory },
    ...{ query, found, tool, server, problem },
  };
}

/** The start of the hour of a time in the machine's time zone, in milliseconds since 1970. */
export function startOfHour(at: string): number {
  return new Date(at).setMinutes(0, 0, 0);
}
