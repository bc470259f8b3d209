import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Backup, BackupComparison, RestoreReport } from "../core/backup.ts";
import { openCommandLine, openServedCommandLine } from "./testing/command-line.ts";

it("makes, lists, checks, previews and restores a backup while the application runs, and undoes the restore", async () => {
  const { run, json, folder } = await openServedCommandLine();
  expect(await run(["backup"])).toMatchObject({ out: "", errors: expect.stringContaining("There are no backups yet") });
  const { memory } = await json<{ memory: { id: string } }>(["capture", "the staging key rotates on Mondays"]);
  expect(await json(["backup", "now", "--dry-run"])).toEqual({ would: "backup now", written: false });
  expect((await run(["backup"])).errors).toContain("There are no backups yet");
  const made = await json<Backup>(["backup", "now"]);
  expect(made).toMatchObject({ kind: "manual", memories: 1 });
  expect((await run(["backup"])).out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d +manual +1 memory +.* MB +memories-.*\.sqlite/,
  );
  expect((await run(["backup", "verify"])).out).toContain("no damage found");

  await run(["capture", "captured after the backup"]);
  const preview = await json<BackupComparison>(["backup", "restore", "latest", "--dry-run"]);
  expect(preview.counts).toEqual({ added: 0, changed: 0, removed: 1 });
  const restored = await json<RestoreReport>(["backup", "restore", made.name]);
  expect(restored.counts).toEqual({ added: 0, changed: 0, removed: 1 });
  expect((await run(["list"])).out).not.toContain("captured after");

  const undone = await run(["backup", "restore", restored.kept ?? ""]);
  expect(undone).toMatchObject({ code: 0, errors: expect.stringContaining("To undo: recollect backup restore") });
  expect((await run(["list"])).out).toContain("captured after");
  expect(readdirSync(path.join(folder, "data")).filter((name) => /partial|damaged/.test(name))).toEqual([]);

  const chosen = await run(["backup", "restore", made.name, "--id", memory.id.slice(-8)]);
  expect(chosen.out).toContain("0 added, 0 changed, 0 removed");
}, 300_000);

it("names the problem, and changes nothing", async () => {
  const { run } = await openServedCommandLine();
  expect(await run(["backup", "restore", "memories-1999-01-01.sqlite"])).toMatchObject({
    code: 4,
    errors: expect.stringContaining("There is no backup memories-1999-01-01.sqlite."),
  });
  for (const args of [["burn"], ["restore"], ["now", "again"], ["now", "--yes"], ["list", "--id", "x"]]) {
    expect((await run(["backup", ...args])).code).toBe(2);
  }
}, 300_000);

it("exits with 3 if the application does not run", async () => {
  expect((await openCommandLine().run(["backup", "--no-start"])).code).toBe(3);
});
