import { hasInstruction } from "../core/gate/gate.ts";
import {
  type InboxService,
  MAX_WAITING,
  type OfferedMemory,
  type OfferState,
  type Proposal,
  watchedSubject,
} from "../core/inbox.ts";
import type { Memory } from "../core/memory.ts";
import { parseState } from "../core/memory-fields.ts";
import type { NewMemory } from "../core/ports.ts";
import { parseId } from "../core/urn.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

/** Proposes memories from files that the owner allows Recollect to watch. */
export function createOffer({ stopSecrets, store, proposals, events, clock }: OperationParts) {
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
