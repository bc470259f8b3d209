import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

describe.runIf(canMount)("on a full disk", () => {
  it("refuses a capture with the reason, keeps acknowledged memories, and captures again when there is space", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    application = await startHeadless(path.join(disk, "data"), 0);
    const client = await connectClient(application.endpoint, "writer");
    const stored = await capture(client, "Captured before the disk was full.");
    fill();
    const long = Array.from({ length: 7000 }, (_, index) => `word${index}`).join(" ");
    await expect(capture(client, long)).rejects.toThrow(/disk is full/);
    expect([...(await readAll(client)).keys()]).toEqual([stored]);

    await rm(path.join(disk, "fill"));
    await capture(client, long);
    expect((await readAll(client)).size).toBe(2);
  }, 60_000);

  it("reports why it cannot start, and has all memories when there is space again", async () => {
    mount(["-t", "tmpfs", "-o", "size=8m", "tmpfs", disk]);
    const data = path.join(disk, "data");
    application = await startHeadless(data, 0);
    const stored = await capture(
      await connectClient(application.endpoint, "writer"),
      "Captured before the disk was full.",
    );
    await application.kill();
    fill();
    const start = startHeadless(data, 0);
    await expect(start).rejects.toThrow(/The disk is full\. Free some space/);
    await rm(path.join(disk, "fill"));
    application = await startHeadless(data, 0);
    expect([...(await readAll(await connectClient(application.endpoint, "reader"))).keys()]).toEqual([stored]);
  }, 60_000);
});

it("names a data folder that it cannot write", async () => {
  const data = path.join(disk, "data");
  if (asRoot) await writeFile(data, "A file in place of the folder.");
  else await chmod(disk, 0o500);
  await expect(startHeadless(data, 0)).rejects.toThrow(`The data folder ${data} is not writable.`);
});
