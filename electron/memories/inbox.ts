import type { Caller } from "../core/caller.ts";
import { hasInstruction } from "../core/gate/gate.ts";
import {
  type InboxService,
  MAX_WAITING,
  type OfferedMemory,
  type OfferState,
  type Proposal,
  type ProposalReason,
  watchedSubject,
} from "../core/inbox.ts";
import type { Memory, UpdateInput } from "../core/memory.ts";
import { changedState, parseState } from "../core/memory-fields.ts";
import type { MemoryChanges, NewMemory } from "../core/ports.ts";
import { parseId } from "../core/urn.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { changeOf } from "./announce.ts";
import { checkChanges } from "./change.ts";
import { findSimilar } from "./queries.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkInteger } from "./validate.ts";

/** Decisions returned by one call; the next call returns the others. */
const MAX_REVIEWS = 100;

/** Stores a checked capture as a proposal; content that waits already is not stored again. @throws rate_limited */
export function createPropose({ proposals, events, clock }: OperationParts) {
  return async function propose(
    { subject }: Caller,
    memory: NewMemory,
    reason: ProposalReason,
  ): Promise<{ readonly proposal: Proposal; readonly created: boolean }> {
    const waiting = await proposals.findWaiting(subject, memory);
    if (waiting !== null) return { proposal: waiting, created: false };
    if ((await proposals.countOf(subject)) >= MAX_WAITING) {
      throw new RecollectError("inbox_full", { maximum: MAX_WAITING });
    }
    const [proposal] = await proposals.add([{ subject, reason, memory }], clock.now());
    if (proposal === undefined) throw new Error("A proposal was not stored.");
    events.emit("inbox.changed", null);
    return { proposal, created: true };
  };
}

/** The owner's review of proposals, and the offers of memories from watched files. */
export function createInbox(parts: OperationParts) {
  const { store, proposals, engine, events, announce, indexer, clock, isRemote } = parts;
  const changed = () => events.emit("inbox.changed", null);
  /**
   * Stored there first: if the second step fails, the proposal still waits, and the memory is found when it is kept
   * again.
   */
  async function keepRemote(
    { memory: proposed, supersedes }: Proposal,
    changes: MemoryChanges,
    existing: Memory | null,
  ) {
    const given = { ...proposed, ...changes };
    const replaced = supersedes === null ? null : await store.get(supersedes);
    const isReplaced =
      existing === null &&
      replaced?.supersededBy === null &&
      replaced.domain === given.domain &&
      replaced.id !== given.id;
    const facts = {
      sessionId: null,
      pinned: false,
      createdAt: clock.now(),
      supersedes: isReplaced ? supersedes : null,
    };
    const memory = existing ?? (await store.insert({ ...given, ...facts }));
    await proposals.keptElsewhere(proposed.id, memory, clock.now());
    return { memory, superseded: isReplaced ? await store.get(replaced.id) : null };
  }

  /** The memory is in its database already. */
  async function keepRow(caller: Caller, proposed: Memory, changes: MemoryChanges): Promise<Memory> {
    const at = clock.now();
    await proposals.keptElsewhere(proposed.id, proposed, at);
    const isChanged = Object.values(changes).some((value) => value !== undefined);
    const memory = isChanged
      ? await store.update(proposed.id, changes, null, { client: null, at, action: "update" })
      : ((await store.get(proposed.id)) ?? proposed);
    announce([changeOf("captured", memory, caller.client)]);
    changed();
    return memory;
  }

  return {
    ...createOffer(parts),

    async list(caller, state, limit, cursor) {
      assertOwner(caller);
      return proposals.list(state, checkInteger("limit", limit, { from: 1, to: 200, otherwise: 50 }), cursor ?? null);
    },

    async counts(caller) {
      assertOwner(caller);
      return proposals.counts();
    },

    async similar(caller, id) {
      assertOwner(caller);
      return findSimilar(engine, caller, (await proposals.waiting(id)).memory);
    },

    async keep(caller, id, input: UpdateInput = {}): Promise<Memory> {
      assertOwner(caller);
      const changes = await checkChanges(store, caller, input);
      const proposal = await proposals.waiting(id);
      const { memory: proposed } = proposal;
      const isRow = isRemote(proposed.domain) && (await proposals.heldAmong([id])).has(id);
      if (isRow) return keepRow(caller, proposed, changes);
      const kept = changedState(proposed, changes);
      const { domain, namespace } = kept;
      const existing = (await store.get(id)) ?? (await store.findIdentical(kept));
      if (!(await store.namespaces()).includes(namespace)) await store.addNamespace(namespace);
      const { memory, superseded } = isRemote(domain)
        ? await keepRemote(proposal, changes, existing)
        : await proposals.keep(id, changes, existing?.id ?? null, clock.now());
      announce([
        ...(existing?.id !== memory.id ? [changeOf("captured", memory, memory.client)] : []),
        ...(superseded === null ? [] : [changeOf("updated", superseded, caller.client)]),
      ]);
      changed();
      indexer?.wake();
      return memory;
    },

    async reject(caller, id) {
      assertOwner(caller);
      const proposal = await proposals.reject(id, clock.now());
      changed();
      return proposal;
    },

    async reopen(caller, id) {
      assertOwner(caller);
      const { proposal, removed, reinstated } = await proposals.reopen(id, clock.now());
      announce([
        ...(removed === null ? [] : [changeOf("purged", removed, caller.client)]),
        ...(reinstated === null ? [] : [changeOf("updated", reinstated, caller.client)]),
      ]);
      changed();
      return proposal;
    },

    async takeReviews(caller) {
      return caller.client === null ? [] : proposals.takeReviews(caller.subject, MAX_REVIEWS, clock.now());
    },
  } satisfies InboxService;
}

