import { setTimeout as sleep } from "node:timers/promises";
import type { Memory } from "../../../electron/core/memory.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import type { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import type { Contents } from "../contents.ts";
import type { Member } from "../load.ts";
import { Refused, type Structured } from "../tool-clients.ts";
import { localDomain, SECRET_OWNER, SHARED_DOMAINS, secretDomain, secretWord } from "./domains.ts";
import type { OwnerApi } from "./owner-api.ts";
import type { SpaceJournal } from "./space-journal.ts";

const LISTED = 40;
const HOUR_MS = 3_600_000;
/** After an error without a response, the application may be starting again. */
const SETTLE_MS = 500;

export interface SpaceWriterOptions {
  readonly instance: number;
  readonly member: Member;
  readonly owner: OwnerApi;
  readonly journal: SpaceJournal;
  readonly random: ReturnType<typeof createRandom>;
  readonly contents: Contents;
  readonly seed: number;
}

/** Makes random changes on one instance, in shared domains, its own and, on one instance, the secret one. */
export class SpaceWriter {
  readonly #options: SpaceWriterOptions;
  readonly #domains: readonly string[];
  readonly #secret: string;

  constructor(options: SpaceWriterOptions) {
    const { instance, seed } = options;
    this.#options = options;
    this.#secret = secretDomain(seed);
    this.#domains = [
      ...SHARED_DOMAINS,
      localDomain(instance),
      ...(instance === SECRET_OWNER ? [this.#secret, this.#secret] : []),
    ];
  }

  async step(): Promise<void> {
    try {
      await this.#change();
    } catch (error) {
      // A refused call changes nothing, and the outcome of a call without a response is open.
      if (!(error instanceof Refused)) await sleep(SETTLE_MS);
    }
  }

  async #change(): Promise<void> {
    const { random } = this.#options;
    const choice = random.next();
    if (choice < 0.3) return await this.#capture(null);
    const memory = await this.#pick();
    if (memory === null) return await this.#capture(null);
    if (memory.deletedAt !== null && choice < 0.9) return await this.#changeDeleted(memory);
    if (choice < 0.5) return await this.#update(memory, {});
    if (choice < 0.58) return await this.#move(memory);
    if (choice < 0.65) return await this.#update(memory, { tags: this.#words(memory.domain) }, false);
    if (choice < 0.7) return await this.#setValidity(memory);
    if (choice < 0.75) return await this.#own("memories.setPinned", [memory.id], { pinned: !memory.pinned });
    if (choice < 0.83) return await this.#delete(memory);
    if (choice < 0.89) return await this.#capture(memory);
    if (choice < 0.92) return await this.#purge(memory);
    if (choice < 0.94) return await this.#own("memories.reinstate", [memory.id], {});
    await this.#resolve();
  }

