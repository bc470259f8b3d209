import { OWNER } from "../core/caller.ts";
import { ANY, USER_DOMAIN } from "../core/domain.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryService, SecretNotice } from "../core/memory-service.ts";
import type { ProjectSummary } from "../core/places.ts";
import type { Logger } from "../core/ports.ts";
import { inBatches } from "../core/util/in-batches.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { AreaHandlers, BulkUpdate } from "./contract.ts";

export interface MemoryDependencies {
  readonly memories: MemoryService;
  readonly logger: Logger;
}

/** The most changed memories that a response contains. The window reads its lists again after a larger change. */
const MAX_RETURNED = 100;

/** Memories for the window. The caller is the owner, who may see and change everything. */
export function createMemoryHandlers({ memories }: Pick<MemoryDependencies, "memories">): AreaHandlers<"memories"> {
  /** Reads all memories before it changes the first: one wrong reference changes nothing. */
  const forEach = async (references: readonly string[], change: (id: string) => Promise<Memory>): Promise<Memory[]> => {
    const ids = await inBatches(references, async (reference) => (await memories.get(OWNER, reference)).id);
    const isReturned = ids.length <= MAX_RETURNED;
    const changed = await inBatches(ids, async (id) => {
      const memory = await change(id);
      return isReturned ? [memory] : [];
    });
    return changed.flat();
  };

  return {
    "memories.search": async (input, signal) => {
      // While a search runs, several more may be typed. This lets the cancellations of all but the newest arrive first.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted === true) throw new RecollectError("search_replaced", {});
      return memories.search(OWNER, input);
    },
    "memories.list": (input) => memories.list(OWNER, input),
    "memories.get": ({ reference }) => memories.get(OWNER, reference),
    "memories.history": ({ reference }) => memories.history(OWNER, reference),
    "memories.histories": ({ references }) =>
      Promise.all(references.map((reference) => memories.history(OWNER, reference))),
    "memories.similar": ({ reference }) => memories.similar(OWNER, reference),
    "memories.facets": (input) => memories.facets(OWNER, input),
    "memories.count": (input) => memories.count(OWNER, input),
    "memories.counts": async () => (await memories.status(OWNER)).counts,
    "memories.domainOf": ({ domain }) => memories.domainOf(OWNER, domain),
    "memories.namespaces": () => memories.namespaces(OWNER),
    "memories.addNamespace": ({ name }) => memories.addNamespace(OWNER, name),
    "memories.places": () => memories.places(OWNER),
    "memories.projects": () => listProjects(memories),
    "memories.movePlace": ({ dryRun = false, ...move }) => memories.movePlace(OWNER, move, dryRun),
    "memories.undoPlaceMove": async ({ id }) => ({ memories: await memories.undoPlaceMove(OWNER, id) }),
    "memories.setFormerName": ({ name, means }) => memories.setFormerName(OWNER, name, means),
    "memories.capture": async (input) => {
      const notices: SecretNotice[] = [];
      const result = await memories.capture(OWNER, input, (notice) => notices.push(notice));
      return { ...result, notices };
    },
    "memories.update": async ({ reference, ...changes }) => {
      const notices: SecretNotice[] = [];
      const memory = await memories.update(OWNER, reference, changes, (notice) => notices.push(notice));
      return { ...memory, notices };
    },
    "memories.updateMany": async ({ changes }) => {
      const updated: Memory[] = [];
      const refused: BulkUpdate["refused"][number][] = [];
      await inBatches(changes, async ({ reference, ...change }) => {
        try {
          updated.push(await memories.update(OWNER, reference, change));
        } catch (error) {
          refused.push({ reference, error: toErrorBody(error) });
        }
      });
      return { updated, refused };
    },
    "memories.delete": ({ references }) => forEach(references, (id) => memories.delete(OWNER, id)),
    "memories.restore": ({ references }) => forEach(references, (id) => memories.restore(OWNER, id)),
    "memories.setPinned": ({ references, pinned }) => memories.setPinned(OWNER, references, pinned),
    "memories.purge": async ({ references }) => ({ purged: await memories.purge(OWNER, references) }),
    "memories.merge": (input) => memories.merge(OWNER, input),
    "memories.separate": (input) => memories.separate(OWNER, input),
    "memories.reinstate": ({ references }) => memories.reinstate(OWNER, references),
    "memories.findDuplicates": ({ cursor }) => memories.findDuplicates(OWNER, cursor),
    "memories.findSecrets": ({ cursor }) => memories.findSecrets(OWNER, cursor),
    "memories.findInstructions": ({ cursor }) => memories.findInstructions(OWNER, cursor),
    "memories.findHiddenCharacters": ({ cursor }) => memories.findHiddenCharacters(OWNER, cursor),
    "memories.captureActivity": (input) => memories.captureActivity(OWNER, input),
  };
}

/** The memories that changed last show when most projects changed; the others are read one by one, up to this number. */
const MAX_RECENT = 200;
const MAX_PROJECTS_READ = 200;

/** The projects with current memories, the last changed first; projects of an unknown time follow by their size. */
async function listProjects(memories: MemoryService): Promise<ProjectSummary[]> {
  const [{ domains }, recent] = await Promise.all([
    memories.places(OWNER),
    memories.list(OWNER, { domain: ANY, sort: "updated", limit: MAX_RECENT }),
  ]);
  const changed = new Map<string, string>();
  for (const { domain, updatedAt } of recent.items) if (!changed.has(domain)) changed.set(domain, updatedAt);
  const projects = domains.filter(({ name, memories: current }) => name !== USER_DOMAIN && current > 0);
  const unread = projects.filter(({ name }) => !changed.has(name)).slice(0, MAX_PROJECTS_READ);
  await inBatches(unread, async ({ name }) => {
    // A remote domain may be out of reach.
    const newest = await memories.list(OWNER, { domain: name, sort: "updated", limit: 1 }).catch(() => null);
    const at = newest?.items[0]?.updatedAt;
    if (at !== undefined) changed.set(name, at);
  });
  return projects
    .map(({ name, memories: current }) => ({ name, memories: current, changedAt: changed.get(name) ?? null }))
    .toSorted((one, other) => (other.changedAt ?? "").localeCompare(one.changedAt ?? ""));
}

/** Rebuilds the indexes for the window. The rebuild continues after the response; events report its progress. */
export function createIndexHandlers({ memories, logger }: MemoryDependencies): AreaHandlers<"index"> {
  let running: AbortController | null = null;

  const rebuild = async (abort: AbortController) => {
    try {
      await memories.reindex(OWNER, () => undefined, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) logger.error("The indexes could not be rebuilt", { error });
    } finally {
      running = null;
    }
  };

  return {
    "index.status": async () => {
      const { index } = await memories.status(OWNER);
      return { ...index, isRebuilding: running !== null };
    },
    "index.rebuild": async () => {
      if (running !== null) throw new RecollectError("rebuild_running", {});
      running = new AbortController();
      void rebuild(running);
      return null;
    },
    "index.cancel": async () => {
      running?.abort();
      return null;
    },
  };
}
