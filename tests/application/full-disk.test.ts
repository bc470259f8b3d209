import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { capture, connectClient, type RunningApplication, readAll, startHeadless } from "./application-process.ts";

const asRoot = process.platform === "linux" && process.getuid?.() === 0;
const mount = (args: readonly string[]) => spawnSync("mount", args, { stdio: "ignore" }).status === 0;

/** Only root may mount a small disk, and not in every container. */
const canMount = asRoot && canMountHere();
function canMountHere(): boolean {
  const probe = path.join(tmpdir(), `recollect-mount-${process.pid}`);
  const made = spawnSync("mkdir", [probe]).status === 0;
  const mounted = made && mount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", probe]);
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

/** Writes zeros until nothing more fits. */
function fill(): void {
  spawnSync("dd", ["if=/dev/zero", `of=${path.join(disk, "fill")}`, "bs=1k"], { stdio: "ignore" });
}

describe.runIf(canMount)("on a disk that is full", () => {
  it("refuses a capture with the reason, keeps what it acknowledged, and goes on when there is room", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    application = await startHeadless(path.join(disk, "data"), 0);
    const client = await connectClient(application.endpoint, "writer");
    const kept = await capture(client, "Kept before the disk was full.");
    fill();
    const long = Array.from({ length: 7000 }, (_, index) => `word${index}`).join(" ");
    await expect(capture(client, long)).rejects.toThrow(/disk is full/);
    expect([...(await readAll(client)).keys()]).toEqual([kept]);

    await rm(path.join(disk, "fill"));
    await capture(client, long);
    expect((await readAll(client)).size).toBe(2);
  }, 60_000);

  it("starts, or says in a sentence why not, and finds everything when there is room", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    const data = path.join(disk, "data");
    application = await startHeadless(data, 0);
    const kept = await capture(await connectClient(application.endpoint, "writer"), "Kept over a full disk.");
    await application.kill();
    fill();
    const start = startHeadless(data, 0);
    await expect(start).rejects.toThrow(/The disk is full\. Free some space/);
    await rm(path.join(disk, "fill"));
    application = await startHeadless(data, 0);
    expect([...(await readAll(await connectClient(application.endpoint, "reader"))).keys()]).toEqual([kept]);
  }, 60_000);
});

it("says whose folder cannot be written, and touches nothing", async () => {
  const data = path.join(disk, "data");
  if (asRoot) await writeFile(data, "A file stands where the folder should be.");
  else await chmod(disk, 0o500);
  await expect(startHeadless(data, 0)).rejects.toThrow(`The data folder ${data} cannot be written.`);
});
