import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openConversationFile } from "../conversations/conversation-file.ts";
import type { Backup } from "../core/backup.ts";
import { dataFiles } from "../platform/paths.ts";
import { openLogFile } from "../requests/log-file.ts";
import { schemaOfFile } from "../sqlite/schema-of-file.ts";
import { idAt, SILENT } from "../store/testing/open-store.ts";
import { FORMATS } from "./data-version.ts";
import { OLDER_SCHEMA, writeOlderMemories } from "./testing/older-data.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, start, startFirst, ask, callTool } = setUpApplications();

const files = () => dataFiles(folder());
const backups = () =>
  existsSync(files().backups) ? readdirSync(files().backups).filter((name) => name.endsWith(".sqlite")) : [];
const recorded = (): unknown => JSON.parse(readFileSync(files().dataVersion, "utf8"));

/** The contents of every file of the data folder except the lock, by name. */
function contents(): Readonly<Record<string, string>> {
  const entries = readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    named
      .filter((file) => !file.startsWith(files().ownerLock))
      .map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]),
  );
}

function setSchema(file: string, version: number): void {
  const database = new Database(file);
  database.pragma(`user_version = ${version}`);
  database.close();
}

it("knows the schemas that the log and conversations have", () => {
  mkdirSync(folder(), { recursive: true });
  openLogFile(files().requests, { now: Date.now }, SILENT).close();
  openConversationFile(files().conversations, Date.now(), SILENT).close();
  expect(schemaOfFile(files().requests)).toBe(FORMATS.requests);
  expect(schemaOfFile(files().conversations)).toBe(FORMATS.conversations);
});

describe("the first start of a version", () => {
  it("backs up the data of an older schema before it is migrated, and the next start makes no backup", async () => {
    writeOlderMemories(files().memories, 30);
    writeFileSync(files().settings, JSON.stringify({ theme: "dark" }));
    const first = await startFirst({ version: "2.0.0" });
    const [name = "", ...others] = backups();
    expect(name).toMatch(/^memories-before-version-2\.0\.0-.*\.sqlite$/);
    expect(others).toEqual([]);
    expect(schemaOfFile(path.join(files().backups, name))).toBe(OLDER_SCHEMA);
    const { backups: listed } = await ask<{ backups: Backup[] }>(first, "backups.list");
    expect(listed).toMatchObject([{ name, kind: "version", memories: 30 }]);
    expect((await ask<{ content: string }>(first, "memories.get", { reference: idAt(7) })).content).toBe(
      "memory number 7",
    );
    expect(recorded()).toEqual({ version: "2.0.0", files: FORMATS.files });
    const copy = path.join(files().olderSettings, "before-2.0.0", "settings.json");
    expect(readFileSync(copy, "utf8")).toBe('{"theme":"dark"}');
    await first.stop();

    await (await startFirst({ version: "2.0.0" })).stop();
    expect(backups()).toEqual([name]);
    await (await startFirst({ version: "2.1.0-beta.1" })).stop();
    expect(backups()).toHaveLength(2);
    expect(backups().at(-1)).toMatch(/^memories-before-version-2\.1\.0-beta\.1-/);
  });

  it("makes no backup of an empty folder", async () => {
    await (await startFirst()).stop();
    expect(recorded()).toMatchObject({ version: "1.2.3" });
    expect(backups()).toEqual([]);
  });

  it("starts if the JSON files cannot be copied, and copies them at the next start", async () => {
    writeFileSync(files().settings, JSON.stringify({ theme: "dark" }));
    // A file in the place of the folder.
    writeFileSync(files().olderSettings, "");
    const first = await startFirst({ version: "2.0.0" });
    expect(first.theme()).toBe("dark");
    expect(existsSync(files().dataVersion)).toBe(false);
    await first.stop();
    rmSync(files().olderSettings);
    await (await startFirst({ version: "2.0.0" })).stop();
    expect(readFileSync(path.join(files().olderSettings, "before-2.0.0", "settings.json"), "utf8")).toContain("dark");
    expect(recorded()).toMatchObject({ version: "2.0.0" });
  });

  it("loses nothing if it is killed at any moment", async () => {
    writeOlderMemories(files().memories, 200);
    // Each round is killed after more changes of the folder: during the backup, the migration, or the start.
    for (const changes of [2, 6, 12]) {
      const program = path.join(import.meta.dirname, "testing", "starting-process.ts");
      const child = spawn(process.execPath, [program, folder()], { stdio: ["ignore", "pipe", "inherit"] });
      const closed = once(child, "close");
      let seen = 0;
      // If it has started before, it is killed then.
      child.stdout.once("data", () => child.kill("SIGKILL"));
      const watcher = watch(folder(), { recursive: true }, () => {
        seen += 1;
        if (seen === changes) child.kill("SIGKILL");
      });
      await closed;
      watcher.close();
      expect(child.signalCode).toBe("SIGKILL");
    }
    const application = await startFirst();
    expect(await ask(application, "memories.counts")).toMatchObject({ memories: 200 });
    const schemas = backups().map((name) => schemaOfFile(path.join(files().backups, name)));
    expect(schemas).toContain(OLDER_SCHEMA);
    const { backups: listed } = await ask<{ backups: Backup[] }>(application, "backups.list");
    expect(listed.every(({ memories }) => memories === 200)).toBe(true);
  });
});

