import type { Caller } from "../core/caller.ts";
import { countHidden, markHidden } from "../core/hidden-characters.ts";
import { findInjectedInstruction } from "../core/injected-instructions.ts";
import type { Memory } from "../core/memory.ts";
import type { DuplicatePair, Findings, SecretFinding, TextFinding } from "../core/memory-service.ts";
import { findingsIn } from "../core/secrets/masked-text.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { createYielder } from "./yielder.ts";

/** Memories whose text one step reads. */
const TEXTS_PER_STEP = 200;
/** Memories that one step compares, and the time after which it returns early. A comparison is a search. */
const COMPARED_PER_STEP = 40;
const STEP_TIMEOUT_MS = 40;
/**
 * From this score two memories are duplicates. Texts on the same subject often reach a vector similarity of 0.8, so
 * that its threshold is higher. Both were chosen by hand; no benchmark covers them.
 */
const MIN_DUPLICATE_SCORE = { text: 0.72, vector: 0.9 } as const;
const MAX_PARTNERS = 3;
/** Characters shown on either side of a secret or a hidden character. */
const EXCERPT_CONTEXT = 48;
const MASK = "••••••";

/** Walks through all memories, newest first, for what the owner may want to clean up. The cursor is the store's. */
export function createHealth({ store, engine, clock, secretPolicy, settle }: OperationParts) {
  /** A pair is reported once, by the newer memory. */
  async function pairsOf(memory: Memory): Promise<DuplicatePair[]> {
    const similar = await engine.similar(memory.content, {}, { limit: MAX_PARTNERS, exceptId: memory.id });
    return similar
      .filter(({ memory: other, score, by }) => score >= MIN_DUPLICATE_SCORE[by] && isOlder(other, memory))
      .map(({ memory: other, score }) => ({ memory, other, score }));
  }

  /** One step of a walk. `excerptOf` returns null for a memory without a finding. */
  async function findTexts(
    caller: Caller,
    cursor: string | null,
    excerptOf: (memory: Memory) => string | null,
  ): Promise<Findings<TextFinding>> {
    assertOwner(caller);
    await settle();
    const { items, nextCursor } = await store.list({}, "created", TEXTS_PER_STEP, cursor);
    const yieldIfDue = createYielder();
    const found: TextFinding[] = [];
    for (const memory of items) {
      await yieldIfDue();
      const excerpt = excerptOf(memory);
      if (excerpt !== null) found.push({ memory, excerpt });
    }
    return { items: found, scanned: items.length, nextCursor };
  }

  return {
    findSecrets: (caller: Caller, cursor: string | null): Promise<Findings<SecretFinding>> =>
      findTexts(caller, cursor, ({ content }) => excerptOfSecret(content, secretPolicy())),
    findInstructions: (caller: Caller, cursor: string | null): Promise<Findings<TextFinding>> =>
      findTexts(caller, cursor, excerptOfInstruction),
    findHiddenCharacters: (caller: Caller, cursor: string | null): Promise<Findings<TextFinding>> =>
      findTexts(caller, cursor, excerptOfHidden),

    async findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicatePair>> {
      assertOwner(caller);
      await settle();
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

/** All that a model reads of a memory. */
function textsOf({ content, source, tags, domain }: Memory): string[] {
  return [content, ...tags, source ?? "", domain];
}

function excerptOfInstruction(memory: Memory): string | null {
  for (const text of textsOf(memory)) {
    const found = findInjectedInstruction(text);
    if (found !== null) return found.excerpt;
  }
  return null;
}

/** The line around the first hidden character, with marks. */
function excerptOfHidden(memory: Memory): string | null {
  const text = textsOf(memory).find((each) => countHidden(each) > 0);
  if (text === undefined) return null;
  const marked = markHidden(text);
  const at = firstDifference(text, marked);
  const start = Math.max(0, at - EXCERPT_CONTEXT);
  const line = marked.slice(start, at + EXCERPT_CONTEXT).toWellFormed();
  return `${start > 0 ? "…" : ""}${line.replace(/\s+/g, " ").trim()}`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The line of the first secret in a text, with the secret masked; null if there is none. */
function excerptOfSecret(content: string, policy: SecretPolicy): string | null {
  const [secret] = findingsIn(content, policy);
  if (secret === undefined) return null;
  const { start, end } = secret;
  const before = content.slice(Math.max(0, start - EXCERPT_CONTEXT), start);
  const after = content.slice(end, end + EXCERPT_CONTEXT);
  const lead = before.slice(before.lastIndexOf("\n") + 1).trimStart();
  return `${lead}${MASK}${after.split("\n", 1)[0]?.trimEnd() ?? ""}`;
}

function isOlder(one: Memory, other: Memory): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}
