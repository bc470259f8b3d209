import { createHash } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { createMemoryCore, openStore } from "../app/memory-core.ts";
import { OWNER } from "../core/caller.ts";
import { createEvents } from "../core/events.ts";
import { damagePages } from "../store/testing/damage-file.ts";
import { idAt, memoryAt, numberOf, optionsIn, SILENT, START, temporaryFolder } from "../store/testing/open-store.ts";
import { Backups } from "./backups.ts";

/** As in the product: checks, copies and comparisons run on a thread. */
const maintenanceWorker = workerUrl("maintenanceWorker");
let folder: string;
let now: number;
let changes: number;
let announced: string[];
let second: string | null;
beforeEach(async () => {
  folder = await temporaryFolder();
  now = START;
  changes = 0;
  announced = [];
  second = null;
});

/** The product's store and service, without a model. */
async function open(memories: number) {
  const clock = { now: () => now };
  const store = await openStore({ ...optionsIn(folder), clock, maintenanceWorker });
  onTestFinished(() => store.close());
  await Promise.all(Array.from({ length: memories }, (_, number) => store.memories.insert(memoryAt(number))));
  const events = createEvents((error) => {
    throw error;
  });
  events.on("memories.changed", (all) => announced.push(...all.map(({ kind, id }) => `${kind} ${numberOf(id)}`)));
  const { service } = createMemoryCore(store, { clock, events, logger: SILENT });
  const backups = new Backups({
    store,
    service,
    folder: join(folder, "backups"),
    dataFolder: folder,
    secondFolder: {
      get: () => second,
      set: (chosen) => {
        second = chosen;
      },
    },
    host: "laptop",
    clock,
    logger: SILENT,
    onChange: () => changes++,
    onRestored: (restored) => events.emit("memories.changed", restored),
  });
  return { store, service, backups };
}

describe("alerts about backups", () => {
  it("reports a backup that failed until one succeeds", async () => {
    const { backups } = await open(1);
    // A file in the place of the folder: no user can write there.
    writeFileSync(join(folder, "backups"), "");
    await expect(backups.make("daily")).rejects.toThrow();
    expect(backups.alerts()).toMatchObject([{ details: { reason: "backup_failed" } }]);
    expect(changes).toBe(1);
    rmSync(join(folder, "backups"));
    await backups.make("daily");
    expect(backups.alerts()).toEqual([]);
  });

  it("compares a backup that has far fewer memories with the one before", async () => {
    const { store, backups } = await open(60);
    await backups.make("daily");
    for (let number = 1; number < 60; number++) {
      await store.memories.setDeleted(memoryAt(number).id, true, null, { client: null, at: now, action: "delete" });
    }
    await store.memories.purge("trash");
    now += 86_400_000;
    await backups.make("daily");
    expect(backups.alerts()).toMatchObject([
      { details: { reason: "backup_smaller", memories: 1, before: 60, name: "memories-2026-01-31.sqlite" } },
    ]);
  });
});

it("makes one backup before the requests of an import", async () => {
  const { backups } = await open(2);
  await backups.beforeImport();
  now += 60_000;
  await backups.beforeImport();
  expect(await backups.make("manual")).toMatchObject({ kind: "manual", memories: 2 });
  now += 2 * 3_600_000;
  await backups.beforeImport();
  expect(changes).toBe(3);
});

