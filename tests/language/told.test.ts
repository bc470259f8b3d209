import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { CATALOGUE } from "../../electron/clients/connect/catalogue.ts";
import { configurationsFor } from "../../electron/clients/connect/configurations.ts";
import { createConnections } from "../../electron/clients/install/connections.ts";
import { told } from "../../renderer/text/zh/told.ts";

const HAN = /\p{Script=Han}/u;
const notSaid = (texts: readonly string[]) => [...new Set(texts)].filter((text) => !HAN.test(told(text)));

it.each(["linux", "darwin", "win32"] as const)(
  "says in Chinese how each client is connected by hand (%s)",
  async (platform) => {
    const configurations = await configurationsFor({
      url: "http://127.0.0.1:7325/mcp",
      tokenFor: async () => "token",
      shim: { command: "node", args: ["recollect-shim.mjs"], env: {} },
      platform,
      home: platform === "win32" ? "C:\\Users\\ada" : "/home/ada",
      env: {},
    });
    const instructions = configurations.flatMap(({ snippets }) => snippets.map((snippet) => snippet.instructions));
    expect(notSaid([...instructions, ...CATALOGUE.map(({ afterwards }) => afterwards)])).toEqual([]);
  },
);

it("says in Chinese what to know before a file is written", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "recollect-told-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const project = path.join(home, "shop");
  mkdirSync(project);
  mkdirSync(path.join(home, ".cursor"));
  writeFileSync(
    path.join(home, ".cursor", "mcp.json"),
    '{"mcpServers": {"recollect": {"url": "https://elsewhere.example/mcp"}}}',
    { mode: 0o644 },
  );
  let number = 0;
  const connections = createConnections({
    platform: "linux",
    home,
    env: {},
    url: () => "http://127.0.0.1:7325/mcp",
    tokenFor: async () => "token",
    shim: { command: "node", args: ["recollect-shim.mjs"], env: {} },
    registryFile: path.join(home, "connections.json"),
    writePrivateFile: writeFileSync,
    clock: { now: Date.now },
    newId() {
      number += 1;
      return `plan-${number}`;
    },
  });
  const warnings: string[] = [];
  for (const { id, writes } of await connections.catalogue()) {
    for (const scope of ["user", "project"] as const) {
      for (const transport of writes[scope]) {
        warnings.push(...(await connections.planConnect({ clientId: id, scope, project, transport })).warnings);
      }
    }
  }
  expect(warnings.length).toBeGreaterThan(5);
  expect(notSaid(warnings)).toEqual([]);
});

it("leaves alone what it does not know whole", () => {
  expect(told("Run it in a terminal. And then something new.")).toBe("Run it in a terminal. And then something new.");
});
