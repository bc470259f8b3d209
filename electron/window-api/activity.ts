import { type ActivityEntry, type ActivityKind, activityEntry, groupEntries } from "../core/activity.ts";
import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import { type Revision, type RevisionAction, titleOf } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, RequestLogReader } from "../core/ports.ts";
import { LOG_KEEPS } from "../core/request-log.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ActivityDependencies {
  readonly requests: Pick<RequestLogReader, "activity">;
  readonly memories: Pick<MemoryService, "list" | "get" | "history">;
  readonly clock: Clock;
  /** The name of a known client in words, by the name that it sends; otherwise null. */
  clientTitle(name: string): string | null;
}

const DEFAULT_LIMIT = 100;
/** The memories that changed last, whose histories are read for the owner's changes. */
const MAX_CHANGED = 200;
const DAY_MS = 86_400_000;

const KINDS: Readonly<Record<RevisionAction, ActivityKind>> = {
  capture: "remembered",
  update: "changed",
  delete: "deleted",
  restore: "restored",
  supersede: "replaced",
};

/** What happened, for Today, Activity and the command line. */
export function createActivityHandlers(dependencies: ActivityDependencies): AreaHandlers<"activity"> {
  const { requests, memories, clock, clientTitle } = dependencies;

  /** The owner's changes of memories from one time to another, in milliseconds since 1970. */
  const ownChanges = async (from: number, to: number, domain: string | undefined): Promise<ActivityEntry[]> => {
    const { items } = await memories.list(OWNER, {
      domain: domain ?? ANY,
      sort: "updated",
      limit: MAX_CHANGED,
      trash: "include",
      superseded: "include",
    });
    const changed = items.filter(({ updatedAt }) => Date.parse(updatedAt) >= from);
    const histories = await Promise.all(changed.map(({ id }) => memories.history(OWNER, id).catch(() => [])));
    return histories
      .flat()
      .filter(({ client, at }) => client === null && Date.parse(at) >= from && Date.parse(at) < to)
      .map(toEntry);
  };

  /** The entry with the client in words, and the title of its memory if the message did not contain it. */
  const complete = async (entry: ActivityEntry): Promise<ActivityEntry> => {
    const { client, memory } = entry;
    const named = client === null ? entry : { ...entry, client: clientTitle(client) ?? client };
    if (memory === null || memory.title !== null || memory.id === "") return named;
    const found = await memories.get(OWNER, memory.id).catch(() => null);
    if (found === null) return named;
    return { ...named, memory: { id: found.id, title: titleOf(found.content) }, domain: named.domain ?? found.domain };
  };

  return {
    async "activity.entries"({ domain, limit = DEFAULT_LIMIT, cursor, ...filter }) {
      const { until, inLog } = readCursor(cursor);
      const logged = await requests.activity(filter, domain ?? null, limit, inLog);
      const oldest = logged.items.at(-1)?.at;
      const isLast = logged.nextCursor === undefined;
      const from = isLast || oldest === undefined ? clock.now() - LOG_KEEPS.days * DAY_MS : Date.parse(oldest);
      const { since = 0, until: before = until, ...ofMessages } = filter;
      const isFiltered = Object.values(ofMessages).some((value) => value !== undefined);
      const own = isFiltered ? [] : await ownChanges(Math.max(from, since), Math.min(until, before), domain);
      const entries = await Promise.all(logged.items.map(complete));
      const items = groupEntries([...entries, ...own].toSorted((one, other) => other.at.localeCompare(one.at)));
      return isLast ? { items } : { items, nextCursor: `${from}/${logged.nextCursor}` };
    },
  };
}

function toEntry({ memoryId, action, content, domain, at }: Revision): ActivityEntry {
  return activityEntry({ kind: KINDS[action], at, domain, memory: { id: memoryId, title: titleOf(content) } });
}

/** A cursor has the time down to which the owner's changes were returned, and the log's own cursor. */
function readCursor(cursor: string | undefined): { readonly until: number; readonly inLog: string | null } {
  if (cursor === undefined) return { until: Number.POSITIVE_INFINITY, inLog: null };
  const [time = "", inLog] = cursor.split("/", 2);
  const until = Number(time);
  if (time === "" || !Number.isSafeInteger(until) || inLog === undefined) {
    throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
  }
  return { until, inLog };
}
