import type { Caller } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import { RecollectError } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import type { UpdateInput } from "../core/memory-service.ts";
import type { MemoryChanges, MemoryStore } from "../core/ports.ts";
import { normaliseTags } from "../core/tags.ts";
import { changeOf } from "./announce.ts";
import { findMemory } from "./find-memory.ts";
import { assertCanPut, assertCanWrite, isGranted, isLimited, namespacesKnownTo, notFound } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { checkContent, checkNamespace, checkRevision, checkSource } from "./validate.ts";
import { createVeil, type Veil } from "./veil.ts";

/** Changes one memory: edit, to the trash and back. Each is a revision, and each is announced. */
export function createChanges({ store, announce, indexer, clock }: Operation) {
  const veil = createVeil(store);

  async function setDeleted(caller: Caller, reference: string, deleted: boolean, expectedRevision?: number) {
    assertCanWrite(caller);
    const expected = checkRevision(expectedRevision);
    const before = await findMemory(store, caller, reference);
    const action = deleted ? "delete" : "restore";
    const edit = { client: caller.client, at: clock.now(), action } as const;
    const memory = await hidingConflict(veil, caller, before, store.setDeleted(before.id, deleted, expected, edit));
    if (memory.revision !== before.revision) {
      announce([changeOf(deleted ? "deleted" : "restored", memory, caller.client)]);
      indexer?.wake();
    }
    return memory;
  }

  return {
    async update(caller: Caller, reference: string, input: UpdateInput): Promise<Memory> {
      assertCanWrite(caller);
      const expected = checkRevision(input.expectedRevision);
      const changes = await checkChanges(store, caller, input);
      const before = await findMemory(store, caller, reference);
      assertCanPut(caller.grant, {
        domain: changes.domain ?? before.domain,
        namespace: changes.namespace ?? before.namespace,
      });
      const edit = { client: caller.client, at: clock.now(), action: "update" } as const;
      const memory = await hidingConflict(veil, caller, before, store.update(before.id, changes, expected, edit));
      if (memory.revision !== before.revision) {
        announce([changeOf("updated", memory, caller.client, before)]);
        indexer?.wake();
      }
      return memory;
    },
    delete: (caller: Caller, reference: string, expectedRevision?: number) =>
      setDeleted(caller, reference, true, expectedRevision),
    restore: (caller: Caller, reference: string) => setDeleted(caller, reference, false),
  };
}

/** What an update asks for, checked and normalised; a field that is not given stays. @throws invalid_argument, too_large */
export async function checkChanges(store: MemoryStore, caller: Caller, input: UpdateInput): Promise<MemoryChanges> {
  const { content, namespace, domain, tags, source } = input;
  return {
    ...(content === undefined ? {} : { content: checkContent(content) }),
    ...(namespace === undefined
      ? {}
      : { namespace: checkNamespace(namespace, namespacesKnownTo(caller, await store.namespaces())) }),
    ...(domain === undefined ? {} : { domain: parseDomain(domain) }),
    ...(tags === undefined ? {} : { tags: normaliseTags(tags) }),
    ...(source === undefined ? {} : { source: checkSource(source) }),
  };
}

/** A conflict shows the memory as it is now; where that has just moved out of the caller's sight, there is none. */
async function hidingConflict<T>(veil: Veil, caller: Caller, { id }: Memory, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const current = error instanceof RecollectError ? (error.details?.current as Memory | undefined) : undefined;
    if (current === undefined || !(error instanceof RecollectError) || !isLimited(caller.grant)) throw error;
    if (!isGranted(caller.grant, current)) throw notFound(id);
    const [veiled] = await veil(caller, [current]);
    const { hint, field, details } = error;
    throw new RecollectError(error.code, error.message, {
      ...(hint === undefined ? {} : { hint }),
      ...(field === undefined ? {} : { field }),
      details: { ...details, current: veiled },
    });
  }
}
