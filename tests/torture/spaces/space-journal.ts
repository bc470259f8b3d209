import { Journal } from "../journal.ts";

/** A change that an instance acknowledged, with the domain that the memory had after it. */
export interface AcknowledgedChange {
  readonly id: string;
  readonly instance: number;
  readonly domain: string;
}

/** The value of the domain before a memory is shared. */
const BEFORE_SHARING = "";

/** What the instances acknowledged, and what can explain that a memory is missing. */
export class SpaceJournal extends Journal {
  readonly #contents: (AcknowledgedChange & { readonly content: string })[] = [];
  readonly #deletions: AcknowledgedChange[] = [];
  readonly #earlier = new Set<string>();
  /** Memories that somebody tried to purge, and the instances that did. */
  readonly purged: Map<string, Set<number>> = new Map();
  /**
   * Memories that have the content of another one when their instance joins: it can supersede them, and then they are of
   * their instance only, until a change makes them current again.
   */
  readonly identical: Set<string> = new Set();

  acknowledgeContent(change: AcknowledgedChange & { readonly content: string }): void {
    this.#contents.push(change);
  }

  /** The outcome of the call can be open. */
  notePurge(id: string, instance: number): void {
    this.purged.set(id, (this.purged.get(id) ?? new Set()).add(instance));
  }

  /** A capture before its domain is shared. Only the state at the time of sharing is sent. */
  acknowledgeEarlier(change: AcknowledgedChange & { readonly content: string }): void {
    this.#earlier.add(change.id);
    this.#contents.push({ ...change, domain: BEFORE_SHARING });
  }

  /** A deletion of a known revision, which is exactly one change. */
  acknowledgeDeletion(change: AcknowledgedChange): void {
    // One from before it was shared was not sent.
    if (!this.#earlier.has(change.id) && !this.identical.has(change.id)) this.#deletions.push(change);
  }

  get acknowledgedContents(): readonly (AcknowledgedChange & { readonly content: string })[] {
    return this.#contents;
  }

  get deletions(): readonly AcknowledgedChange[] {
    return this.#deletions;
  }
}
