import { readFileSync } from "node:fs";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { isAlive } from "../../electron/platform/process-state.ts";
import { COMMAND_LINE_ENTRY } from "../testing/entries.ts";
import { freePort } from "../testing/free-port.ts";
import {
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  makeDataFolder,
  modern,
  PATIENT,
  spawnShim,
  startingEnv,
} from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  resources = createResources();
  folder = await makeDataFolder(resources);
  env = startingEnv(folder, await freePort());
  // The application keeps running after the shims that started it.
  resources.add(null, () => stopApplication("SIGKILL"));
});
afterEach(() => resources.release());

function applicationPid(): number | null {
  return readLiveEndpoint(dataFiles(folder).endpoint)?.pid ?? null;
}

async function stopApplication(signal: NodeJS.Signals): Promise<void> {
  const pid = applicationPid();
  if (pid === null) return;
  process.kill(pid, signal);
  await expect.poll(() => isAlive(pid)).toBe(false);
}

const shimCommand = () => ({ command: process.execPath, args: [COMMAND_LINE_ENTRY], env, stderr: "ignore" as const });

describe("the shim across restarts of the application", () => {
  it("starts one instance of the application from five concurrent shims", async () => {
    const shims = Array.from({ length: 5 }, () => spawnShim(resources, env));
    for (const shim of shims) shim.send(initialize(), INITIALIZED, callTool(1, "memory_status"));
    for (const shim of shims) expect((await shim.answer(1)).result).toBeDefined();
    const starts = shims.filter((shim) => shim.stderr().includes("starting it"));
    expect(starts).toHaveLength(1);
    const log = readFileSync(`${dataFiles(folder).logs}/shim.log`, "utf8");
    expect(log.match(/starting it/g)).toHaveLength(1);
    for (const shim of shims) shim.child.stdin?.end();
    for (const shim of shims) expect(await shim.exit).toBe(0);
    expect(applicationPid()).not.toBeNull();
  }, 300_000);

  it("responds to piped requests even if the application has to be started first", async () => {
    const shim = spawnShim(resources, { ...env, ...PATIENT });
    shim.send(initialize(), INITIALIZED, callTool(1, "memory_status"));
    shim.child.stdin?.end();
    expect(await shim.exit).toBe(0);
    expect(shim.lines.map((line) => JSON.parse(line).id)).toEqual(["init", 1]);
  }, 300_000);

  it("restores a session of the v1 SDK with its subscriptions after a kill", async () => {
    const client = new Client({ name: "v1", version: "1" });
    const notified: string[] = [];
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void notified.push(params.uri));
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void notified.push("list"));
    await client.connect(new StdioClientTransport(shimCommand()));
    resources.add(client, () => client.close());
    const uri = "recollect://user/_";
    await client.subscribeResource({ uri });
    await client.callTool({ name: "capture_memory", arguments: { content: "before the kill", domain: "user" } });
    await expect.poll(() => notified).toContain(uri);

    const first = applicationPid();
    await stopApplication("SIGKILL");
    const found = await client.callTool({ name: "search_memories", arguments: { query: "kill", domain: "_" } });
    expect(JSON.stringify(found)).toContain("before the kill");
    expect(applicationPid()).not.toBe(first);

    // Possible changes during the interruption are announced.
    await expect.poll(() => notified.slice(-2)).toEqual(["list", uri]);
    notified.length = 0;
    await client.callTool({ name: "capture_memory", arguments: { content: "after the kill", domain: "user" } });
    await expect.poll(() => notified).toContain(uri);
  }, 300_000);

  it.each(["legacy", "auto"] as const)(
    "keeps the v2 SDK connected in %s mode across clean stops",
    async (mode) => {
      const client = new ModernClient({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(new ModernTransport(shimCommand()));
      resources.add(client, () => client.close());
      expect(client.getProtocolEra()).toBe(mode === "legacy" ? "legacy" : "modern");
      expect((await client.listTools()).tools.length).toBeGreaterThan(8);
      for (let round = 0; round < 2; round += 1) {
        await stopApplication("SIGTERM");
        const { structuredContent } = await client.callTool({
          name: "capture_memory",
          arguments: { content: `round ${round}`, domain: "user", detail: "everything" },
        });
        expect(structuredContent).toMatchObject({ memory: { client: { name: "v2" }, content: `round ${round}` } });
      }
    },
    300_000,
  );

  it("resumes a subscription of 2026-07-28 without starting the application", async () => {
    const shim = spawnShim(resources, env);
    const uri = "recollect://user/_";
    const notifications = { resourceSubscriptions: [uri], resourcesListChanged: true };
    shim.send(modern("ears", "subscriptions/listen", { notifications }));
    await shim.line((line) => line.includes("notifications/subscriptions/acknowledged"));
    await stopApplication("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(applicationPid()).toBeNull();
    expect(shim.lines).toHaveLength(1);

    const other = spawnShim(resources, env);
    other.send(modern(1, "tools/list"));
    await other.answer(1);
    await shim.line((line) => line.includes("notifications/resources/list_changed"));
    await shim.line((line) => line.includes("notifications/resources/updated") && line.includes(uri));
    const before = shim.lines.length;
    other.send(modern(2, "tools/call", { name: "capture_memory", arguments: { content: "heard?", domain: "user" } }));
    await expect.poll(() => shim.lines.length).toBeGreaterThan(before);
    for (const line of shim.lines) expect(line).toContain('"io.modelcontextprotocol/subscriptionId":"ears"');
    expect(shim.lines.filter((line) => line.includes("acknowledged"))).toHaveLength(1);
  }, 300_000);

  it("neither loses nor duplicates captures while the application is killed repeatedly", async () => {
    const shim = spawnShim(resources, env);
    shim.send(initialize(), INITIALIZED);
    await shim.answer("init");
    const total = 120;
    const sending = (async () => {
      for (let index = 0; index < total; index += 1) {
        shim.send(callTool(index, "capture_memory", { content: `fact number ${index} of the flood`, domain: "user" }));
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    for (let kill = 0; kill < 2; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await stopApplication("SIGKILL");
    }
    await sending;
    const answers = await Promise.all(Array.from({ length: total }, (_, index) => shim.answer(index)));
    expect(answers.filter((answer) => answer.error !== undefined)).toEqual([]);
    shim.send(callTool("all", "list_memories", { domain: "user", limit: 200 }));
    const { structuredContent } = (await shim.answer("all")).result as {
      structuredContent: { memories: { content: string }[] };
    };
    const contents = structuredContent.memories.map((memory) => memory.content).sort();
    expect(contents).toEqual(Array.from({ length: total }, (_, index) => `fact number ${index} of the flood`).sort());
  }, 300_000);
});
