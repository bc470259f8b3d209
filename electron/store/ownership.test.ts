import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { acquireOwnership } from "./ownership.ts";
import { temporaryFolder } from "./test-store.ts";

async function startOwner(path: string) {
  const entry = join(import.meta.dirname, "owning-process.ts");
  const child = spawn(process.execPath, ["--expose-gc", entry, path], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [said] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, said: String(said).trim() };
}

describe("ownership of a data folder", () => {
  it("belongs to one process, until that is killed", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    const { child, said } = await startOwner(path);
    expect(said).toBe("owner");
    await setTimeout(100);
    expect(acquireOwnership(path)).toBeNull();
    child.kill("SIGKILL");
    await once(child, "close");
    const mine = acquireOwnership(path);
    expect(mine).not.toBeNull();
    expect((await startOwner(path)).said).toBe("refused");
    mine?.release();
  });

  it("is not given twice in one process, and is given again once released", async () => {
    const path = join(await temporaryFolder(), "owner.lock");
    const first = acquireOwnership(path);
    expect(acquireOwnership(path)).toBeNull();
    first?.release();
    first?.release();
    const second = acquireOwnership(path);
    expect(second).not.toBeNull();
    second?.release();
  });
});
