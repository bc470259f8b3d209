import type { Caller } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import { hasInstruction } from "../core/gate/gate.ts";
import type { ProposalReason } from "../core/inbox.ts";
import { identityOf, type Memory } from "../core/memory.ts";
import { EMPTY_STATE, parseChanges } from "../core/memory-fields.ts";
import type { CaptureInput, CaptureResult, NoticeListener } from "../core/memory-service.ts";
import { DEFAULT_NAMESPACE, parseNamespace } from "../core/namespace.ts";
import type { NewMemory } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { MAX_TAGS } from "../core/tags.ts";
import { mistyped } from "../core/util/similar-names.ts";
import { assertInterval } from "../core/validity.ts";
import { changeOf } from "./announce.ts";
import { findMemory } from "./find-memory.ts";
import { createPropose } from "./inbox.ts";
import { findSimilar } from "./queries.ts";
import { assertCanCapture, assertCanWriteTo, assertOwner, namespacesKnownTo } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkNamespace } from "./validate.ts";

interface StoreResult {
  readonly memory: Memory;
  readonly created: boolean;
  readonly addedTags: readonly string[];
  /** The memory that it replaced, after the change. */
  readonly superseded: Memory | null;
}

const NO_TAGS: readonly string[] = [];

/** Captures memories: checks the input, stores identical content once with the tags of all captures, and returns similar memories. */
export function createCapture(parts: OperationParts) {
  const { store, engine, announce, indexer, clock, newId, logger, settle } = parts;
  const propose = createPropose(parts);
  /** The last capture of each content in each place. They run one after another, so that each finds the one before. */
  const running = new Map<string, Promise<unknown>>();

  async function storeOnce(
    memory: NewMemory,
    replaced: Memory | null,
    onCommitted: (stored: Memory) => void,
  ): Promise<StoreResult> {
    const identical = await store.findIdentical(memory);
    if (identical === null) {
      const stored = await store.insert(memory, onCommitted);
      const superseded = replaced === null ? null : await store.get(replaced.id);
      return { memory: stored, created: true, addedTags: NO_TAGS, superseded };
    }
    const { id, tags } = identical;
    const addedTags = memory.tags.filter((tag) => !tags.includes(tag)).slice(0, Math.max(0, MAX_TAGS - tags.length));
    const changes = addedTags.length === 0 ? {} : { tags: [...tags, ...addedTags].sort() };
    const edit = { client: memory.client, at: memory.createdAt };
    if (replaced === null || replaced.id === id || replaced.supersededBy === id) {
      const tagged =
        addedTags.length === 0 ? identical : await store.update(id, changes, null, { ...edit, action: "update" });
      return { memory: tagged, created: false, addedTags, superseded: null };
    }
    const { kept, superseded } = await store.merge(
      { id, changes, expectedRevision: null },
      [{ id: replaced.id, expectedRevision: null }],
      edit,
    );
    return { memory: kept, created: false, addedTags, superseded: superseded[0] ?? null };
  }

  async function runInOrder<T>(key: string, task: () => Promise<T>): Promise<T> {
    const previous = running.get(key);
    const current = previous === undefined ? task() : previous.then(task, task);
    running.set(key, current);
    try {
      return await current;
    } finally {
      if (running.get(key) === current) running.delete(key);
    }
  }

  /**
   * The namespace of a capture. A client may mistype it: then the meant namespace is used, and a notice says so.
   * @throws invalid_argument for the owner, and for a name that is like no known one
   */
  async function namespaceOf(caller: Caller, given: string, notify: NoticeListener): Promise<string> {
    const known = namespacesKnownTo(caller, await store.namespaces());
    const name = parseNamespace(given);
    const meant = caller.client === null || known.includes(name) ? null : mistyped(name, known);
    if (meant === null) return checkNamespace(name, known);
    notify({ reason: "namespace_replaced", params: { namespace: name, used: meant } });
    return meant;
  }

  async function check(
    caller: Caller,
    input: CaptureInput,
    notify: NoticeListener,
  ): Promise<{ memory: NewMemory; replaced: Memory | null }> {
    assertCanCapture(caller);
    if (input.pinned === true) assertOwner(caller);
    const given = {
      ...EMPTY_STATE,
      domain: defaultDomain(caller),
      namespace: defaultNamespace(caller),
      content: input.content,
      ...parseChanges(input),
    };
    assertInterval(given);
    const namespace =
      input.namespace === undefined ? given.namespace : await namespaceOf(caller, input.namespace, notify);
    const memory = { ...given, namespace };
    assertCanWriteTo(caller.grant, memory);
    const replaced =
      input.supersedes === undefined ? null : await findMemory(store, caller, input.supersedes, "supersedes");
    const facts = {
      id: newId(),
      client: caller.client,
      sessionId: caller.sessionId,
      pinned: input.pinned ?? false,
      createdAt: clock.now(),
      supersedes: replaced?.id ?? null,
    };
    return { memory: { ...memory, ...facts }, replaced };
  }

  /** Does not throw: the memory is stored, whether or not similar ones are found. */
  async function trySimilar(caller: Caller, memory: Memory, isNew: boolean): Promise<SimilarMemory[]> {
    try {
      return await findSimilar(engine, caller, memory, {}, isNew);
    } catch (error) {
      logger.warn("Similar memories could not be searched.", { id: memory.id, error: String(error) });
      return [];
    }
  }

  /** Only the id of the result concerns the caller: other proposals and similar memories do not. */
  async function proposeOnce(caller: Caller, memory: NewMemory, reason: ProposalReason): Promise<CaptureResult> {
    const identical = memory.supersedes === null ? await store.findIdentical(memory) : null;
    if (identical !== null)
      return { memory: identical, created: false, addedTags: NO_TAGS, waiting: false, similar: [] };
    const { proposal } = await propose(caller, memory, reason);
    return { memory: proposal.memory, created: false, addedTags: NO_TAGS, waiting: true, similar: [] };
  }

  return async function capture(
    caller: Caller,
    input: CaptureInput,
    notify: NoticeListener = () => undefined,
  ): Promise<CaptureResult> {
    await settle();
    const { memory: checked, replaced } = await check(caller, input, notify);
    const reason = reviewReason(caller, checked);
    if (reason !== null) {
      const key = `${caller.subject} ${identityOf(checked)}`;
      return await runInOrder(key, () => proposeOnce(caller, checked, reason));
    }
    const key = identityOf(checked);
    // Similar memories are searched while the new one is synced to disk.
    const during: { similar?: Promise<SimilarMemory[]> } = {};
    const onCommitted = (committed: Memory) => {
      during.similar ??= trySimilar(caller, committed, true);
    };
    const stored = await runInOrder(key, () => storeOnce(checked, replaced, onCommitted));
    const { memory, created, addedTags, superseded } = stored;
    announce([
      ...(created ? [changeOf("captured", memory, caller.client)] : []),
      ...(addedTags.length > 0 ? [changeOf("updated", memory, caller.client)] : []),
      ...(superseded === null ? [] : [changeOf("updated", superseded, caller.client)]),
    ]);
    if (created) indexer?.wake();
    return {
      memory,
      created,
      addedTags,
      waiting: false,
      similar: await (during.similar ?? trySimilar(caller, memory, created)),
    };
  };
}

/** Why a capture waits for the owner's review. Null if it does not. The owner's own captures never wait. */
function reviewReason({ client, grant }: Caller, memory: NewMemory): ProposalReason | null {
  if (grant.access === "propose") return "access";
  return client !== null && hasInstruction(memory) ? "instruction" : null;
}

/** The caller's project, else `user`; the only granted domain where neither is granted. */
export function defaultDomain({ project, grant }: Caller): string {
  return grantedOr(project ?? USER_DOMAIN, grant.domains);
}

function defaultNamespace({ grant }: Caller): string {
  return grantedOr(DEFAULT_NAMESPACE, grant.namespaces);
}

function grantedOr(value: string, allowed: readonly string[] | null): string {
  const [only] = allowed ?? [];
  return allowed?.length === 1 && only !== undefined ? only : value;
}
