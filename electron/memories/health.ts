import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { DuplicatePair, Findings, SecretFinding } from "../core/memory-service.ts";
import { createBreather } from "./breather.ts";
import { excerptOfSecret } from "./find-secrets.ts";
import { assertOwner } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

/** Memories read for secrets in one step. */
const SECRETS_STEP = 200;
/** Memories compared in one step, and how long one may take before it ends early, in milliseconds. */
const DUPLICATES_STEP = 40;
const STEP_LIMIT_MS = 40;
/** From here on two memories say the same: by their words, or by meaning (texts of one subject reach 0.8 easily). */
const LEAST_ALIKE = { text: 0.72, vector: 0.9 } as const;
const PARTNERS = 3;

/** Walks through all memories for what the owner may want to put in order. The cursor is the store's own. */
export function createHealth({ store, engine, clock }: Operation) {
  /** A pair is told of once: by the newer of the two. */
  async function pairsOf(memory: Memory): Promise<DuplicatePair[]> {
    const alike = await engine.similar(memory.content, {}, { limit: PARTNERS, exceptId: memory.id });
    return alike
      .filter(({ memory: other, score, by }) => score >= LEAST_ALIKE[by] && isOlder(other, memory))
      .map(({ memory: other, score }) => ({ memory, other, score }));
  }

  return {
    async findSecrets(caller: Caller, cursor: string | null): Promise<Findings<SecretFinding>> {
      assertOwner(caller, "look for secrets");
      const { items, nextCursor } = await store.list({}, "created", SECRETS_STEP, cursor);
      const breathe = createBreather();
      const found: SecretFinding[] = [];
      for (const memory of items) {
        await breathe();
        const excerpt = excerptOfSecret(memory.content);
        if (excerpt !== null) found.push({ memory, excerpt });
      }
      return { items: found, scanned: items.length, ...(nextCursor === undefined ? {} : { nextCursor }) };
    },

    async findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicatePair>> {
      assertOwner(caller, "look for duplicates");
      const until = clock.now() + STEP_LIMIT_MS;
      const breathe = createBreather();
      const pairs: DuplicatePair[] = [];
      let scanned = 0;
      for (let at = cursor; ; ) {
        const { items, nextCursor } = await store.list({}, "created", 1, at);
        for (const memory of items) pairs.push(...(await pairsOf(memory)));
        await breathe();
        scanned += items.length;
        if (nextCursor === undefined) return { items: pairs, scanned };
        if (scanned >= DUPLICATES_STEP || clock.now() >= until) return { items: pairs, scanned, nextCursor };
        at = nextCursor;
      }
    },
  };
}

function isOlder(one: Memory, other: Memory): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
