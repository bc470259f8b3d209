import type { ArchivedMemory, ImportOutcome } from "../../core/archive.ts";
import type { ImportReport, ToldLine } from "./import-report.ts";

/** Memories and characters of one request at most; one that is larger goes alone. */
const BATCH = 100;
const BATCH_LENGTH = 1_000_000;

export interface ArchiveImporter {
  /** Takes a line of our own export. */
  take(memory: ArchivedMemory, line: number): Promise<void>;
  finish(): Promise<ImportReport>;
}

interface Line {
  readonly memory: ArchivedMemory;
  readonly line: number;
}

/** Whether a line is of our own export, and not only a content to be captured. */
export function isArchived(value: Readonly<Record<string, unknown>>): boolean {
  return ["id", "content", "createdAt", "updatedAt", "revision"].every((name) => value[name] !== undefined);
}

/**
 * Imports memories as they were. Those that still hold come first: what they replaced is stored once its successor is
 * there, whatever the order of the lines.
 * @param dryRun nothing is stored, so a successor that would be is taken for being there
 */
export function createArchiveImporter(
  send: (memories: readonly ArchivedMemory[]) => Promise<readonly ImportOutcome[]>,
  dryRun: boolean,
): ArchiveImporter {
  let created = 0;
  let known = 0;
  const conflicts: ToldLine[] = [];
  const refused: ToldLine[] = [];
  /** Ids by which the same content is known here. */
  const knownAs = new Map<string, string>();
  /** Ids that a trial run would store. */
  const tried = new Set<string>();
  let batch: Line[] = [];
  let batchLength = 0;
  let superseded: Line[] = [];

  /** Answers those that wait for their successor. */
  async function flush(): Promise<Line[]> {
    const sent = batch;
    batch = [];
    batchLength = 0;
    if (sent.length === 0) return [];
    const outcomes = await send(sent.map(({ memory }) => memory));
    return sent.filter((each, index) => {
      const outcome = outcomes[index];
      const told = { line: each.line, reason: outcome?.reason ?? "" };
      if (outcome?.kind === "imported") {
        created += 1;
        if (dryRun) tried.add(outcome.id);
      }
      if (outcome?.kind === "known") known += 1;
      else if (outcome?.kind === "conflict") conflicts.push(told);
      else if (outcome?.kind === "refused") refused.push(told);
      if (outcome?.knownAs !== undefined) knownAs.set(outcome.id, outcome.knownAs);
      return outcome?.kind === "waiting";
    });
  }

  async function add(each: Line): Promise<Line[]> {
    const { length } = JSON.stringify(each.memory);
    const isFull = batch.length >= BATCH || (batch.length > 0 && batchLength + length > BATCH_LENGTH);
    const waiting = isFull ? await flush() : [];
    batch.push(each);
    batchLength += length;
    return waiting;
  }

  /** One round over what was superseded, the newest first: most successors are newer. */
  async function sendSuperseded(): Promise<void> {
    const waiting: Line[] = [];
    for (const { memory, line } of superseded.toReversed()) {
      const successor = memory.supersededBy === null ? null : (knownAs.get(memory.supersededBy) ?? memory.supersededBy);
      const supersededBy = successor !== null && tried.has(successor) ? null : successor;
      waiting.push(...(await add({ memory: { ...memory, supersededBy }, line })));
    }
    waiting.push(...(await flush()));
    superseded = waiting.toReversed();
  }

  return {
    async take(memory, line) {
      const whole = { ...memory, history: memory.history ?? [] };
      if (typeof memory.supersededBy === "string") superseded.push({ memory: whole, line });
      else await add({ memory: whole, line });
    },
    async finish() {
      await flush();
      for (let before = Number.POSITIVE_INFINITY; superseded.length > 0 && superseded.length < before; ) {
        before = superseded.length;
        await sendSuperseded();
      }
      const reason = "What replaced it is neither here nor in the file; it may be in the trash (export --trash).";
      refused.push(...superseded.map(({ line }) => ({ line, reason })));
      return { created, known, conflicts, refused };
    },
  };
}
