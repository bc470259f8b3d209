import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { RecollectError } from "../text/errors.ts";
import { listBackups } from "./lifecycle/backup-folder.ts";
import { damageOf } from "./lifecycle/damage.ts";
import { MIGRATIONS } from "./lifecycle/migrations.ts";
import { openMemoryStore } from "./open-memory-store.ts";
import { damagePages } from "./testing/damage-file.ts";
import { idAt, memoryAt, openTestStore, optionsIn, START, temporaryFolder } from "./testing/open-store.ts";

const DAY = 86_400_000;
const EDIT = { client: null, at: START };

async function catchError(promise: Promise<unknown>): Promise<RecollectError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RecollectError)) throw new Error(`Expected a RecollectError, not ${error}.`);
  return error;
}

/** A closed store with one memory and one backup. */
async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  await store.memories.insert(memoryAt(1));
  await store.backup();
  await store.memories.insert(memoryAt(2));
  await store.close();
  return folder;
}

/** Overwrites the first page of the contents, as a failing disk might. They cannot be rebuilt from other tables. */
function damage(path: string): void {
  const database = new Database(path, { readonly: true });
  const page = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contents'").pluck().get() as number;
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0xab, (page - 1) * 4096, page * 4096);
  writeFileSync(path, bytes);
  // After an unclean stop, the write-ahead log remains.
  writeFileSync(`${path}-wal`, "left behind");
}

describe("opening", () => {
  it("creates the folder and migrates to the latest schema, each migration once and in order", async () => {
    const folder = join(await temporaryFolder(), "not", "yet", "there");
    await (await openMemoryStore(optionsIn(folder))).close();
    const database = new Database(join(folder, "memories.sqlite"));
    expect(database.pragma("user_version", { simple: true })).toBe(MIGRATIONS.length);
    expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(statSync(join(folder, "memories.sqlite")).mode & 0o077).toBe(0);
    database.close();
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it("finds all memories after it was reopened", async () => {
    const folder = await createFolder();
    const { memories, recovery } = await openTestStore(folder);
    expect((await memories.getMany([idAt(1), idAt(2)])).length).toBe(2);
    expect(recovery).toBeNull();
  });

  it("rejects a database of a newer version without changing a byte", async () => {
    const folder = await createFolder();
    const { path } = optionsIn(folder);
    const database = new Database(path);
    database.pragma("user_version = 99");
    database.close();
    const before = readFileSync(path);
    const error = await catchError(openMemoryStore(optionsIn(folder)));
    expect(error).toMatchObject({ code: "storage", details: { reason: "database_newer", found: 99 } });
    expect(damageOf(error)).toBeNull();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("backs up an older database before it changes the schema", async () => {
    const folder = await temporaryFolder();
    const { path, backupFolder } = optionsIn(folder);
    const database = new Database(path);
    for (const { version, up } of MIGRATIONS.slice(0, 2)) {
      up(database);
      database.pragma(`user_version = ${version}`);
    }
    database.close();
    await (await openTestStore(folder)).close();
    expect(readdirSync(backupFolder)).toEqual(["memories-before-schema-3.sqlite"]);
    const backup = new Database(join(backupFolder, "memories-before-schema-3.sqlite"), { readonly: true });
    expect(backup.pragma("user_version", { simple: true })).toBe(2);
    backup.close();
  });

  it("commits queued writes when it closes, and can be closed twice", async () => {
    const folder = await temporaryFolder();
    const store = await openTestStore(folder);
    const inserting = store.memories.insert(memoryAt(1));
    await store.close();
    await store.close();
    expect((await inserting).id).toBe(idAt(1));
    await expect(store.memories.insert(memoryAt(2))).rejects.toMatchObject({ code: "unavailable" });
    await expect(store.memories.get(idAt(1))).rejects.toMatchObject({ code: "unavailable" });
    store.memories.markRecalled([idAt(1)], "client", START);
    expect(existsSync(join(folder, "memories.sqlite-wal"))).toBe(false);
  });
});

describe("a damaged database", () => {
  it("reports damage with the newest backup at every attempt, and does not move the file", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    damage(options.path);
    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await catchError(openMemoryStore(options));
      expect(error.code).toBe("storage");
      expect(error.hint).toContain("memories-2026-01-31.sqlite");
      expect(damageOf(error)).toEqual({
        path: options.path,
        newestBackup: join(options.backupFolder, "memories-2026-01-31.sqlite"),
      });
    }
  });

  it("runs the full check on a suspected database, and restores the backup", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    const database = new Database(options.path);
    database.pragma("foreign_keys = OFF");
    database.exec("DELETE FROM memories WHERE row = (SELECT memory_row FROM revisions LIMIT 1)");
    database.close();
    await (await openMemoryStore(options)).close();
    const suspected = { ...options, suspected: true };
    expect(damageOf(await catchError(openMemoryStore(suspected)))?.newestBackup).toContain(
      "memories-2026-01-31.sqlite",
    );
    const store = await openMemoryStore({ ...suspected, ifDamaged: "restore" });
    expect(await store.integrity()).toBeNull();
    expect((await store.memories.list({}, "created", 9, null)).items.map(({ id }) => id)).toEqual([idAt(2), idAt(1)]);
    await store.close();
    await (await openMemoryStore(suspected)).close();
  });

  it("sets the damaged file aside under a name with the time when it restores the backup", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    damage(options.path);
    const damaged = readFileSync(options.path);
    const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    expect((await store.memories.list({}, "created", 9, null)).items.map(({ id }) => id)).toEqual([idAt(1)]);
    expect(store.recovery?.setAside).toBe(join(folder, "memories.sqlite.damaged-2026-01-31T12-00-00-000Z"));
    expect(readFileSync(store.recovery?.setAside ?? "").equals(damaged)).toBe(true);
    await store.close();
  });

  it("sets the damaged file aside when it starts with an empty database, and keeps the backups", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    writeFileSync(options.path, "this was never a database, but it is long enough to be looked at".repeat(20));
    const store = await openMemoryStore({ ...options, ifDamaged: "fresh" });
    expect(await store.memories.counts()).toMatchObject({ memories: 0 });
    expect(store.recovery).toMatchObject({ restoredFrom: null });
    expect(readdirSync(options.backupFolder)).toEqual(["memories-2026-01-31.sqlite"]);
    await store.close();
  });

  it("restores the newest backup that is not damaged itself", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    writeFileSync(join(options.backupFolder, "memories-2026-02-01.sqlite"), "cut short".repeat(999));
    damage(options.path);
    const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    expect(store.recovery?.restoredFrom).toBe(join(options.backupFolder, "memories-2026-01-31.sqlite"));
    await store.close();
  });

  it("restores the newest backup that this version can open, next to one of a newer version", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    const [known = ""] = readdirSync(options.backupFolder);
    const newer = join(options.backupFolder, "memories-before-restore-2026-01-31T11-00-00-000.sqlite");
    copyFileSync(join(options.backupFolder, known), newer);
    const database = new Database(newer);
    database.pragma("user_version = 99");
    database.close();
    damage(options.path);
    const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    expect(store.recovery?.restoredFrom).toBe(join(options.backupFolder, known));
    await store.close();
  });

  it("keeps the damaged file in its place when the backup cannot be restored", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    const [backup = ""] = readdirSync(options.backupFolder);
    const database = new Database(join(options.backupFolder, backup));
    database.pragma("application_id = 1");
    database.close();
    damage(options.path);
    const damaged = readFileSync(options.path);
    await expect(openMemoryStore({ ...options, ifDamaged: "restore" })).rejects.toThrow();
    expect(readFileSync(options.path).equals(damaged)).toBe(true);
  });

  it("starts with an empty database on request without a backup", async () => {
    const folder = await temporaryFolder();
    const options = optionsIn(folder);
    writeFileSync(options.path, "not a database ".repeat(100));
    const error = await catchError(openMemoryStore(options));
    expect(damageOf(error)).toEqual({ path: options.path, newestBackup: null });
    const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    expect(store.recovery).toMatchObject({ restoredFrom: null });
    await store.close();
  });
});

