import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import type { Memory } from "../../../core/memory.ts";
import { DEFAULT_SECRET_POLICY } from "../../../core/secrets/policy.ts";
import { RecollectError } from "../../../text/errors.ts";
import { memoryAt } from "../../testing/open-store.ts";
import { type Exchange, PRIVATE, type Replica, SHARED, SPACE, ulidAt } from "./replica.ts";

/** One step of a random history. Numbers select a replica, a memory or a value; they are taken modulo what exists. */
export type Step =
  | { readonly kind: (typeof CHANGES)[number]; readonly on: number; readonly memory: number; readonly value: number }
  | { readonly kind: (typeof EVENTS)[number]; readonly on: number; readonly value: number };

const CHANGES = [
  "capture",
  "capturePrivate",
  "replace",
  "content",
  "content",
  "tags",
  "place",
  "validity",
  "delete",
  "restore",
  "merge",
  "reinstate",
  "pin",
  "purge",
  "moveOut",
  "moveIn",
  "resolve",
  "import",
] as const;
const EVENTS = [
  "publish",
  "publishUnnoted",
  "receive",
  "receive",
  "repeat",
  "tick",
  "reopen",
  "fail",
  "interrupt",
  "backup",
  "restoreBackup",
  "copyFolder",
] as const;

const number = fc.nat({ max: 1_000 });
const change = fc.record({ kind: fc.constantFrom(...CHANGES), on: number, memory: number, value: number });
const event = fc.record({ kind: fc.constantFrom(...EVENTS), on: number, value: number });
export const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof({ weight: 2, arbitrary: change }, event), {
  minLength: 8,
  maxLength: 45,
  size: "max",
});

/** Every memory, in any state. */
export const ALL = { trash: "include", superseded: "include", validity: "any" } as const;
/** Begins the word that each content of a history has for itself. */
export const MARK = "zq";

/** Tables in which a write fails; a trigger raises the error in the middle of the transaction. */
const FAILING = ["entries", "space_memories", "revisions", "contents", "conflicts"];

/** Runs the steps and notes which contents were acknowledged in the shared domain. */
export class RandomHistory {
  readonly #replicas: readonly Replica[];
  readonly #exchange: Exchange;
  /** The acknowledged contents in the shared domain, and the id of their memory. */
  readonly acknowledged: { readonly id: string; readonly content: string }[] = [];
  readonly #backups = new Map<Replica, string>();
  #count = 0;

  constructor(replicas: readonly Replica[], exchange: Exchange) {
    this.#replicas = replicas;
    this.#exchange = exchange;
  }

  async run(step: Step): Promise<void> {
    const replica = this.#replicas[step.on % this.#replicas.length];
    if (replica === undefined) throw new Error("There is no replica.");
    replica.tick(1 + (step.value % 3));
    if ("memory" in step) {
      const memory = await this.#memoryOn(replica, step.memory);
      await this.#allowRefusal(() => this.#change(replica, step.kind, memory, step.value));
    } else await this.#happen(replica, step.kind, step.value);
  }

