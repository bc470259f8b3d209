import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { openConversationFile } from "../conversations/conversation-file.ts";
import { dataFiles } from "../platform/paths.ts";
import { openLogFile } from "../requests/log-file.ts";
import { damageOf } from "../store/lifecycle/damage.ts";
import { acquireOwnership } from "../store/lifecycle/ownership.ts";
import { openMemoryStore } from "../store/open-memory-store.ts";
import { idAt, memoryAt, optionsIn, SILENT, START, temporaryFolder } from "../store/testing/open-store.ts";
import { FORMATS, openDataVersion } from "./data-version.ts";

type Damage = readonly [label: string, damage: (file: string) => void];

/** The fields of a header with their bytes (sqlite.org/fileformat.html, section 1.3). */
const FIELDS = {
  magic: [0, 16],
  "page size": [16, 18],
  "write version": [18, 19],
  "read version": [19, 20],
  reserved: [20, 21],
  fractions: [21, 24],
  "change counter": [24, 28],
  "size in pages": [28, 32],
  "free list": [32, 40],
  cookie: [40, 44],
  "schema format": [44, 48],
  cache: [48, 52],
  "largest root": [52, 56],
  encoding: [56, 60],
  "user version": [60, 64],
  "incremental vacuum": [64, 68],
  "application id": [68, 72],
  "from 24 to 84": [24, 84],
  header: [0, 100],
  "first page": [0, 4_096],
} as const;

const overwrite = (from: number, to: number, byte: number | "noise") => (file: string) => {
  const bytes = readFileSync(file);
  for (let at = from; at < to; at += 1) bytes[at] = byte === "noise" ? (at * 151 + 89) & 0xff : byte;
  writeFileSync(file, bytes);
};
const replaceBy = (content: string | Buffer) => (file: string) => writeFileSync(file, content);

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
  writeFileSync(path.join(file, "note.txt"), "A file of the owner.");
}

function setVersion(version: number): Damage[1] {
  return (file) => {
    const database = new Database(file);
    database.pragma(`user_version = ${version}`);
    database.close();
  };
}

const DAMAGES: readonly Damage[] = [
  ...Object.entries(FIELDS).flatMap(([name, [from, to]]): Damage[] => [
    [`${name}: zeros`, overwrite(from, to, 0)],
    [`${name}: ones`, overwrite(from, to, 0xff)],
    [`${name}: noise`, overwrite(from, to, "noise")],
  ]),
  ["page size: 512", overwrite(16, 17, 2)],
  ["page size: 8192", overwrite(16, 17, 32)],
  ["page size: 65536", (file) => overwrite(17, 18, 1)(file)],
  ["write version: 9", overwrite(18, 19, 9)],
  ["user version: 1", setVersion(1)],
  ["user version: one less", (file) => setVersion(FORMATS.memories - 1)(file)],
  ["no byte", (file) => truncateSync(file, 0)],
  ["1 byte", (file) => truncateSync(file, 1)],
  ["99 bytes", (file) => truncateSync(file, 99)],
  ["100 bytes", (file) => truncateSync(file, 100)],
  ["4096 bytes", (file) => truncateSync(file, 4_096)],
  ["a text", replaceBy("A text that the owner saved under the wrong name. ".repeat(200))],
  ["a short text", replaceBy("text")],
  ["a folder", replaceByFolder],
];

/** Damage after which nothing of the file can be read. */
const DESTROYED = /byte|text$|folder/;
const BACKED_UP = 30;
const TOTAL = 40;

/** The bytes of a file, or of a file in a folder. */
const contentOf = (file: string) => {
  const at = existsSync(path.join(file, "note.txt")) ? path.join(file, "note.txt") : file;
  return existsSync(at) ? readFileSync(at).toString("latin1") : null;
};

const setAsideIn = (folder: string, name: string) =>
  readdirSync(folder).filter((entry) => /^(?:damaged|set-aside)-[^.]*Z$/.test(entry.slice(name.length + 1)));

