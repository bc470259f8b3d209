import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { IndexStatus, MemoryService } from "../core/memory-service.ts";
import type { MemoryCounts } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { createAnnouncer } from "./announce.ts";
import { createCapture } from "./capture.ts";
import { createChanges } from "./change.ts";
import { createHealth } from "./health.ts";
import { createImport } from "./import.ts";
import { createIndexControl } from "./index-status.ts";
import { createMerge } from "./merge.ts";
import { createOwnersChanges } from "./own.ts";
import { createReaders } from "./read.ts";
import { assertCanWrite, assertSeesAll, isLimited } from "./rights.ts";
import { createSearch } from "./search.ts";
import type { MemoryServiceParts } from "./service-parts.ts";
import { createVeil } from "./veil.ts";

/** The one door to memories; see {@link MemoryService} for what each method promises. */
export function createMemoryService(given: MemoryServiceParts): MemoryService {
  const parts = { ...given, announce: createAnnouncer(given.events) };
  const { counts, ...readers } = createReaders(parts);
  const changes = createChanges(parts);
  const indexes = createIndexControl(parts);
  const veil = createVeil(given.store);
  const capture = createCapture(parts);
  const search = createSearch(parts);
  const shown = async (caller: Caller, memory: Memory) => (await veil(caller, [memory]))[0] ?? memory;
  const alike = async (caller: Caller, found: readonly SimilarMemory[]) => {
    const memories = await veil(
      caller,
      found.map(({ memory }) => memory),
    );
    return found.map((one, index) => ({ ...one, memory: memories[index] ?? one.memory }));
  };
  const status: MemoryService["status"] = async (caller) => {
    const [counted, index] = await Promise.all([counts(caller), indexes.status()]);
    return {
      counts: counted,
      index: isLimited(caller.grant) ? boundIndex(index, counted) : index,
      damage: given.damage?.() ?? null,
    };
  };
  return {
    ...readers,
    ...createOwnersChanges(parts),
    importMemories: createImport(parts),
    ...createMerge(parts),
    ...createHealth(parts),
    async list(caller, input) {
      const page = await readers.list(caller, input);
      return { ...page, items: await veil(caller, page.items) };
    },
    get: async (caller, reference) => shown(caller, await readers.get(caller, reference)),
    similar: async (caller, reference) => alike(caller, await readers.similar(caller, reference)),
    update: async (caller, ...rest) => shown(caller, await changes.update(caller, ...rest)),
    delete: async (caller, ...rest) => shown(caller, await changes.delete(caller, ...rest)),
    restore: async (caller, reference) => shown(caller, await changes.restore(caller, reference)),
    async capture(caller, input) {
      const { memory, similar, ...result } = await capture(caller, input);
      return { ...result, memory: await shown(caller, memory), similar: await alike(caller, similar) };
    },
    async search(caller, input) {
      const result = await search(caller, input);
      const memories = await veil(
        caller,
        result.items.map(({ memory }) => memory),
      );
      return { ...result, items: result.items.map((hit, at) => ({ ...hit, memory: memories[at] ?? hit.memory })) };
    },
    status,
    async reindex(caller, onProgress, signal) {
      assertCanWrite(caller);
      assertSeesAll(caller, "rebuild the indexes");
      await indexes.rebuild(caller, onProgress, signal);
      return status(caller);
    },
  };
}

/** The indexes hold everybody's memories: a caller that sees a part is told of no more than that part. */
function boundIndex({ text, vectors }: IndexStatus, { memories, trash }: MemoryCounts): IndexStatus {
  const most = memories + trash;
  return {
    text: { ...text, indexed: Math.min(text.indexed, most) },
    vectors: { ...vectors, ready: Math.min(vectors.ready, most), pending: Math.min(vectors.pending, most) },
  };
}