  /** A memory on this instance, in any state. */
  async #pick(): Promise<Memory | null> {
    const { member, random } = this.#options;
    const domain = this.#anyOf(this.#domains);
    const filter = { domain, trash: "include", superseded: "include", validity: "any", limit: LISTED };
    const { memories } = (await member.call("list_memories", filter)) as { memories: Memory[] };
    return memories[random.integer(Math.max(1, memories.length))] ?? null;
  }

  async #capture(supersedes: Memory | null): Promise<void> {
    const { random } = this.#options;
    const domain = supersedes !== null && random.next() < 0.8 ? supersedes.domain : this.#anyOf(this.#domains);
    const content = this.#content(domain);
    const args = {
      content,
      domain,
      namespace: random.next() < 0.5 ? "decisions" : "context",
      tags: this.#words(domain),
    };
    const source = random.next() < 0.3 ? { source: `notes of ${this.#words(domain).join(" ") || "a meeting"}` } : {};
    await this.#write("capture_memory", {
      ...args,
      ...source,
      ...(supersedes === null ? {} : { supersedes: supersedes.id }),
    });
  }

  async #update({ id, domain, revision }: Memory, others: Structured, withContent = true): Promise<void> {
    const { random } = this.#options;
    const target = String(others.domain ?? domain);
    const content = withContent ? { content: this.#content(target) } : {};
    const expected = random.next() < 0.5 ? { expectedRevision: revision } : {};
    await this.#write("update_memory", { id, ...content, ...others, ...expected });
  }

  /** Never out of the secret domain: its contents would be shared on purpose. */
  async #move(memory: Memory): Promise<void> {
    if (memory.domain === this.#secret) return await this.#update(memory, {});
    const domain = this.#anyOf(this.#domains);
    const words = domain === this.#secret ? { tags: this.#words(domain) } : {};
    await this.#update(memory, { domain, ...words }, domain === this.#secret || this.#options.random.next() < 0.3);
  }

  async #setValidity(memory: Memory): Promise<void> {
    const { random } = this.#options;
    const days = random.integer(20) - 10;
    const validUntil = random.next() < 0.3 ? "" : new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
    await this.#update(memory, { validUntil }, false);
  }

  async #delete({ id, revision, deletedAt }: Memory): Promise<void> {
    const { member, journal, instance } = this.#options;
    const args = { id, expectedRevision: revision };
    const { memory } = (await member.call("delete_memory", args)) as { memory: Memory };
    member.report.count("acknowledged", "delete");
    if (deletedAt === null && memory.revision === revision + 1) {
      journal.acknowledgeDeletion({ id, instance, domain: memory.domain });
    }
  }

  async #changeDeleted(memory: Memory): Promise<void> {
    const { random } = this.#options;
    const choice = random.next();
    if (choice < 0.6) await this.#write("restore_memory", { id: memory.id });
    else if (choice < 0.75) await this.#purge(memory);
    else await this.#update(memory, {});
  }

  async #purge({ id }: Memory): Promise<void> {
    const { owner, member, journal, instance } = this.#options;
    try {
      const { purged } = await owner.call<{ purged: number }>("memories.purge", { references: [id] });
      member.report.count("acknowledged", "purge");
      if (purged > 0) journal.notePurge(id, instance);
    } catch (error) {
      if (!(error instanceof Refused)) journal.notePurge(id, instance);
      throw error;
    }
  }

  /** What only the window offers. */
  async #own(method: string, references: readonly string[], rest: Structured): Promise<void> {
    const { owner, member } = this.#options;
    await owner.call(method, { references, ...rest });
    member.report.count("acknowledged", method.replace("memories.", ""));
  }

  async #resolve(): Promise<void> {
    const { owner, random, member, journal, instance } = this.#options;
    const { items } = await owner.call<{ items: MemoryConflictEntry[] }>("spaces.conflicts", {});
    const conflict = items[random.integer(Math.max(1, items.length))];
    if (conflict === undefined) return;
    const { space, memory, stamp } = conflict;
    const content = this.#content(memory.domain);
    const decision = [{}, { take: stamp }, { changes: { content } }][random.integer(3)] ?? {};
    const stored = await owner.call<Memory>("spaces.resolve", { space, memory: memory.id, ...decision });
    member.report.count("acknowledged", "resolve");
    if ("changes" in decision) {
      journal.acknowledgeContent({ id: memory.id, instance, domain: stored.domain, content: stored.content });
    }
  }

  async #write(name: string, args: Structured): Promise<void> {
    const { member, journal, instance } = this.#options;
    const { memory } = (await member.call(name, args)) as { memory: Memory };
    member.report.count("acknowledged", name.replace("_memory", ""));
    if (args.content === undefined) return;
    const { id, domain } = memory;
    journal.acknowledgeContent({ id, instance, domain, content: String(args.content) });
  }

  #content(domain: string): string {
    const { contents, seed } = this.#options;
    const content = contents.next();
    return domain === this.#secret ? `${content} ${secretWord(seed)}` : content;
  }

  #words(domain: string): string[] {
    const { contents, seed } = this.#options;
    return domain === this.#secret ? [...contents.tags(), secretWord(seed)] : contents.tags();
  }

  #anyOf(domains: readonly string[]): string {
    return domains[this.#options.random.integer(domains.length)] ?? "";
  }
}
