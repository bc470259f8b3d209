import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { DuplicatePair, Findings, SecretFinding } from "../core/memory-service.ts";
import { findingsIn } from "../core/secrets/masked-text.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { createYielder } from "./yielder.ts";

/** Memories that one step reads for secrets. */
const SECRETS_PER_STEP = 200;
/** Memories that one step compares, and the time after which it returns early. A comparison is a search. */
const COMPARED_PER_STEP = 40;
const STEP_TIMEOUT_MS = 40;
/**
 * From this score two memories are duplicates. Texts on the same subject often reach a vector similarity of 0.8, so
 * that its threshold is higher. Both were chosen by hand; no benchmark covers them.
 */
const MIN_DUPLICATE_SCORE = { text: 0.72, vector: 0.9 } as const;
const MAX_PARTNERS = 3;
/** Characters shown on either side of a secret. */
const SECRET_CONTEXT = 48;
const MASK = "••••••";

/** Walks through all memories, newest first, for what the owner may want to clean up. The cursor is the store's. */
export function createHealth({ store, engine, clock, secretPolicy }: OperationParts) {
  /** A pair is reported once, by the newer memory. */
  async function pairsOf(memory: Memory): Promise<DuplicatePair[]> {
    const similar = await engine.similar(memory.content, {}, { limit: MAX_PARTNERS, exceptId: memory.id });
    return similar
      .filter(({ memory: other, score, by }) => score >= MIN_DUPLICATE_SCORE[by] && isOlder(other, memory))
      .map(({ memory: other, score }) => ({ memory, other, score }));
  }

  return {
    async findSecrets(caller: Caller, cursor: string | null): Promise<Findings<SecretFinding>> {
      assertOwner(caller);
      const { items, nextCursor } = await store.list({}, "created", SECRETS_PER_STEP, cursor);
      const yieldIfDue = createYielder();
      const found: SecretFinding[] = [];
      for (const memory of items) {
        await yieldIfDue();
        const excerpt = excerptOfSecret(memory.content, secretPolicy());
        if (excerpt !== null) found.push({ memory, excerpt });
      }
      return { items: found, scanned: items.length, nextCursor };
    },

    async findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicatePair>> {
      assertOwner(caller);
      const deadline = clock.now() + STEP_TIMEOUT_MS;
      const yieldIfDue = createYielder();
      const pairs: DuplicatePair[] = [];
      let scanned = 0;
      for (let at = cursor; ; ) {
        const { items, nextCursor } = await store.list({}, "created", 1, at);
        for (const memory of items) pairs.push(...(await pairsOf(memory)));
        await yieldIfDue();
        scanned += items.length;
        if (nextCursor === undefined) return { items: pairs, scanned };
        if (scanned >= COMPARED_PER_STEP || clock.now() >= deadline) return { items: pairs, scanned, nextCursor };
        at = nextCursor;
      }
    },
  };
}

/** The line of the first secret in a text, with the secret masked; null if there is none. */
function excerptOfSecret(content: string, policy: SecretPolicy): string | null {
  const [secret] = findingsIn(content, policy);
  if (secret === undefined) return null;
  const { start, end } = secret;
  const before = content.slice(Math.max(0, start - SECRET_CONTEXT), start);
  const after = content.slice(end, end + SECRET_CONTEXT);
  const lead = before.slice(before.lastIndexOf("\n") + 1).trimStart();
  return `${lead}${MASK}${after.split("\n", 1)[0]?.trimEnd() ?? ""}`;
}

function isOlder(one: Memory, other: Memory): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