describe("a missing or empty database with backups", () => {
  it.each([
    ["missing", (path: string) => rmSync(path)],
    ["empty", (path: string) => truncateSync(path)],
  ])("is damage if the file is %s, and the backup is restored", async (state, harm) => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    harm(options.path);
    const error = await catchError(openMemoryStore(options));
    expect(error.message).toContain(`The file is ${state}.`);
    expect(damageOf(error)?.newestBackup).toBe(join(options.backupFolder, "memories-2026-01-31.sqlite"));
    const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    expect(await store.memories.counts()).toMatchObject({ memories: 1 });
    await store.close();
  });

  it("can be replaced by an empty one, which keeps the backups", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    rmSync(options.path);
    const store = await openMemoryStore({ ...options, ifDamaged: "fresh" });
    expect(store.recovery?.by).toBe("empty");
    await store.close();
    await (await openMemoryStore(options)).close();
    expect(readdirSync(options.backupFolder)).toEqual(["memories-2026-01-31.sqlite"]);
  });

  it("is damage as well if only its write-ahead log is there", async () => {
    const folder = await temporaryFolder();
    const options = optionsIn(folder);
    writeFileSync(`${options.path}-wal`, "written before the file was lost");
    expect(damageOf(await catchError(openMemoryStore(options)))).not.toBeNull();
  });
});

