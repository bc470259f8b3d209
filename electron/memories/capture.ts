import type { Caller } from "../core/caller.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { Memory } from "../core/memory.ts";
import type { CaptureInput, CaptureResult } from "../core/memory-service.ts";
import { DEFAULT_NAMESPACE } from "../core/namespace.ts";
import type { NewMemory } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { normaliseTags } from "../core/tags.ts";
import { changeOf } from "./announce.ts";
import { findMemory } from "./find-memory.ts";
import { assertCanPut, assertCanWrite, assertOwner, namespacesKnownTo } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { similarTo } from "./similar.ts";
import { checkContent, checkNamespace, checkSource } from "./validate.ts";

interface Stored {
  readonly memory: Memory;
  readonly created: boolean;
  /** The memory it took the place of, as it is now. */
  readonly superseded: Memory | null;
}

/** Captures: checks, stores once, and tells what is already known much like it. */
export function createCapture(parts: Operation) {
  const { store, announce, indexer, clock, newId } = parts;
  /** Captures of one content in one place run one after another, so that each sees what the one before stored. */
  const running = new Map<string, Promise<unknown>>();

  async function storeOnce(memory: NewMemory, old: Memory | null): Promise<Stored> {
    const { content, domain, namespace } = memory;
    const identical = await store.findIdentical(content, domain, namespace);
    if (identical === null) {
      const stored = await store.insert(memory);
      return { memory: stored, created: true, superseded: old === null ? null : await store.get(old.id) };
    }
    if (old === null || old.id === identical.id || old.supersededBy === identical.id) {
      return { memory: identical, created: false, superseded: null };
    }
    // What is known already takes the place of the old one.
    const { kept, superseded } = await store.merge(
      { id: identical.id, changes: {}, expectedRevision: null },
      { id: old.id, expectedRevision: null },
      { client: memory.client, at: memory.createdAt },
    );
    return { memory: kept, created: false, superseded };
  }

  async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = running.get(key);
    const mine = before === undefined ? task() : before.then(task, task);
    running.set(key, mine);
    try {
      return await mine;
    } finally {
      if (running.get(key) === mine) running.delete(key);
    }
  }

  async function check(caller: Caller, input: CaptureInput): Promise<{ memory: NewMemory; old: Memory | null }> {
    assertCanWrite(caller);
    if (input.pinned === true) assertOwner(caller, "pin a memory");
    const content = checkContent(input.content);
    const place = {
      domain: input.domain === undefined ? defaultDomain(caller) : parseDomain(input.domain),
      namespace:
        input.namespace === undefined
          ? defaultNamespace(caller)
          : checkNamespace(input.namespace, namespacesKnownTo(caller, await store.namespaces())),
    };
    assertCanPut(caller.grant, place);
    const tags = normaliseTags(input.tags ?? []);
    const source = checkSource(input.source);
    const old = input.supersedes === undefined ? null : await findMemory(store, caller, input.supersedes, "supersedes");
    const memory = {
      ...place,
      id: newId(),
      content,
      tags,
      source,
      client: caller.client,
      sessionId: caller.sessionId,
      pinned: input.pinned ?? false,
      createdAt: clock.now(),
      supersedes: old?.id ?? null,
    };
    return { memory, old };
  }

  return async function capture(caller: Caller, input: CaptureInput): Promise<CaptureResult> {
    const { memory: wanted, old } = await check(caller, input);
    const key = JSON.stringify([wanted.domain, wanted.namespace, wanted.content]);
    const { memory, created, superseded } = await inTurn(key, () => storeOnce(wanted, old));
    announce([
      ...(created ? [changeOf("captured", memory, caller.client)] : []),
      ...(superseded === null ? [] : [changeOf("updated", superseded, caller.client)]),
    ]);
    if (created) indexer?.wake();
    return { memory, created, similar: await alike(caller, memory) };
  };

  /** What is stored stays stored, whether or not its like can be found. */
  async function alike(caller: Caller, memory: Memory): Promise<SimilarMemory[]> {
    try {
      return await similarTo(parts, caller, memory);
    } catch (error) {
      parts.logger?.warn("Similar memories could not be looked up.", { id: memory.id, error: String(error) });
      return [];
    }
  }
}

/** The caller's project, else `user`; where the grant has neither, its only domain. */
function defaultDomain({ project, grant }: Caller): string {
  const wanted = project ?? USER_DOMAIN;
  if (grant.domains === null || grant.domains.includes(wanted)) return wanted;
  return grant.domains.length === 1 ? (grant.domains[0] ?? wanted) : wanted;
}

function defaultNamespace({ grant }: Caller): string {
  if (grant.namespaces === null || grant.namespaces.includes(DEFAULT_NAMESPACE)) return DEFAULT_NAMESPACE;
  return grant.namespaces.length === 1 ? (grant.namespaces[0] ?? DEFAULT_NAMESPACE) : DEFAULT_NAMESPACE;
}
