import type { Caller } from "../core/caller.ts";
import { countHidden, markHidden } from "../core/hidden-characters.ts";
import { findInjectedInstruction } from "../core/injected-instructions.ts";
import { MAX_MERGED, type Memory } from "../core/memory.ts";
import type { DuplicateGroup, Findings, SecretFinding, TextFinding } from "../core/memory-service.ts";
import { findingsIn } from "../core/secrets/masked-text.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { createYielder } from "../core/util/yielder.ts";
import { isOlder, MANY_DUPLICATES, SIMILAR_MEMORIES, withLevels } from "./near-duplicates.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

/** Memories whose text one step reads. */
const TEXTS_PER_STEP = 200;
/** Memories that one step compares, and the time after which it returns early. A comparison is a search. */
const COMPARED_PER_STEP = 40;
const STEP_TIMEOUT_MS = 40;
/** Characters shown on either side of a secret or a hidden character. */
const EXCERPT_CONTEXT = 48;
const MASK = "••••••";

/** Walks through all memories, newest first, for what the owner may want to clean up. The cursor is the store's. */
export function createHealth({ store, engine, clock, secretPolicy, settle }: OperationParts) {
  /**
   * The group of each memory that the current scan found in one: the id of the group's newest memory. A repeated step
   * returns the same groups.
   */
  const groups = new Map<string, string>();

  /** The group of which a memory is the newest; null if it is in another group, or has no older duplicates. */
  async function groupOf(memory: Memory): Promise<DuplicateGroup | null> {
    if (groups.has(memory.id)) return null;
    const { id, content } = memory;
    const isGrouped = (other: string) => (groups.get(other) ?? id) !== id;
    const domains = [memory.domain];
    const few = { limit: SIMILAR_MEMORIES, exceptId: id, withBoth: true };
    let near = withLevels(content, await engine.similar(content, { domains }, few));
    if (near.length >= MANY_DUPLICATES) {
      const older = { domains, before: Date.parse(memory.createdAt) + 1 };
      const excluded = { size: groups.size, has: isGrouped };
      const many = { limit: MAX_MERGED, exceptId: id, compared: 2 * MAX_MERGED, excluded, withBoth: true };
      near = withLevels(content, await engine.similar(content, older, many));
    }
    const duplicates = near.filter((other) => isOlder(other.memory, memory) && !isGrouped(other.memory.id));
    for (const { memory: other } of duplicates) groups.set(other.id, id);
    return duplicates.length === 0 ? null : { memory, duplicates };
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

    async findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicateGroup>> {
      assertOwner(caller);
      await settle();
      if (cursor === null) groups.clear();
      const deadline = clock.now() + STEP_TIMEOUT_MS;
      const yieldIfDue = createYielder();
      const found: DuplicateGroup[] = [];
      let scanned = 0;
      for (let at = cursor; ; ) {
        const { items, nextCursor } = await store.list({}, "created", 1, at);
        for (const memory of items) {
          const group = await groupOf(memory);
          if (group !== null) found.push(group);
        }
        await yieldIfDue();
        scanned += items.length;
        if (nextCursor === undefined) return { items: found, scanned };
        if (scanned >= COMPARED_PER_STEP || clock.now() >= deadline) return { items: found, scanned, nextCursor };
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