it("opens or restores memories with a damaged header, and keeps the damaged file", async () => {
  const template = await temporaryFolder();
  const filled = await openMemoryStore(optionsIn(template));
  const insert = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      await filled.memories.insert(
        memoryAt(number, { content: `number ${number} ${"text ".repeat(40)}`, tags: ["a"] }),
      );
    }
  };
  await insert(0, BACKED_UP);
  await filled.backup();
  await insert(BACKED_UP, TOTAL);
  await filled.close();
  const ids = Array.from({ length: TOTAL }, (_, number) => idAt(number));
  for (const [label, damage] of DAMAGES) {
    const folder = await temporaryFolder();
    cpSync(template, folder, { recursive: true });
    const options = optionsIn(folder);
    damage(options.path);
    const damaged = contentOf(options.path);
    const files = dataFiles(folder);
    const version = await openDataVersion({ files, version: "1.0.0", ifNewer: "refuse", now: START });
    expect(version.wentBackTo, label).toBeNull();
    const opened = await openMemoryStore(options).catch((error: unknown) => error);
    let store = opened as Awaited<ReturnType<typeof openMemoryStore>>;
    if (opened instanceof Error) {
      expect(damageOf(opened)?.newestBackup, `${label}: ${opened}`).toContain("memories-2026-01-31.sqlite");
      expect(contentOf(options.path), label).toBe(damaged);
      store = await openMemoryStore({ ...options, ifDamaged: "restore" });
    }
    const found = await store.memories.getMany(ids);
    expect(found.length, label).toBeGreaterThanOrEqual(DESTROYED.test(label) ? BACKED_UP : TOTAL);
    // A failed migration may have synced the header again.
    if (store.recovery !== null && !label.startsWith("user version: one")) {
      const [aside = ""] = setAsideIn(folder, "memories.sqlite");
      expect(contentOf(path.join(folder, aside)), label).toBe(damaged);
    }
    await store.memories.insert(memoryAt(TOTAL));
    await store.memories.update(idAt(1), { content: "changed" }, null, { client: null, at: START, action: "update" });
    expect(await store.integrity(), label).toBeNull();
    await store.close();
    expect(
      readdirSync(folder).filter((name) => name.includes(".partial")),
      label,
    ).toEqual([]);
  }
}, 480_000);

const OTHER_PROGRAM: Damage = [
  "a database of another program",
  (file) => {
    rmSync(file);
    const database = new Database(file);
    database.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('not ours')");
    database.close();
  },
];

it.each([
  ["conversations.sqlite", (file: string) => openConversationFile(file, START, SILENT).close()],
  ["requests.sqlite", (file: string) => openLogFile(file, { now: () => START }, SILENT).close()],
])(
  "opens %s with a damaged header, or starts a new one and keeps the damaged file",
  async (name, open) => {
    const template = path.join(await temporaryFolder(), name);
    open(template);
    for (const [label, damage] of [
      ...DAMAGES.filter(([label]) => !/^user version: (1|one)/.test(label)),
      OTHER_PROGRAM,
    ]) {
      const folder = await temporaryFolder();
      const file = path.join(folder, name);
      cpSync(template, file);
      damage(file);
      const damaged = contentOf(file);
      await openDataVersion({ files: dataFiles(folder), version: "1.0.0", ifNewer: "refuse", now: START });
      expect(() => open(file), label).not.toThrow();
      const aside = setAsideIn(folder, name);
      expect(aside.length, label).toBeLessThanOrEqual(1);
      for (const kept of aside) expect(contentOf(path.join(folder, kept)), label).toBe(damaged);
      if (/text|folder|program|magic|header|first page|write version|1 byte|99|encoding/.test(label)) {
        expect(aside, label).toHaveLength(1);
      }
      open(file);
    }
  },
  240_000,
);

it("names a lock file that is damaged or a folder, and leaves it", async () => {
  for (const damage of [replaceBy("A text ".repeat(200)), replaceByFolder]) {
    const lock = dataFiles(await temporaryFolder()).ownerLock;
    writeFileSync(lock, "");
    damage(lock);
    const before = contentOf(lock);
    expect(() => acquireOwnership(lock)).toThrow(`The lock file ${lock} is damaged.`);
    expect(contentOf(lock)).toBe(before);
    rmSync(lock, { recursive: true });
    acquireOwnership(lock)?.release();
  }
});
