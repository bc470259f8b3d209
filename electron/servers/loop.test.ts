import path from "node:path";
import { expect, it } from "vitest";
import { setUpApplications } from "../app/testing/open-application.ts";
import type { NewServer } from "../core/servers.ts";
import { readEndpoint } from "../platform/endpoint-file.ts";
import { dataFiles } from "../platform/paths.ts";
import { isOwnAddress, isRecollect } from "./loop.ts";
import { NOTHING_OFFERED } from "./server-file.ts";
import { official, program } from "./testing/definitions.ts";

const SHIM = path.join(import.meta.dirname, "..", "shim", "main.ts");
const PROXY = path.join(import.meta.dirname, "testing", "proxy-process.ts");

const { folder, startFirst, endpoint, ask } = setUpApplications();

function remote(url: string, token: string): NewServer {
  return {
    name: "again",
    transport: { kind: "http", url, headers: {} },
    secrets: { Authorization: `Bearer ${token}` },
  };
}

it("refuses Recollect behind Recollect: the shim, its own address, another instance, and proxies with other names", async () => {
  // Where the shim finds it without a variable that names the folder.
  const home = path.join(folder(), "home");
  const data = path.join(home, ".local", "share", "recollect");
  const application = await startFirst({ files: dataFiles(data), platform: "linux", home });
  const { url, token } = readEndpoint(dataFiles(data).endpoint) ?? { url: "", token: "" };
  await startFirst();
  const other = endpoint();
  expect(other.url).not.toBe(url);
  const env = { HOME: home, XDG_DATA_HOME: path.join(home, ".local", "share") };
  const authorization = `Bearer ${token}`;
  const servers: readonly NewServer[] = [
    program("again", [SHIM], { env }),
    remote(url, token),
    remote(url.replace("127.0.0.1", "localhost"), token),
    remote(other.url, other.token),
    program("again", [PROXY, url, authorization]),
    program("again", [PROXY, url, authorization, "tools"]),
    program("again", [PROXY, other.url, `Bearer ${other.token}`, "tools"]),
  ];
  for (const server of servers) {
    await expect(ask(application, "servers.add", server), JSON.stringify(server.transport)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "server_is_recollect" },
    });
  }
  expect(await ask(application, "servers.list")).toEqual([]);
  // Another server about memory is not refused.
  expect(await ask(application, "servers.add", official("graph", "memory"))).toMatchObject({ state: "running" });
}, 300_000);

it("recognises its own address by port and loopback host, and nothing else", () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]", "LOCALHOST"]) {
    expect(isOwnAddress(`http://${host}:7325/mcp`, 7325), host).toBe(true);
  }
  expect(isOwnAddress("http://127.0.0.1:7326/mcp", 7325)).toBe(false);
  expect(isOwnAddress("https://example.com:7325/mcp", 7325)).toBe(false);
  expect(isOwnAddress("http://localhost/mcp", 80)).toBe(true);
});

it("does not take a server for Recollect that has a few tools of the same names", () => {
  const tools = ["capture_memory", "search_memories", "list_memories", "get_memory"].map((name) => ({
    name,
    inputSchema: { type: "object" as const },
  }));
  expect(isRecollect("notes", { ...NOTHING_OFFERED, tools })).toBe(false);
  expect(isRecollect("Recollect", NOTHING_OFFERED)).toBe(true);
});
