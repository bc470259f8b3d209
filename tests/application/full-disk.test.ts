import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSettings } from "../../electron/platform/config.ts";
import { openMemoryStore } from "../../electron/store/open-memory-store.ts";
import { damagePages } from "../../electron/store/testing/damage-file.ts";
import { memoryAt, openTestStore, optionsIn } from "../../electron/store/testing/open-store.ts";
import { capture, connectClient, type RunningApplication, readAll, startHeadless } from "./application-process.ts";

const asRoot = process.platform === "linux" && process.getuid?.() === 0;
const mount = (args: readonly string[]) => spawnSync("mount", args, { stdio: "ignore" }).status === 0;

/** Only root can mount a small disk, and not in every container. */
const canMount = asRoot && canMountHere();
function canMountHere(): boolean {
  const probe = path.join(tmpdir(), `recollect-mount-${process.pid}`);
  const created = spawnSync("mkdir", [probe]).status === 0;
  const mounted = created && mount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", probe]);
  if (mounted) spawnSync("umount", [probe]);
  spawnSync("rmdir", [probe]);
  return mounted;
}

let disk: string;
let application: RunningApplication | null = null;
beforeEach(async () => {
  disk = await mkdtemp(path.join(tmpdir(), "recollect-disk-"));
});
afterEach(async () => {
  await application?.kill();
  application = null;
  spawnSync("umount", [disk], { stdio: "ignore" });
  await rm(disk, { recursive: true, force: true });
});

/** Writes zeros until the disk is full. */
function fill(): void {
  spawnSync("dd", ["if=/dev/zero", `of=${path.join(disk, "fill")}`, "bs=1k"], { stdio: "ignore" });
}

async function problemOf(client: Awaited<ReturnType<typeof connectClient>>): Promise<string | null> {
  const status = await client.callTool({ name: "memory_status", arguments: {} });
  return (status.structuredContent as { problem: string | null }).problem;
}

describe.runIf(canMount)("on a full disk", () => {
  it("refuses a capture with the reason, keeps acknowledged memories, and captures again when there is space", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    application = await startHeadless(path.join(disk, "data"), 0);
    const client = await connectClient(application.endpoint, "writer");
    const stored = await capture(client, "Captured before the disk was full.");
    fill();
    const long = Array.from({ length: 7000 }, (_, index) => `word${index}`).join(" ");
    await expect(capture(client, long)).rejects.toThrow(/disk is full/);
    expect(await problemOf(client)).toMatch(/disk is full/);
    expect([...(await readAll(client)).keys()]).toEqual([stored]);

    await rm(path.join(disk, "fill"));
    await capture(client, long);
    expect((await readAll(client)).size).toBe(2);
    await expect.poll(() => problemOf(client)).toBeNull();
  }, 300_000);

  it("repairs damaged indexes once there is space, and then writes again", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    const sound = await openTestStore(disk);
    for (let number = 0; number < 50; number += 1) await sound.memories.insert(memoryAt(number));
    await sound.close();
    damagePages(optionsIn(disk).path, "memories_by_created");
    const { memories, close } = await openMemoryStore(optionsIn(disk));
    try {
      fill();
      const damaged = { details: { reason: "damaged_in_part" } };
      await expect(memories.list({}, "created", 100, null)).rejects.toMatchObject(damaged);
      await expect(memories.insert(memoryAt(50))).rejects.toMatchObject(damaged);
      await rm(path.join(disk, "fill"));
      const insert = () => memories.insert(memoryAt(50)).then(() => "stored", String);
      await expect.poll(insert).toBe("stored");
      expect((await memories.list({}, "created", 100, null)).items).toHaveLength(51);
    } finally {
      await close();
    }
  }, 300_000);

  it("refuses a backup and a restore with the reason, changes nothing, and does both when there is space", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    const store = await openTestStore(disk);
    try {
      for (let number = 0; number < 50; number += 1) await store.memories.insert(memoryAt(number));
      const { backup } = await store.backup("manual");
      await store.memories.insert(memoryAt(50));
      const { backupFolder } = optionsIn(disk);
      const before = readdirSync(backupFolder);
      fill();
      await expect(store.backup("manual")).rejects.toMatchObject({ details: { reason: "disk_full" } });
      await expect(store.restore(path.join(backupFolder, backup.name))).rejects.toMatchObject({
        details: { reason: "disk_full" },
      });
      expect((await store.memories.list({}, "created", 100, null)).items).toHaveLength(51);
      expect(readdirSync(backupFolder)).toEqual(before);
      expect(readdirSync(disk).filter((name) => name.includes(".partial"))).toEqual([]);
      await rm(path.join(disk, "fill"));
      await store.memories.insert(memoryAt(51));
      await store.backup("manual");
      await store.restore(path.join(backupFolder, backup.name));
      expect((await store.memories.list({}, "created", 100, null)).items).toHaveLength(50);
    } finally {
      await store.close();
    }
  }, 300_000);

  it("says that the disk is full when a setting cannot be saved", () => {
    mount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    const settings = openSettings({
      file: path.join(disk, "settings.json"),
      env: {},
      clock: { now: () => 0 },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    settings.update({ theme: "dark" });
    fill();
    const dismissed = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    expect(() => settings.update({ dismissed })).toThrow(/disk is full/);
    expect(settings.current()).toMatchObject({ theme: "dark", dismissed: [] });
  });

  it("starts on a full disk without writing, and writes again by itself when there is space", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    const data = path.join(disk, "data");
    application = await startHeadless(data, 0);
    const stored = await capture(
      await connectClient(application.endpoint, "writer"),
      "Captured before the disk was full.",
    );
    await application.kill();
    fill();
    application = await startHeadless(data, 0);
    const client = await connectClient(application.endpoint, "reader");
    expect([...(await readAll(client)).keys()]).toEqual([stored]);
    const found = await client.callTool({
      name: "search_memories",
      arguments: { query: "captured disk", domain: "_" },
    });
    expect(JSON.stringify(found.structuredContent)).toContain(stored);
    await expect(capture(client, "Captured while the disk is full.")).rejects.toThrow(/disk is full/);
    expect(await problemOf(client)).toMatch(/disk is full/);
    // It reserves the rest for the next start, whatever else fills the disk.
    for (const end of ["stop", "kill"] as const) {
      await expect.poll(() => existsSync(path.join(data, "reserve"))).toBe(true);
      if (end === "kill") await application.kill();
      else await application.stop();
      fill();
      application = await startHeadless(data, 0);
      const next = await connectClient(application.endpoint, "reader");
      expect([...(await readAll(next)).keys()]).toEqual([stored]);
      await expect(capture(next, "Captured while the disk is full.")).rejects.toThrow(/disk is full/);
    }
    const last = await connectClient(application.endpoint, "writer");
    await rm(path.join(disk, "fill"));
    await expect.poll(() => problemOf(last)).toBeNull();
    await capture(last, "Captured when there was space again.");
    expect((await readAll(last)).size).toBe(2);
  }, 300_000);
});

it("names a data folder that it cannot write", async () => {
  const data = path.join(disk, "data");
  if (asRoot) await writeFile(data, "A file in place of the folder.");
  else await chmod(disk, 0o500);
  await expect(startHeadless(data, 0)).rejects.toThrow(
    `The data folder ${data} ${asRoot ? "is a file." : "is not writable."}`,
  );
});
