import { isDeepStrictEqual } from "node:util";
import { hasInstruction, type ReadTexts } from "../../core/gate/gate.ts";
import type { ClientIdentity } from "../../core/memory.ts";
import type { MergedMemory } from "../../core/replication/merge.ts";
import { type MemoryRow, toMemory } from "../rows/memory-row.ts";
import type { MemoryRows } from "../rows/memory-rows.ts";
import type { ChangeRows, SpaceMemory } from "./change-rows.ts";

interface HoldsParts {
  readonly rows: MemoryRows;
  readonly changes: ChangeRows;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Decides which memories of other devices wait for the owner's review, on this device only: those that read like an
 * instruction to an assistant (ADR 0048). The entries and the state are the same as on other devices.
 */
export class Holds {
  readonly #parts: HoldsParts;

  constructor(parts: HoldsParts) {
    this.#parts = parts;
  }

  /**
   * Holds a memory with a new text of another device that reads like an instruction, and releases one whose text no
   * longer does. A decision of the owner lasts as long as the text is the same.
   * @param before the memory before the change; null if it was not here
   * @param isFromElsewhere whether another device wrote a part of the text
   */
  update(id: string, before: MemoryRow | null, isFromElsewhere: () => boolean): void {
    const { rows, now } = this.#parts;
    const row = rows.find(id);
    if (row === undefined) return;
    const [text, former] = [textsOf(row), before === null ? null : textsOf(before)];
    if (isDeepStrictEqual(text, former)) return;
    if (!hasInstruction(text)) {
      if (row.held !== 0) rows.setHeld(id, 0, null);
    } else if (isFromElsewhere()) rows.setHeld(id, 1, now());
  }

  /**
   * Whether another device made one of the last revisions of a merged memory, back to a revision that does not read like an
   * instruction. Concurrent changes can be in any order: the last one does not show who wrote the text.
   */
  isFromElsewhere({ memory, space }: SpaceMemory, { revisions }: MergedMemory): boolean {
    const { changes } = this.#parts;
    for (const { stamp, fields, client } of revisions.toReversed()) {
      if (!hasInstruction(readTexts(fields, client))) return false;
      const entry = changes.findEntry(memory, space, stamp);
      if (entry === undefined || changes.authorOf(entry.device) !== null) return true;
    }
    return false;
  }
}

function textsOf(row: MemoryRow): ReadTexts {
  const memory = toMemory(row);
  return readTexts(memory, memory.client);
}

/** The texts that a model reads; the name of the client is in every answer. */
function readTexts({ content, source, tags, domain, namespace }: ReadTexts, client: ClientIdentity | null): ReadTexts {
  const author = client === null ? [] : [client.name, client.via ?? ""];
  return { content, source, tags: [...tags, ...author], domain, namespace };
}
