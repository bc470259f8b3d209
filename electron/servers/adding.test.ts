import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isAlive } from "../platform/process-state.ts";
import { faulty, program } from "./testing/definitions.ts";
import { openServers } from "./testing/open-servers.ts";

/** Never responds, ignores SIGTERM and the end of its input, and has a child that does the same. */
const STUBBORN = `
  const stay = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
  const child = require("node:child_process").spawn(process.execPath, ["-e", stay], { stdio: "ignore" });
  process.on("SIGTERM", () => {});
  process.stdin.resume();
  setInterval(() => {}, 1000);
  process.stderr.write("Downloading 40 %\\npids " + process.pid + " " + child.pid + "\\n");
`;

/** Adds a server that never responds, and waits until its processes run. */
async function startAdding() {
  const { servers, folder } = openServers();
  const cancel = new AbortController();
  const adding = servers
    .add({ ...program("slow", ["-e", STUBBORN]), secrets: { API_KEY: "a-secret" } }, cancel.signal)
    .catch((error: unknown) => error);
  const logged = () => servers.addingLog("slow").map(({ text }) => text);
  await expect.poll(logged).toContainEqual(expect.stringMatching(/^pids /));
  const pids = (logged().find((line) => line.startsWith("pids ")) ?? "").split(" ").slice(1).map(Number);
  expect(logged()).toContain("Downloading 40 %");
  expect(pids.map(isAlive)).toEqual([true, true]);
  return { servers, folder, cancel, adding, pids };
}

it("cancels adding a server: its processes end, and nothing of it remains", async () => {
  const { servers, folder, cancel, adding, pids } = await startAdding();
  cancel.abort();
  // The name is free immediately, although the processes have time to exit.
  await servers.add(faulty("slow"));
  expect(await adding).toMatchObject({ code: "cancelled", details: { reason: "server_add_cancelled" } });
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  expect(servers.list()).toMatchObject([{ name: "slow", secretNames: [] }]);
  expect(servers.addingLog("slow")).toEqual([]);
  const stored = readdirSync(folder)
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file) && readFileSync(file, "utf8").includes("a-secret"));
  expect(stored).toEqual([]);
}, 300_000);

it("does not start a process if it was cancelled before", async () => {
  const { servers, folder } = openServers();
  const state = path.join(folder, "starts");
  const adding = servers.add(faulty("early", "none", state), AbortSignal.abort());
  await expect(adding).rejects.toMatchObject({ code: "cancelled" });
  expect(existsSync(state)).toBe(false);
  expect(servers.list()).toEqual([]);
});

it("ends a server that is being added when the application stops", async () => {
  const { servers, adding, pids } = await startAdding();
  await servers.close();
  expect(await adding).toMatchObject({ code: "unavailable" });
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
}, 300_000);