  async #memoryOn({ store }: Replica, index: number): Promise<Memory | null> {
    const { items } = await store.memories.list(ALL, "created", 100, null);
    const all = [...items].sort((one, other) => (one.id < other.id ? -1 : 1));
    return all[index % Math.max(1, all.length)] ?? null;
  }

  /** A change that the store refuses, because of the state of the memory, changes nothing. */
  async #allowRefusal(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof RecollectError) || error.code === "internal") throw error;
    }
  }

  #nextContent(): string {
    this.#count += 1;
    // A word of letters that is in no other content.
    const letters = [...String(this.#count)].map((digit) => "bcdfghjkmn"[Number(digit)]).join("");
    return `text ${MARK}${letters} of a memory`;
  }

  #note(memory: Memory): Memory {
    if (memory.domain === SHARED) this.acknowledged.push({ id: memory.id, content: memory.content });
    return memory;
  }

  async #change(replica: Replica, kind: (typeof CHANGES)[number], memory: Memory | null, value: number): Promise<void> {
    const { memories, changes } = replica.store;
    const edit = { client: { name: `client ${value % 2}`, version: "1" }, at: replica.now() };
    const update = { ...edit, action: "update" } as const;
    if (kind === "capture" || kind === "capturePrivate" || kind === "replace") {
      this.#count += 1;
      const id = ulidAt("M", this.#count);
      const domain = kind === "capturePrivate" ? PRIVATE : SHARED;
      const supersedes = kind === "replace" ? (memory?.id ?? null) : null;
      const fields = { id, domain, supersedes, content: this.#nextContent(), createdAt: replica.now() };
      this.#note(await memories.insert(memoryAt(this.#count, fields)));
      return;
    }
    if (memory === null) return;
    const { id } = memory;
    switch (kind) {
      case "content":
        this.#note(await memories.update(id, { content: this.#nextContent() }, null, update));
        break;
      case "tags":
        await memories.update(id, { tags: [`tag${value % 3}`], source: value % 2 === 0 ? null : "x" }, null, update);
        break;
      case "place":
        await memories.update(id, { namespace: value % 2 === 0 ? "decisions" : "own-one" }, null, update);
        break;
      case "validity":
        await memories.update(id, { validUntil: value % 2 === 0 ? null : "2030-01-01T00:00:00.000Z" }, null, update);
        break;
      case "moveOut":
        await memories.update(id, { domain: PRIVATE }, null, update);
        break;
      case "moveIn":
        this.#note(await memories.update(id, { domain: SHARED }, null, update));
        break;
      case "delete":
        await memories.setDeleted(id, true, null, { ...edit, action: "delete" });
        break;
      case "restore":
        await memories.setDeleted(id, false, null, { ...edit, action: "restore" });
        break;
      case "reinstate":
        await memories.reinstate(id, { ...edit, action: "restore" });
        break;
      case "merge": {
        const other = await this.#memoryOn(replica, value);
        // A supersession by a memory of this device only would differ elsewhere.
        if (other === null || other.domain !== memory.domain) return;
        const keep = { id: other.id, changes: {}, expectedRevision: null };
        await memories.merge(keep, [{ id, expectedRevision: null }], edit);
        break;
      }
      case "pin":
        await memories.setPinned([id], value % 2 === 0);
        break;
      case "purge":
        await memories.purge([id]);
        break;
      case "import":
        await this.#import(replica, value);
        break;
      case "resolve": {
        const { items } = await changes.conflicts(10, null);
        const item = items[value % Math.max(1, items.length)];
        if (item === undefined) return;
        const decision = [{}, { take: item.stamp }, { fields: { content: this.#nextContent() } }][value % 3];
        const resolution = { memory: item.memory.id, expectedRevision: null, ...decision };
        const { after } = await changes.resolve(SPACE, resolution, edit);
        if (after !== null) this.#note(after);
      }
    }
  }

  async #happen(replica: Replica, kind: (typeof EVENTS)[number], value: number): Promise<void> {
    switch (kind) {
      case "publish":
        return this.#exchange.publish(replica);
      case "publishUnnoted":
        return this.#exchange.publish(replica, false);
      case "receive":
        return this.#receive(replica, value);
      case "repeat":
        await replica.apply(this.#exchange.entries.filter(({ device }) => !this.#isOwn(replica, device)));
        return;
      case "tick":
        return replica.tick(value * 60_000);
      case "reopen":
        return replica.reopen();
      case "interrupt":
        return this.#interrupt(replica);
      case "backup":
        this.#backups.set(replica, (await replica.store.backup("manual")).backup.name);
        return;
      case "restoreBackup":
        return this.#restoreBackup(replica);
      case "copyFolder":
        // Another installation publishes as this device from now on.
        return replica.store.changes.renewDevice(SPACE, replica.nextDevice());
      case "fail":
        return this.#fail(replica, value);
    }
  }

  #isOwn(replica: Replica, device: string): boolean {
    const own = "SELECT 1 FROM spaces s JOIN space_devices d ON d.number = s.device WHERE d.id = ?";
    return replica.query(own, device).length > 0;
  }

  /** Receives the beginnings of some devices' changes, in another order, some of them twice. */
  async #receive(replica: Replica, value: number): Promise<void> {
    const logs = [...(await this.#exchange.missing(replica)).values()];
    if (value % 2 === 0) logs.reverse();
    for (const [index, log] of logs.entries()) {
      if ((value >> index) % 3 === 0) continue;
      const part = log.slice(0, 1 + (value % (log.length + 3)));
      await replica.apply([...part, ...part.slice(0, 1)]);
    }
  }

  /** Imports a memory of another replica, with its history, before or after its changes arrive. */
  async #import(replica: Replica, value: number): Promise<void> {
    const source = this.#replicas[value % this.#replicas.length];
    const memory = source === undefined ? null : await this.#memoryOn(source, value);
    if (source === undefined || memory === null || (await replica.store.memories.get(memory.id)) !== null) return;
    const history = (await source.store.memories.history(memory.id)).reverse();
    const [stored] = await replica.store.memories.insertArchived([{ ...memory, supersededBy: null, history }]);
    if (stored?.deletedAt === null) this.#note(stored);
  }

  /** Changes that are not published when a person restores a backup are lost on purpose. */
  async #restoreBackup(replica: Replica): Promise<void> {
    const backup = this.#backups.get(replica);
    if (backup === undefined) return;
    await this.#exchange.publish(replica);
    await replica.store.restore(join(replica.folder, "backups", backup));
  }

  /** The application stops in the middle of a delivery. */
  async #interrupt(replica: Replica): Promise<void> {
    const missing = [...(await this.#exchange.missing(replica)).values()].flat();
    const stop = new AbortController();
    await replica.store.changes.apply(SPACE, missing, DEFAULT_SECRET_POLICY, () => stop.abort(), stop.signal);
    await replica.reopen();
  }

  /** Writes fail in the middle of their transaction: of a change here, and of a delivery. */
  async #fail(replica: Replica, value: number): Promise<void> {
    const table = FAILING[value % FAILING.length];
    const direct = new Database(replica.path);
    const memory = await this.#memoryOn(replica, value);
    direct.exec(`CREATE TRIGGER injected BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'injected'); END`);
    try {
      const missing = [...(await this.#exchange.missing(replica)).values()].flat();
      await this.#allowRefusal(() => replica.apply(missing));
      await this.#allowRefusal(() => this.#change(replica, "capture", null, value));
      await this.#allowRefusal(() => this.#change(replica, "content", memory, value));
      await this.#allowRefusal(() => this.#change(replica, "delete", memory, value));
    } finally {
      direct.exec("DROP TRIGGER injected");
      direct.close();
    }
  }
}
