import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { connectV2, until } from "../../tests/testing/clients.ts";
import { faulty } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { openServers } from "./testing/open-servers.ts";

const DAY_MS = 86_400_000;
const PROGRAMS = ["called", "never-called", "not-granted"];

/** Three servers on stdio, of which two were called, after a restart of the application. */
async function restarted(daysLater: number) {
  const { servers, folder } = openServers();
  const ids = [];
  for (const name of PROGRAMS) ids.push((await servers.add(faulty(name))).id);
  const [called = "", neverCalled = "", notGranted = ""] = ids;
  for (const id of [called, notGranted]) await servers.call(id, "echo", { text: "x" });
  await servers.close();
  const { servers: later } = openServers({ folder, now: () => Date.now() + daysLater * DAY_MS });
  const grants = [called, neverCalled].map((server) => ({ server, tools: "all" as const }));
  return { servers: later, grant: { servers: grants }, called, other: neverCalled };
}

const statesOf = (servers: { list(): readonly { readonly state: string }[] }) =>
  servers.list().map(({ state }) => state);

it("starts the servers that were called in the last week when a client that may call them connects", async () => {
  const { servers, grant } = await restarted(7);
  servers.clientConnected(grant);
  await until(
    () => statesOf(servers)[0],
    (state) => state === "running",
  );
  expect(statesOf(servers)).toEqual(["running", "stopped", "stopped"]);
});

it("does not start a server whose last call was more than a week ago", async () => {
  const { servers, grant, other } = await restarted(8);
  servers.clientConnected(grant);
  await servers.call(other, "echo", { text: "x" });
  expect(statesOf(servers)).toEqual(["stopped", "running", "stopped"]);
});

it("does not start a server that the owner stopped before its next call", async () => {
  const { servers, grant, called, other } = await restarted(0);
  await servers.call(called, "echo", { text: "x" });
  await servers.stop(called);
  servers.clientConnected(grant);
  await servers.call(other, "echo", { text: "x" });
  expect(statesOf(servers)).toEqual(["stopped", "running", "stopped"]);
});

it("starts a server before the first call of a client of either revision", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-starts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const starts = path.join(folder, "starts");
  const { stack, servers, token, idOf } = await openGateway([faulty("tools", "none", starts)], { idleMs: 1 });
  await servers.call(idOf("tools"), "echo", { text: "x" });
  for (const mode of ["legacy", "auto"] as const) {
    await until(
      () => statesOf(servers)[0],
      (state) => state === "stopped",
    );
    const before = readFileSync(starts, "utf8");
    await connectV2(stack, mode, { token: await token({ tools: "all" }) });
    await until(
      () => readFileSync(starts, "utf8"),
      (text) => text.length > before.length,
    );
  }
});

it("does not start a server again that failed to start before a call", async () => {
  const { servers, folder } = openServers();
  const { id } = await servers.add(faulty("tools"));
  await servers.call(id, "echo", { text: "x" });
  await servers.close();
  const { servers: later } = openServers({ folder, limits: { startTimeoutMs: 1, restartDelayMs: 0 } });
  const grant = { servers: [{ server: id, tools: "all" as const }] };
  for (let clients = 0; clients < 2; clients += 1) later.clientConnected(grant);
  await until(
    () => later.list()[0]?.problem,
    (problem) => problem !== null,
  );
  later.clientConnected(grant);
  await expect(later.call(id, "echo", { text: "x" })).rejects.toMatchObject({ code: "unavailable" });
  // One for the first start, one for the call.
  expect(later.log(id).filter(({ source }) => source === "notice")).toHaveLength(2);
});