/** Proposes memories from files that the owner allows Recollect to watch. */
function createOffer({ stopSecrets, store, proposals, events, clock }: OperationParts) {
  function check(given: OfferedMemory): NewMemory {
    const safe = stopSecrets(given, given.domain, () => undefined);
    return {
      ...parseState(safe),
      id: parseId(given.id),
      client: given.client,
      sessionId: null,
      pinned: false,
      createdAt: clock.now(),
      supersedes: null,
    };
  }

  /** Returns the first of these ids that is a waiting proposal or a current memory. */
  async function findPredecessor(earlier: readonly string[]): Promise<Proposal | Memory | null> {
    const inInbox = await proposals.known(earlier);
    const memories = new Map((await store.getMany([...earlier])).map((memory) => [memory.id, memory]));
    for (const id of earlier) {
      if (inInbox.get(id) === "waiting") return proposals.waiting(id);
      const memory = memories.get(id);
      if (memory !== undefined && stateOf(memory) === "kept") return memory;
    }
    return null;
  }

  return {
    async offer(caller, origin, given) {
      assertOwner(caller);
      const subject = watchedSubject(origin);
      const { id } = given;
      const isKnown = (await proposals.known([id])).has(id) || (await store.get(id)) !== null;
      if (isKnown) return { kind: "known", as: id };
      let memory: NewMemory;
      try {
        memory = check(given);
      } catch (error) {
        if (!(error instanceof RecollectError)) throw error;
        return { kind: "refused", error: toErrorBody(error) };
      }
      const same = (await store.findIdentical(memory)) ?? (await proposals.findWaiting(subject, memory))?.memory;
      if (same !== undefined) return { kind: "known", as: same.id };
      const before = await findPredecessor(given.earlier);
      const waiting = before !== null && "proposedAt" in before ? before : null;
      if (waiting === null && (await proposals.countOf(subject)) >= MAX_WAITING) return { kind: "full" };
      const withdrawn = waiting?.memory.id ?? null;
      const supersedes = before !== null && "id" in before ? before.id : (waiting?.supersedes ?? null);
      const reason = hasInstruction(memory) ? "instruction" : "import";
      await proposals.add(
        [{ subject, reason, memory: { ...memory, supersedes } }],
        clock.now(),
        withdrawn === null ? [] : [withdrawn],
      );
      events.emit("inbox.changed", null);
      return { kind: "proposed", withdrawn };
    },

    async offerStates(caller, ids) {
      assertOwner(caller);
      const states = new Map<string, OfferState>(ids.map((id) => [id, "none"]));
      for (const memory of await store.getMany([...ids])) states.set(memory.id, stateOf(memory));
      for (const [id, state] of await proposals.known(ids)) states.set(id, state);
      return states;
    },
  } satisfies Pick<InboxService, "offer" | "offerStates">;
}

function stateOf({ deletedAt, supersededBy }: Memory): OfferState {
  if (deletedAt !== null) return "trash";
  return supersededBy === null ? "kept" : "superseded";
}