describe("a restore", () => {
  const edit = { client: null, at: START };

  /** A backup of six memories, then one of each kind of change, and a new memory. */
  async function openChanged() {
    const parts = await open(6);
    const { store, service, backups } = parts;
    await store.memories.setDeleted(idAt(5), true, null, { ...edit, action: "delete" });
    const { name } = await backups.make("manual");
    now += 60_000;
    await service.update(OWNER, idAt(1), { content: "overwritten by mistake", tags: ["wrong"] });
    await service.delete(OWNER, idAt(2));
    await service.delete(OWNER, idAt(3));
    await service.purge(OWNER, [idAt(3)]);
    await service.setPinned(OWNER, [idAt(4)], true);
    await service.restore(OWNER, idAt(5));
    await service.capture(OWNER, { content: "captured after the backup", domain: "user" });
    announced = [];
    return { ...parts, name };
  }

  /** What the owner sees of each memory, without times. */
  async function stateOf({ store }: Pick<Awaited<ReturnType<typeof open>>, "store">) {
    const numbers = [0, 1, 2, 3, 4, 5];
    const memories = await store.memories.getMany(numbers.map(idAt));
    return memories.map(({ id, content, tags, deletedAt, pinned }) => ({
      number: numberOf(id),
      content,
      tags,
      inTrash: deletedAt !== null,
      pinned,
    }));
  }
  const AS_BACKED_UP = [0, 1, 2, 3, 4, 5].map((number) => ({
    number,
    content: `memory number ${number}`,
    tags: [],
    inTrash: number === 5,
    pinned: false,
  }));

  it("is previewed with what it would add, change and remove", async () => {
    const { backups, name } = await openChanged();
    const { counts, differences } = await backups.compare(name, "");
    expect(counts).toEqual({ added: 1, changed: 4, removed: 1 });
    expect(differences.find(({ id }) => id === idAt(1))).toMatchObject({
      kind: "changed",
      backedUp: "memory number 1",
      present: "overwritten by mistake",
    });
    expect(differences.find(({ id }) => id === idAt(2))).toMatchObject({ wasInTrash: false, isInTrash: true });
    expect((await backups.compare(name, "AFTER the backup")).counts).toEqual({ added: 0, changed: 0, removed: 1 });
  });

  it("differs in no memory because an earlier version made it, whose hashes are of the exact contents", async () => {
    const { store, backups } = await open(2);
    await store.memories.insert(memoryAt(2, { content: "of two\n\nparagraphs" }));
    await backups.make("daily");
    const [{ name } = { name: "" }] = backups.list();
    const backup = new Database(join(folder, "backups", name));
    backup.function("exact_hash", (text) => createHash("sha256").update(String(text)).digest());
    backup.exec("UPDATE contents SET hash = exact_hash(content)");
    backup.close();
    expect((await backups.compare(name, "")).counts).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  it("of everything brings all memories back as they were, keeps clients' tokens, and can be undone", async () => {
    const { store, service, backups, name } = await openChanged();
    const token = {
      id: "token",
      subject: "cursor",
      grant: { access: "write", domains: null, namespaces: null },
      createdAt: START,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      pausedAt: null,
      injection: true,
      replaces: null,
      issued: { access: "write" },
    } as const;
    await store.tokens.insert(token);
    const before = await service.list(OWNER, { trash: "include" });
    // Calls during the restore wait, and none fails.
    const during = Promise.all(Array.from({ length: 50 }, () => service.list(OWNER, {})));
    const report = await backups.restore(name, null);
    await during;
    expect(report.counts).toEqual({ added: 1, changed: 4, removed: 1 });
    expect(await stateOf({ store })).toEqual(AS_BACKED_UP);
    expect((await service.list(OWNER, { trash: "include" })).items).toHaveLength(6);
    expect((await service.search(OWNER, { query: "overwritten" })).items).toEqual([]);
    expect((await service.search(OWNER, { query: "number 3" })).items[0]?.memory.id).toBe(idAt(3));
    expect(await store.tokens.get("token")).toMatchObject({ subject: "cursor" });
    expect(announced).toHaveLength(6);
    expect(await store.integrity()).toBeNull();
    await service.capture(OWNER, { content: "captured after the restore", domain: "user" });

    // At the same millisecond of the test's clock: the backup of the first restore is not replaced.
    const undo = await backups.restore(report.kept ?? "", null);
    expect(undo.kept).not.toBe(report.kept);
    expect((await service.list(OWNER, { trash: "include" })).items).toEqual(before.items);
    expect(await store.tokens.get("token")).not.toBeNull();
  });

  it("of chosen memories changes only these, adds revisions, and can be undone", async () => {
    const { store, service, backups, name } = await openChanged();
    const [added] = (await service.list(OWNER, { sort: "created" })).items.filter(({ content }) =>
      /after/.test(content),
    );
    const ids = [...[1, 2, 3, 4, 5].map(idAt), added?.id ?? ""];
    const report = await backups.restore(name, ids);
    expect(report.counts).toEqual({ added: 1, changed: 4, removed: 1 });
    expect(await stateOf({ store })).toEqual(AS_BACKED_UP);
    expect((await service.get(OWNER, added?.id ?? "")).deletedAt).not.toBeNull();
    expect((await service.history(OWNER, idAt(1))).map(({ content }) => content)).toEqual([
      "memory number 1",
      "overwritten by mistake",
      "memory number 1",
    ]);
    expect(announced).toContain("captured 3");
    await backups.restore(report.kept ?? "", null);
    expect((await stateOf({ store })).map(({ content }) => content)).toContain("overwritten by mistake");
  });

  it("of an unknown backup or memory, or of a damaged backup, changes nothing", async () => {
    const { store, backups, name } = await openChanged();
    const before = await stateOf({ store });
    await expect(backups.restore("../memories.sqlite", null)).rejects.toMatchObject({ code: "not_found" });
    await expect(backups.restore(name, [idAt(1), idAt(77)])).rejects.toMatchObject({ field: "ids" });
    damagePages(join(folder, "backups", name), "revisions");
    expect(await backups.verify(name)).not.toBeNull();
    await expect(backups.restore(name, null)).rejects.toMatchObject({ details: { reason: "backup_damaged" } });
    expect(await stateOf({ store })).toEqual(before);
    expect(readdirSync(folder).filter((file) => file.includes("partial"))).toEqual([]);
  });

  it("leaves no write-ahead log of the database before it", async () => {
    const { store, backups, name } = await openChanged();
    await backups.restore(name, null);
    await store.close();
    expect(readdirSync(folder).sort()).toEqual(["backups", "memories.sqlite"]);
    const again = await open(0);
    expect(await stateOf(again)).toEqual(AS_BACKED_UP);
  });

  it("replaces a damaged database while the application runs", async () => {
    const first = await open(300);
    const { name } = await first.backups.make("daily");
    await first.store.close();
    damagePages(join(folder, "memories.sqlite"), "contents");
    const { store, service, backups } = await open(0);
    expect(await store.integrity()).not.toBeNull();
    await expect(service.capture(OWNER, { content: "refused", domain: "user" })).rejects.toThrow();
    expect(await backups.restore(name, null)).toMatchObject({ counts: null, kept: null, salvaged: { lost: 0 } });
    await service.capture(OWNER, { content: "captured again", domain: "user" });
    expect(await store.integrity()).toBeNull();
    expect(readdirSync(folder).some((file) => file.includes(".damaged-"))).toBe(true);
  });
});

describe("a second place for backups", () => {
  it("gets a checked copy of each backup and of the newest when it is chosen, and is listed", async () => {
    const elsewhere = await temporaryFolder();
    const { backups } = await open(3);
    const { name } = await backups.make("daily");
    await backups.setSecondFolder(elsewhere);
    expect(readdirSync(join(elsewhere, "recollect-backups-laptop"))).toEqual([name]);
    now += 86_400_000;
    const later = await backups.make("daily");
    await backups.close();
    rmSync(join(folder, "backups"), { recursive: true });
    expect(backups.list().map((each) => each.name)).toEqual([later.name, name]);
    expect((await backups.compare(name, "")).counts).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  it("that fails is an alert and does not prevent the backup", async () => {
    const elsewhere = await temporaryFolder();
    const { backups } = await open(3);
    await backups.setSecondFolder(elsewhere);
    rmSync(elsewhere, { recursive: true });
    expect(await backups.make("manual")).toMatchObject({ memories: 3 });
    await backups.close();
    expect(backups.alerts()).toMatchObject([{ details: { reason: "second_folder_failed", path: elsewhere } }]);
    await backups.setSecondFolder(null);
    expect(backups.alerts()).toEqual([]);
  });

  it("is refused if it is relative, missing or in the data folder", async () => {
    const { backups } = await open(1);
    for (const chosen of ["backups", join(folder, "missing"), folder, join(folder, "backups")]) {
      await expect(backups.setSecondFolder(chosen)).rejects.toMatchObject({ field: "folder" });
    }
    expect(second).toBeNull();
  });
});
