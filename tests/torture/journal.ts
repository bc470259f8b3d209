/** A change that the application acknowledged: this revision of the memory has this content. */
export interface AcknowledgedWrite {
  readonly id: string;
  readonly revision: number;
  readonly action: "capture" | "update" | "delete" | "restore" | "supersede";
  readonly content: string;
}

/** What must be true of a memory that one writer owns, after its last write. */
export interface OwnedMemory {
  readonly id: string;
  readonly revision: number;
  readonly content: string;
  readonly deleted: boolean;
  readonly supersededBy: string | null;
}

/** The outcome of writing a unique content. `open`: without a response, so it may be stored or not. */
type Outcome = "acknowledged" | "refused" | "open";

/** All writes of a run and what the application said about them. */
export class Journal {
  readonly #writes: AcknowledgedWrite[] = [];
  readonly #owned = new Map<string, OwnedMemory>();
  readonly #contents = new Map<string, Outcome>();

  /** Records a content before it is sent. */
  attempt(content: string): void {
    this.#contents.set(content, "open");
  }

  refuse(content: string): void {
    this.#contents.set(content, "refused");
  }

  acknowledge(write: AcknowledgedWrite): void {
    this.#writes.push(write);
    if (write.action === "capture" || write.action === "update") this.#contents.set(write.content, "acknowledged");
  }

  /** Records the state of a memory that only one writer changes. */
  own(memory: OwnedMemory): void {
    this.#owned.set(memory.id, memory);
  }

  get writes(): readonly AcknowledgedWrite[] {
    return this.#writes;
  }

  get owned(): ReadonlyMap<string, OwnedMemory> {
    return this.#owned;
  }

  /** Every content that was sent, with its outcome. */
  get contents(): ReadonlyMap<string, Outcome> {
    return this.#contents;
  }
}
