import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { IndexStatus, MemoryService } from "../core/memory-service.ts";
import type { MemoryCounts } from "../core/ports.ts";
import { createAnnouncer } from "./announce.ts";
import { createCapture } from "./capture.ts";
import { createChanges } from "./change.ts";
import { createHealth } from "./health.ts";
import { createImport } from "./import.ts";
import { createInbox } from "./inbox.ts";
import { createIndexControl } from "./index-control.ts";
import { createQueries } from "./queries.ts";
import { redactHiddenReplacements } from "./redact-replacements.ts";
import { assertCanWrite, assertSeesAll, isLimited } from "./rights.ts";
import type { MemoryServiceParts } from "./service-parts.ts";

/**
 * Composes the operations to the service; {@link MemoryService} documents them. Every memory that a caller receives
 * passes {@link redactHiddenReplacements} here.
 */
export function createMemoryService(dependencies: MemoryServiceParts): MemoryService {
  const parts = { ...dependencies, announce: createAnnouncer(dependencies.events) };
  const { store, damage } = dependencies;
  const { counts, ...queries } = createQueries(parts);
  const changes = createChanges(parts);
  const indexes = createIndexControl(parts);
  const capture = createCapture(parts);

  const redact = async (caller: Caller, memory: Memory): Promise<Memory> =>
    (await redactHiddenReplacements(store, caller, [memory]))[0] ?? memory;

  async function redactEach<Found extends { readonly memory: Memory }>(caller: Caller, found: readonly Found[]) {
    const memories = await redactHiddenReplacements(
      store,
      caller,
      found.map(({ memory }) => memory),
    );
    return found.map((one, index) => ({ ...one, memory: memories[index] ?? one.memory }));
  }

  const status: MemoryService["status"] = async (caller) => {
    const [counted, index] = await Promise.all([counts(caller), indexes.status()]);
    return {
      counts: counted,
      index: isLimited(caller.grant) ? limitIndexStatus(index, counted) : index,
      damage: damage(),
    };
  };

  return {
    ...queries,
    ...changes,
    ...createHealth(parts),
    importMemories: createImport(parts),
    inbox: createInbox(parts),
    async list(caller, input) {
      const page = await queries.list(caller, input);
      return { ...page, items: await redactHiddenReplacements(store, caller, page.items) };
    },
    get: async (caller, reference) => redact(caller, await queries.get(caller, reference)),
    similar: async (caller, reference) => redactEach(caller, await queries.similar(caller, reference)),
    update: async (caller, ...rest) => redact(caller, await changes.update(caller, ...rest)),
    delete: async (caller, ...rest) => redact(caller, await changes.delete(caller, ...rest)),
    restore: async (caller, reference) => redact(caller, await changes.restore(caller, reference)),
    async capture(caller, input) {
      const { memory, similar, ...outcome } = await capture(caller, input);
      return { ...outcome, memory: await redact(caller, memory), similar: await redactEach(caller, similar) };
    },
    async search(caller, input) {
      const result = await queries.search(caller, input);
      return { ...result, items: await redactEach(caller, result.items) };
    },
    status,
    async reindex(caller, onProgress, signal) {
      assertCanWrite(caller);
      assertSeesAll(caller);
      await indexes.rebuild(caller, onProgress, signal);
      return status(caller);
    },
  };
}

/** The indexes cover everyone's memories: a limited caller must not learn how many there are beyond its own. */
function limitIndexStatus({ text, vectors }: IndexStatus, { memories, trash }: MemoryCounts): IndexStatus {
  const visible = memories + trash;
  return {
    text: { ...text, indexed: Math.min(text.indexed, visible) },
    vectors: { ...vectors, ready: Math.min(vectors.ready, visible), pending: Math.min(vectors.pending, visible) },
  };
}
