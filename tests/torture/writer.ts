import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../electron/core/memory.ts";
import type { createRandom } from "../../electron/search/testing/random-vectors.ts";
import type { Contents } from "./contents.ts";
import type { AcknowledgedWrite, OwnedMemory } from "./journal.ts";
import type { Member } from "./load.ts";
import { Refused, type Structured } from "./tool-clients.ts";

/** A writer keeps at most this many memories of its own in use, so that their histories become long. */
const MAX_OWNED = 200;
/** After an error without a response, calls in progress finish within this time. */
const SETTLE_MS = 1000;

type Random = ReturnType<typeof createRandom>;
type Action = AcknowledgedWrite["action"];

export interface WriterOptions {
  readonly member: Member;
  readonly random: Random;
  readonly contents: Contents;
  readonly domain: string;
  /** Memories that every writer changes. */
  readonly shared: readonly string[];
}

/**
 * Captures, changes, deletes, restores and supersedes memories of its own, one after the other, and memories that all
 * writers share. After a call without a response it reads the memory: the call was carried out completely or not at all.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #owned: OwnedMemory[] = [];

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async step(): Promise<void> {
    const { random } = this.#options;
    const memory = this.#owned[random.integer(Math.max(1, this.#owned.length))];
    const choice = random.next();
    if (memory === undefined || (choice < 0.25 && this.#owned.length < MAX_OWNED)) return await this.#capture();
    if (choice < 0.35) return await this.#updateShared();
    if (memory.deleted) return await this.#change(memory, "restore", memory.content);
    if (choice < 0.5) return await this.#change(memory, "delete", memory.content);
    if (choice < 0.6 && memory.supersededBy === null) return await this.#supersede(memory);
    if (choice < 0.7) return await this.#check(memory);
    return await this.#change(memory, "update", this.#options.contents.next());
  }

  async #capture(): Promise<void> {
    const { contents, domain, random } = this.#options;
    const content = contents.next();
    const args = { content, domain, namespace: random.next() < 0.5 ? "decisions" : "context", tags: contents.tags() };
    const captured = await this.#captureOnce(args);
    // An abandoned capture may be stored or not.
    if (captured !== null) this.#remember(captured);
  }

  /** Captures until the application acknowledges. Without a response, the same capture is resent or abandoned. */
  async #captureOnce(args: Structured & { readonly content: string }, mayAbandon = true): Promise<Memory | null> {
    const { member, random } = this.#options;
    const { journal, report } = member;
    journal.attempt(args.content);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { memory, created } = (await member.call("capture_memory", args)) as { memory: Memory; created: boolean };
        if (!created && attempt === 1 && !member.repeats) report.violation(`A first capture was known: ${memory.id}`);
        this.#acknowledge(memory, "capture", args.content);
        return memory;
      } catch (error) {
        if (error instanceof Refused && attempt === 1) journal.refuse(args.content);
        if (error instanceof Refused) return null;
        if (mayAbandon && random.next() < 0.3) return null;
        await this.#settle();
      }
    }
  }

  async #supersede(old: OwnedMemory): Promise<void> {
    const { contents, domain, member } = this.#options;
    const content = contents.next();
    const successor = await this.#captureOnce({ content, domain, supersedes: old.id }, false);
    const memory = await this.#read(old.id);
    if (successor === null) {
      this.#expect(memory, old, "A refused capture changed the memory that it supersedes");
      return;
    }
    this.#remember(successor);
    const after = { ...old, revision: old.revision + 1, supersededBy: successor.id };
    if (this.#expect(memory, after, "The superseded memory is wrong"))
      this.#acknowledge(memory, "supersede", old.content);
    member.journal.own(after);
    this.#replace(after);
  }

  async #change(before: OwnedMemory, action: "update" | "delete" | "restore", content: string): Promise<void> {
    const { journal } = this.#options.member;
    const after = { ...before, revision: before.revision + 1, content, deleted: action === "delete" };
    if (action === "update") journal.attempt(content);
    const memory = await this.#changeOnce(before, action, content);
    if (memory === null) return;
    if (isAs(memory, after)) {
      this.#acknowledge(memory, action, content);
      journal.own(after);
      this.#replace(after);
    } else if (isAs(memory, before)) {
      if (action === "update") journal.refuse(content);
    } else {
      this.#violation("A change was carried out in part", memory, after);
    }
  }

  /** @returns the memory after the call, whether it was carried out or not; null if it was refused */
  async #changeOnce(
    before: OwnedMemory,
    action: "update" | "delete" | "restore",
    content: string,
  ): Promise<Memory | null> {
    const { journal, report } = this.#options.member;
    const { id, revision } = before;
    const args = {
      update: { id, content, expectedRevision: revision },
      delete: { id, expectedRevision: revision },
      restore: { id },
    }[action];
    try {
      return await this.#call(`${action}_memory`, args);
    } catch (error) {
      // A shim repeats a call whose response was lost, and the repeated call meets the new revision.
      const maybeRepeated = error instanceof Refused && error.code === "conflict" && this.#options.member.repeats;
      if (error instanceof Refused && error.code === "conflict" && !maybeRepeated) {
        report.violation(`A conflict on a memory with one writer, ${id}: ${error.message}`);
      }
      if (error instanceof Refused && !maybeRepeated) {
        if (action === "update") journal.refuse(content);
        return null;
      }
      await this.#settle();
      return await this.#read(id);
    }
  }

  /** One of many writers wins; the others get a conflict. */
  async #updateShared(): Promise<void> {
    const { contents, member, random, shared } = this.#options;
    const id = shared[random.integer(shared.length)];
    if (id === undefined) return;
    const before = await this.#read(id);
    const content = contents.next();
    member.journal.attempt(content);
    try {
      const memory = await this.#call("update_memory", { id, content, expectedRevision: before.revision });
      if (memory.revision !== before.revision + 1) this.#violation("A revision was skipped", memory, before);
      this.#acknowledge(memory, "update", content);
    } catch (error) {
      if (!(error instanceof Refused)) return await this.#settle();
      if (!(error.code === "conflict" && member.repeats)) member.journal.refuse(content);
      member.report.count("refused", `${error.code} on shared`);
    }
  }

  async #check(memory: OwnedMemory): Promise<void> {
    this.#expect(await this.#read(memory.id), memory, "A read returned another state than the one acknowledged");
  }

  /** Reads until there is a response. */
  async #read(id: string): Promise<Memory> {
    for (;;) {
      try {
        return await this.#call("get_memory", { id });
      } catch (error) {
        if (error instanceof Refused && error.code === "not_found") {
          throw new Error(`The memory ${id} was acknowledged and is missing.`, { cause: error });
        }
        await this.#settle();
      }
    }
  }

  async #call(name: string, args: Structured): Promise<Memory> {
    return (await this.#options.member.call(name, args)).memory as Memory;
  }

  async #settle(): Promise<void> {
    await sleep(SETTLE_MS);
  }

  #acknowledge({ id, revision }: Memory, action: Action, content: string): void {
    const { journal, report } = this.#options.member;
    journal.acknowledge({ id, revision: action === "capture" ? 1 : revision, action, content });
    report.count("acknowledged", action);
  }

  #remember({ id, content }: Memory): void {
    const memory = { id, revision: 1, content, deleted: false, supersededBy: null };
    this.#options.member.journal.own(memory);
    this.#owned.push(memory);
  }

  #replace(memory: OwnedMemory): void {
    const index = this.#owned.findIndex(({ id }) => id === memory.id);
    // A superseded memory is left as it is.
    if (memory.supersededBy !== null) this.#owned.splice(index, 1);
    else this.#owned[index] = memory;
  }

  #expect(memory: Memory, expected: OwnedMemory, text: string): boolean {
    if (isAs(memory, expected)) return true;
    this.#violation(text, memory, expected);
    return false;
  }

  #violation(text: string, memory: Memory, expected: { readonly id: string; readonly revision: number }): void {
    const { revision, deletedAt, supersededBy } = memory;
    const found = JSON.stringify({ revision, deletedAt, supersededBy });
    this.#options.member.report.violation(
      `${text}: ${expected.id}, expected ${JSON.stringify(expected)}, found ${found}`,
    );
  }
}

function isAs(memory: Memory, expected: OwnedMemory): boolean {
  return (
    memory.revision === expected.revision &&
    memory.content === expected.content &&
    (memory.deletedAt !== null) === expected.deleted &&
    memory.supersededBy === expected.supersededBy
  );
}
