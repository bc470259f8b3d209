import type { GatePolicy } from "../../core/gate/gate.ts";
import type { AppliedChange } from "../../core/replication/change-store.ts";
import { enterEntry } from "../../core/replication/enter-entry.ts";
import { type Entry, readStoredEntry, writeEntry } from "../../core/replication/entry.ts";
import { createYielder } from "../../core/util/yielder.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import type { StoredEntry } from "./change-rows.ts";
import type { Space } from "./space-cache.ts";
import { changeInSteps } from "./steps.ts";

interface StoredSecretsParts {
  readonly writes: WriteQueue;
  readonly log: LogParts;
}

/** Memories whose entries were read. Each is read once. */
const MAX_READ = 20_000;

/**
 * Masks secrets in entries of other devices that a version without the gate stored (ADR 0048), before the next change of
 * their memory is applied. Only the copy of this device changes: it never sends the entries of others.
 */
export class StoredSecrets {
  readonly #parts: StoredSecretsParts;
  readonly #read = new Set<string>();

  constructor(parts: StoredSecretsParts) {
    this.#parts = parts;
  }

  /** @param gateOf what the owner chose to do with secrets in the domain of an entry */
  async mask(
    { id, number }: Space,
    memories: ReadonlySet<string>,
    gateOf: (entry: Entry) => GatePolicy,
    onChange: (changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { writes, log } = this.#parts;
    const found: (readonly StoredEntry[])[] = [];
    const yieldIfDue = createYielder();
    for (const memory of memories) {
      const key = `${memory} ${id}`;
      if (this.#read.has(key)) continue;
      const masked: StoredEntry[] = [];
      for (const stored of log.changes.receivedOf(memory, number)) {
        await yieldIfDue();
        const entry = readStoredEntry(stored.body ?? "");
        const entered = enterEntry(entry, gateOf(entry));
        if (entered !== entry) masked.push({ ...stored, body: writeEntry(entered) });
      }
      if (masked.length > 0) found.push(masked);
      if (this.#read.size >= MAX_READ) this.#read.clear();
      this.#read.add(key);
    }
    if (found.length === 0) return;
    const maskNext = (index: number) => {
      const [changed, reached] = [found[index] ?? [], index + 1];
      for (const stored of changed) log.changes.replace(stored, stored);
      const [first] = changed;
      const settled = first === undefined ? [] : log.materialiser.settle(log.space(id), first.memory);
      return { changed: settled, reached, isLast: reached >= found.length };
    };
    await changeInSteps(writes, 0, maskNext, onChange, signal);
  }
}
