import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { dataFiles } from "../platform/paths.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, startFirst, ask, callTool, alertsOf } = setUpApplications();

it("starts with JSON files that cannot be read, reports each of them once and leaves them as they are", async () => {
  const files = dataFiles(folder());
  const unreadable = [
    files.settings,
    files.secrets,
    files.servers,
    files.spaces,
    files.remoteDomains,
    files.movedServers,
    files.connections,
    files.projectHosts,
  ];
  for (const file of unreadable) mkdirSync(file, { recursive: true });
  for (let start = 0; start < 2; start += 1) {
    const application = await startFirst();
    expect((await callTool("capture_memory", { content: `Memory ${start}` })).memory.id).toHaveLength(26);
    const alerts = await alertsOf(application, "record_unreadable");
    // The signing key may be in the keychain: that it cannot be looked up is a second alert.
    const paths = alerts.map(({ details }) => details?.path).filter((path) => path !== files.secrets);
    expect([...paths, files.secrets].sort()).toEqual(unreadable.toSorted());
    await expect(ask(application, "settings.update", { theme: "dark" })).rejects.toThrow(files.settings);
    await application.stop();
  }
}, 60_000);

it("starts without a part whose code cannot be loaded, and loads it on its next use", async () => {
  const files = dataFiles(folder());
  writeFileSync(files.servers, '{"servers":[]}');
  let isBroken = true;
  vi.doMock("../servers/servers.ts", async (importActual) => {
    if (isBroken) throw new Error("missing chunk");
    return await importActual();
  });
  const application = await startFirst();
  expect(await ask(application, "servers.list")).toEqual([]);
  isBroken = false;
  vi.doUnmock("../servers/servers.ts");
  await expect(ask(application, "servers.add", { name: "" })).rejects.toMatchObject({ code: "invalid_argument" });
  expect((await callTool("capture_memory", { content: "Works" })).memory.id).toHaveLength(26);
  expect(readFileSync(files.servers, "utf8")).toBe('{"servers":[]}');
}, 60_000);
