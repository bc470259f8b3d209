import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startHeadless } from "../../tests/application/application-process.ts";
import type { ServerSummary } from "../core/servers.ts";
import { isAlive, processStart, processStartByPs } from "../platform/process-state.ts";
import { ServerProcesses } from "./server-processes.ts";
import { faulty } from "./testing/definitions.ts";

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const clock = { now: () => 0 };

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-processes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return folder;
}

/** A process group that ignores SIGTERM where `code` says so. */
async function startGroup(code = ""): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ["-e", `${code}; console.log("up"); setInterval(() => {}, 1000)`], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return child as ChildProcess & { readonly pid: number };
}

it.runIf(process.platform === "linux")(
  "ends a server that was left behind by a killed application, at its next start",
  async () => {
    const folder = makeFolder();
    const first = await startHeadless(folder, 0);
    const response = await fetch(new URL("/owner/methods/servers.add", first.endpoint.url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${first.endpoint.token}` },
      body: JSON.stringify(faulty("stays", "stubborn")),
    });
    const pid = ((await response.json()) as ServerSummary).pid ?? 0;
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    });
    await first.kill();
    // It ignores the end of its input.
    expect(isAlive(pid)).toBe(true);
    const second = await startHeadless(folder, 0);
    onTestFinished(() => second.kill());
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
  120_000,
);

it.runIf(process.platform === "linux")(
  "kills one that ignores the request, with its group, and forgets those that exited",
  async () => {
    const file = path.join(makeFolder(), "processes.json");
    const before = new ServerProcesses({ file, startOf: processStart, clock, logger });
    const stubborn = await startGroup('process.on("SIGTERM", () => {})');
    const exited = await startGroup();
    before.note(stubborn.pid);
    before.note(exited.pid);
    exited.kill("SIGKILL");
    await expect.poll(() => exited.signalCode).toBe("SIGKILL");
    before.forget(exited.pid);
    expect(JSON.parse(readFileSync(file, "utf8")).processes).toMatchObject([{ pid: stubborn.pid }]);
    new ServerProcesses({ file, startOf: processStart, clock, logger });
    await expect.poll(() => stubborn.signalCode).toBe("SIGKILL");
    await expect.poll(() => JSON.parse(readFileSync(file, "utf8")).processes).toEqual([]);
  },
  60_000,
);

it("never ends a program that has the id of a server that exited", async () => {
  const file = path.join(makeFolder(), "processes.json");
  const other = await startGroup();
  writeFileSync(file, JSON.stringify({ processes: [{ pid: other.pid, start: "another boot 1" }] }));
  const processes = new ServerProcesses({ file, startOf: processStart, clock, logger });
  processes.close();
  expect(JSON.parse(readFileSync(file, "utf8")).processes).toEqual([]);
  expect(isAlive(other.pid)).toBe(true);
  expect(other.signalCode).toBeNull();
});

it("records nothing if the start of a process is unknown, and treats a damaged file as empty", () => {
  const file = path.join(makeFolder(), "processes.json");
  writeFileSync(file, "{");
  const processes = new ServerProcesses({ file, startOf: () => null, clock, logger });
  processes.note(process.pid);
  processes.close();
  expect(existsSync(file)).toBe(false);
});

it.runIf(process.platform !== "win32")("reads the start of a process by ps, the same each time", async () => {
  const child = await startGroup();
  const start = processStartByPs(child.pid);
  expect(start).toMatch(/\d{4}$/);
  expect(processStartByPs(child.pid)).toBe(start);
  child.kill("SIGKILL");
  await expect.poll(() => processStartByPs(child.pid)).toBeNull();
});