describe("the header of the file", () => {
  const flip = (path: string, from: number, to: number) => {
    const bytes = readFileSync(path);
    for (let at = from; at < to; at++) bytes[at] = 0xff ^ (bytes[at] ?? 0);
    writeFileSync(path, bytes);
  };

  it.each([
    [16, 18],
    [18, 20],
    [24, 84],
    [44, 48],
    [56, 60],
    [60, 64],
    [68, 72],
  ])("with damaged bytes %i to %i is damage, and both memories are restored", async (from, to) => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    flip(options.path, from, to);
    const outcome = await openMemoryStore(options).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(damageOf(outcome)?.newestBackup).toContain("memories-2026-01-31.sqlite");
      const store = await openMemoryStore({ ...options, ifDamaged: "restore" });
      expect(await store.memories.counts()).toMatchObject({ memories: 2 });
      await store.close();
    } else {
      const store = outcome as Awaited<ReturnType<typeof openMemoryStore>>;
      expect((await store.memories.list({}, "created", 9, null)).items).toHaveLength(2);
      await store.close();
    }
  });

  it.each([0, 7, 99])(
    "of another program's database of version %i is refused, and the file is not changed",
    async (version) => {
      const { path, ...options } = optionsIn(await temporaryFolder());
      const other = new Database(path);
      other.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('not ours')");
      other.pragma(`user_version = ${version}`);
      other.close();
      const before = readFileSync(path);
      for (const ifDamaged of ["ask", "restore", "fresh"] as const) {
        const error = await catchError(openMemoryStore({ path, ...options, ifDamaged }));
        expect(error).toMatchObject({ details: { reason: "database_foreign", path } });
      }
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );
});

describe("backups", () => {
  it("makes complete backups of each day and keeps seven and one of the week before", async () => {
    const folder = await temporaryFolder();
    let now = START;
    const options = { ...optionsIn(folder), clock: { now: () => now } };
    const store = await openMemoryStore(options);
    for (let day = 0; day < 9; day++) {
      now = START + day * DAY;
      await store.memories.insert(memoryAt(day + 1));
      await store.backup();
      await store.backup();
    }
    await store.close();
    const names = readdirSync(options.backupFolder).sort();
    expect(names).toHaveLength(8);
    expect(names.at(-1)).toBe("memories-2026-02-08.sqlite");
    const elsewhere = await temporaryFolder();
    copyFileSync(join(options.backupFolder, names[0] ?? ""), join(elsewhere, "memories.sqlite"));
    const restored = await openTestStore(elsewhere);
    expect((await restored.memories.counts()).memories).toBe(2);
    expect(await restored.integrity()).toBeNull();
  });

  it("does not replace a backup by one with far fewer memories, and reports it", async () => {
    const folder = await temporaryFolder();
    let now = START;
    const store = await openMemoryStore({ ...optionsIn(folder), clock: { now: () => now } });
    const all = Array.from({ length: 60 }, (_, number) => memoryAt(number));
    await Promise.all(all.map((memory) => store.memories.insert(memory)));
    await store.backup();
    for (const { id } of all.slice(1)) await store.memories.setDeleted(id, true, null, { ...EDIT, action: "delete" });
    await store.memories.purge("trash");
    now += 1_000;
    expect(await store.backup()).toMatchObject({ backup: { memories: 1 }, larger: { memories: 60 } });
    for (let day = 1; day < 60; day++) {
      now = START + day * DAY;
      await store.backup();
    }
    expect(listBackups(join(folder, "backups")).filter(({ memories }) => memories === 60)).toHaveLength(1);
    await store.close();
  });

  it("does not replace a sound backup by one of a damaged database", async () => {
    const folder = await createFolder();
    const options = optionsIn(folder);
    const [name = ""] = readdirSync(options.backupFolder);
    const before = readFileSync(join(options.backupFolder, name));
    damagePages(options.path, "contents");
    const store = await openMemoryStore(options);
    await expect(store.backup()).rejects.toMatchObject({ details: { reason: "damaged_in_part" } });
    expect(readdirSync(options.backupFolder)).toEqual([name]);
    expect(readFileSync(join(options.backupFolder, name)).equals(before)).toBe(true);
    await expect.poll(() => store.integrity()).not.toBeNull();
    await store.close();
  });

  it("removes what interrupted backups left", async () => {
    const folder = await createFolder();
    const { backupFolder } = optionsIn(folder);
    writeFileSync(join(backupFolder, "memories-2026-01-09.sqlite.partial"), "cut short");
    const store = await openTestStore(folder);
    await store.backup();
    expect(readdirSync(backupFolder)).toEqual(["memories-2026-01-31.sqlite"]);
  });

  it("makes one backup at a time and finishes it before the store closes", async () => {
    const folder = await temporaryFolder();
    const store = await openTestStore(folder);
    await store.memories.insert(memoryAt(1));
    const making = [store.backup(), store.backup()];
    await store.close();
    expect((await Promise.all(making)).map(({ backup }) => backup.memories)).toEqual([1, 1]);
    expect(readdirSync(join(folder, "backups"))).toEqual(["memories-2026-01-31.sqlite"]);
  });

  it("makes a sound backup while memories are written", async () => {
    const folder = await temporaryFolder();
    const store = await openTestStore(folder);
    await Promise.all(Array.from({ length: 300 }, (_, index) => store.memories.insert(memoryAt(index))));
    const making = store.backup();
    for (let number = 300; number < 330; number++) await store.memories.insert(memoryAt(number));
    const backup = new Database(join(folder, "backups", (await making).backup.name), { readonly: true });
    expect(backup.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(backup.prepare("SELECT count(*) FROM memories").pluck().get()).toBeGreaterThanOrEqual(300);
    backup.close();
  });
});
