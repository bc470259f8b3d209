import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { RecollectError } from "../text/errors.ts";
import { faulty, official } from "./testing/definitions.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

it("starts servers from npm with the first call and lists what they offer", async () => {
  const { servers, folder } = openServers();
  const files = await servers.add(official("files", "filesystem", [folder]));
  const thinking = await servers.add(official("thinking", "sequential-thinking"));
  const memory = await servers.add(official("memory", "memory"));
  const everything = await servers.add(official("everything", "everything"));
  expect(files).toMatchObject({ state: "running", identity: { name: "secure-filesystem-server" }, problem: null });
  expect(everything.prompts).toBeGreaterThan(0);
  expect(everything.resources).toBeGreaterThan(0);
  const listed = await servers.call(files.id, "list_directory", { path: folder });
  expect(textOf(listed.result)).toContain("servers.json");
  const thought = { thought: "First", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };
  expect((await servers.call(thinking.id, "sequentialthinking", thought)).result).not.toHaveProperty("isError");
  expect(textOf((await servers.call(memory.id, "read_graph", {})).result)).toContain("entities");
  expect(textOf((await servers.call(everything.id, "echo", { message: "hello" })).result)).toContain("hello");
  await servers.stop(everything.id);
  expect(servers.list().find(({ id }) => id === everything.id)).toMatchObject({ state: "stopped", pid: null });
  expect(textOf((await servers.call(everything.id, "echo", { message: "again" })).result)).toContain("again");
});

it("supports a server that exits on a request before initialize", async () => {
  const { servers } = openServers();
  const { id, protocolVersion } = await servers.add(faulty("old", "old"));
  expect(protocolVersion).toBe("2025-06-18");
  expect(textOf((await servers.call(id, "echo", { text: "x" })).result)).toBe("x");
});

it("keeps a damaged list of servers aside, reports it, and starts without servers", async () => {
  const { servers, folder } = openServers();
  await servers.close();
  writeFileSync(path.join(folder, "servers.json"), '{"servers":[{"id":');
  const reported: RecollectError[] = [];
  const { servers: later } = openServers({ folder, report: (error) => reported.push(error) });
  expect(later.list()).toEqual([]);
  expect(reported).toMatchObject([{ code: "storage", details: { reason: "servers_file_damaged" } }]);
  expect(readdirSync(folder).some((name) => name.startsWith("servers.json.broken-"))).toBe(true);
});

it("refuses a grant of a server that does not exist", async () => {
  const { servers } = openServers();
  const { id } = await servers.add(faulty("one"));
  servers.checkGrants([{ server: id, tools: "all" }]);
  await servers.remove(id);
  expect(() => servers.checkGrants([{ server: id, tools: "all" }])).toThrow(`There is no server ${id} to grant.`);
});

it("keeps servers over a restart without starting them", async () => {
  const { servers, folder } = openServers();
  const state = path.join(folder, "starts");
  const { id } = await servers.add(faulty("one", "none", state));
  await servers.close();
  const starts = readFileSync(state, "utf8");
  const { servers: later } = openServers({ folder });
  expect(later.list()).toMatchObject([{ id, name: "one", state: "stopped", tools: { approved: 10, waiting: 0 } }]);
  expect(later.tools(id).map(({ exposedName }) => exposedName)).toContain("echo");
  expect(readFileSync(state, "utf8")).toBe(starts);
});
