import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/open-store.ts";
import { acquireOwnership } from "./ownership.ts";

const OTHER = 65_534;
/** Whether this is root, and others can run this project's files. */
const canRunAsAnother =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ["-e", `require("node:fs").readdirSync(${JSON.stringify(import.meta.dirname)})`], {
    uid: OTHER,
    cwd: "/",
  }).status === 0;

async function startOwner(path: string) {
  const entry = join(import.meta.dirname, "..", "testing", "owning-process.ts");
  const child = spawn(process.execPath, ["--expose-gc", entry, path], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [output] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, output: String(output).trim() };
}

describe("ownership of a data folder", () => {
  it("gives the ownership to one process until it is killed", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    const { child, output } = await startOwner(path);
    expect(output).toBe("owner");
    await setTimeout(100);
    expect(acquireOwnership(path)).toBeNull();
    child.kill("SIGKILL");
    await once(child, "close");
    const own = acquireOwnership(path);
    expect(own).not.toBeNull();
    expect((await startOwner(path)).output).toBe("refused");
    own?.release();
  });

  it.runIf(process.platform !== "win32")("creates the lock readable only by its owner", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    const before = process.umask(0);
    try {
      acquireOwnership(path)?.release();
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("does not give the ownership twice to one process, until it is released", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    const first = acquireOwnership(path);
    expect(acquireOwnership(path)).toBeNull();
    first?.release();
    first?.release();
    const second = acquireOwnership(path);
    expect(second).not.toBeNull();
    second?.release();
  });

  it.runIf(canRunAsAnother)("says that another user owns the lock, whether it can be read or not", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "owner.lock");
    acquireOwnership(path)?.release();
    chownSync(folder, OTHER, OTHER);
    const module = pathToFileURL(join(import.meta.dirname, "ownership.ts")).href;
    const code = `const { acquireOwnership } = await import(${JSON.stringify(module)});
      try { acquireOwnership(${JSON.stringify(path)}); } catch (error) { console.log(error.message); }`;
    for (const mode of [0o600, 0o644]) {
      chmodSync(path, mode);
      const options = { uid: OTHER, cwd: "/", encoding: "utf8" } as const;
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], options);
      expect(stdout).toContain(`The lock file ${path} belongs to another user`);
    }
  });

  it("names the file that must be deleted if it is not a lock", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    writeFileSync(path, "not a database ".repeat(100));
    expect(() => acquireOwnership(path)).toThrow(`The lock file ${path} is damaged.`);
  });
});
