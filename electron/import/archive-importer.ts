import { createHash } from "node:crypto";
import { type ArchivedMemory, HERE_OTHERWISE, type ImportOutcome } from "../core/archive.ts";
import type { ToldItem } from "../core/memory-import.ts";
import type { ItemPlace } from "./import-item.ts";

/** Memories and characters of one request at most; one that is larger goes alone. Others are served between two. */
const BATCH = 25;
const BATCH_LENGTH = 1_000_000;

export interface ArchiveImporter {
  take(memory: ArchivedMemory, place: ItemPlace): Promise<void>;
  finish(): Promise<ArchiveReport>;
}

export interface ArchiveReport {
  /** Those that were stored, or would be. */
  readonly created: readonly { readonly id: string; readonly domain: string }[];
  readonly known: number;
  readonly conflicts: readonly ToldItem[];
  readonly refused: readonly ToldItem[];
}

interface Waiting {
  readonly memory: ArchivedMemory;
  readonly place: ItemPlace;
}

/**
 * Imports memories as they were. Those that still hold come first: what they replaced is stored once its successor is
 * there, whatever the order they are given in.
 * @param dryRun nothing is stored, so what would be is taken for being there
 */
export function createArchiveImporter(
  send: (memories: readonly ArchivedMemory[]) => Promise<readonly ImportOutcome[]>,
  dryRun: boolean,
): ArchiveImporter {
  const created: ArchiveReport["created"][number][] = [];
  let known = 0;
  const conflicts: ToldItem[] = [];
  const refused: ToldItem[] = [];
  /** Ids by which the same content is known here. */
  const knownAs = new Map<string, string>();
  /** What a trial run would store: contents by id, and ids by the contents that would hold. */
  const tried = new Map<string, string>();
  const triedContents = new Map<string, string>();
  let batch: Waiting[] = [];
  let batchLength = 0;
  let superseded: Waiting[] = [];

  /** What a real run would answer, in which the batches before this one are stored already. */
  const asIfStored = (memory: ArchivedMemory, outcome: ImportOutcome): ImportOutcome => {
    const { id, kind } = outcome;
    if (!dryRun || (kind !== "imported" && kind !== "waiting")) return outcome;
    if (kind === "waiting" && !tried.has(memory.supersededBy ?? "")) return outcome;
    const content = contentKey(memory);
    const before = tried.get(id);
    if (before !== undefined) {
      return before === content ? { kind: "known", id, knownAs: id } : { kind: "conflict", id, reason: HERE_OTHERWISE };
    }
    const holds = memory.supersededBy === null && memory.deletedAt === null;
    const first = holds ? triedContents.get(content) : undefined;
    if (first !== undefined) return { kind: "known", id, knownAs: first };
    tried.set(id, content);
    if (holds) triedContents.set(content, id);
    return { kind: "imported", id };
  };

  /** Answers those that wait for their successor. */
  async function flush(): Promise<Waiting[]> {
    const sent = batch;
    batch = [];
    batchLength = 0;
    if (sent.length === 0) return [];
    const outcomes = await send(sent.map(({ memory }) => memory));
    return sent.filter((each, index) => {
      const answer = outcomes[index];
      const outcome = answer === undefined ? undefined : asIfStored(each.memory, answer);
      const told = { ...each.place, reason: outcome?.reason ?? "" };
      if (outcome?.kind === "imported") created.push({ id: outcome.id, domain: each.memory.domain });
      else if (outcome?.kind === "known") known += 1;
      else if (outcome?.kind === "conflict") conflicts.push(told);
      else if (outcome?.kind === "refused") refused.push(told);
      if (outcome?.knownAs !== undefined) knownAs.set(outcome.id, outcome.knownAs);
      return outcome?.kind === "waiting";
    });
  }

  async function add(each: Waiting): Promise<Waiting[]> {
    const { length } = JSON.stringify(each.memory);
    const isFull = batch.length >= BATCH || (batch.length > 0 && batchLength + length > BATCH_LENGTH);
    const waiting = isFull ? await flush() : [];
    batch.push(each);
    batchLength += length;
    return waiting;
  }

  /** One round over what was superseded, the newest first: most successors are newer. */
  async function sendSuperseded(): Promise<void> {
    const waiting: Waiting[] = [];
    for (const { memory, place } of superseded.toReversed()) {
      const successor = memory.supersededBy === null ? null : (knownAs.get(memory.supersededBy) ?? memory.supersededBy);
      waiting.push(...(await add({ memory: { ...memory, supersededBy: successor }, place })));
    }
    waiting.push(...(await flush()));
    superseded = waiting.toReversed();
  }

  return {
    async take(memory, place) {
      const whole = { ...memory, history: memory.history ?? [] };
      if (typeof memory.supersededBy === "string") superseded.push({ memory: whole, place });
      else await add({ memory: whole, place });
    },
    async finish() {
      await flush();
      for (let before = Number.POSITIVE_INFINITY; superseded.length > 0 && superseded.length < before; ) {
        before = superseded.length;
        await sendSuperseded();
      }
      const reason = "What replaced it is neither here nor in the file; it may be in the trash (export --trash).";
      refused.push(...superseded.map(({ place }) => ({ ...place, reason })));
      return { created, known, conflicts, refused };
    },
  };
}

/** What makes two memories one, in the form they are stored in. */
function contentKey({ content, domain, namespace }: ArchivedMemory): string {
  const place = JSON.stringify([domain.trim(), namespace.trim().toLowerCase()]);
  return createHash("sha256").update(`${place}\n${content.toWellFormed()}`).digest("base64");
}