describe("data of a newer version", () => {
  /** Data that version 1.2.3 wrote, and that version 2.0.0 then migrated to a schema that is not known here. */
  async function runNewerVersion(): Promise<void> {
    const before = await startFirst();
    await callTool("capture_memory", { content: "before the update" });
    await before.stop();
    const newer = await startFirst({ version: "2.0.0" });
    await callTool("capture_memory", { content: "after the update" });
    const draft = { name: "script", access: "write", domains: null, namespaces: null, expiresAt: null };
    await ask(newer, "clients.createToken", draft);
    await newer.stop();
    const database = new Database(files().memories);
    database.exec("ALTER TABLE tokens ADD COLUMN later TEXT");
    database.close();
    setSchema(files().memories, FORMATS.memories + 1);
  }

  const found = async (application: Awaited<ReturnType<typeof startFirst>>) =>
    (await ask<{ items: { content: string }[] }>(application, "memories.list", {})).items.map(({ content }) => content);

  it("is refused with what to do, and nothing is changed", async () => {
    await runNewerVersion();
    const before = contents();
    const [backup] = backups();
    await expect(start()).rejects.toMatchObject({
      code: "storage",
      message: expect.stringMatching(/Recollect 2\.0\.0.*memories\.sqlite/),
      hint: expect.stringContaining(`go back to the backup ${backup}`),
      details: { reason: "data_newer", backup, files: ["memories.sqlite"] },
    });
    expect(contents()).toEqual(before);
  });

  it("is replaced by the backup before the update if the owner goes back, and kept as a backup", async () => {
    await runNewerVersion();
    const application = await startFirst({ ifNewer: "goBack" });
    expect(application.wentBackTo).toContain("memories-before-version-2.0.0-");
    expect(await found(application)).toEqual(["before the update"]);
    // The current tokens are kept, so clients stay connected.
    expect(await ask(application, "clients.grants")).toMatchObject([{ subject: "script" }]);
    expect(recorded()).toMatchObject({ version: "1.2.3" });
    await application.stop();
    const kept = backups().find((name) => name.startsWith("memories-before-restore-")) ?? "";
    expect(schemaOfFile(path.join(files().backups, kept))).toBe(FORMATS.memories + 1);
    const again = await startFirst();
    expect(again.wentBackTo).toBeNull();
    await expect(ask(again, "backups.restore", { name: kept, ids: null })).rejects.toMatchObject({
      details: { reason: "database_newer" },
    });
    expect(await found(again)).toEqual(["before the update"]);
  });

  it("is refused also without a backup, and if the owner wants to go back", async () => {
    await (await startFirst()).stop();
    setSchema(files().memories, FORMATS.memories + 1);
    const before = contents();
    await expect(start({ ifNewer: "goBack" })).rejects.toMatchObject({
      hint: expect.stringContaining("There is no backup"),
      details: { reason: "data_newer", backup: null },
    });
    expect(contents()).toEqual(before);
  });

  it("is recognised in the log, in conversations and in the settings; going back keeps each file", async () => {
    await (await startFirst()).stop();
    const settings = JSON.stringify({ theme: "dark" });
    writeFileSync(files().settings, settings);
    await (await startFirst({ version: "2.0.0" })).stop();
    openConversationFile(files().conversations, Date.now(), SILENT).close();
    setSchema(files().conversations, FORMATS.conversations + 1);
    setSchema(files().requests, FORMATS.requests + 1);
    writeFileSync(files().dataVersion, JSON.stringify({ version: "2.0.0", files: FORMATS.files + 1 }));
    const later = JSON.stringify({ theme: "sepia", spell: true });
    writeFileSync(files().settings, later);
    const before = contents();
    await expect(start()).rejects.toMatchObject({
      details: { reason: "data_newer", files: ["requests.sqlite", "conversations.sqlite", "*.json"] },
    });
    expect(contents()).toEqual(before);

    const application = await startFirst({ ifNewer: "goBack" });
    expect(application.theme()).toBe("dark");
    const names = readdirSync(folder());
    for (const kept of [/^conversations\.sqlite\.newer-/, /^requests\.sqlite\.newer-/, /^settings\.json\.newer-/]) {
      expect(
        names.some((name) => kept.test(name)),
        String(kept),
      ).toBe(true);
    }
  });
});
