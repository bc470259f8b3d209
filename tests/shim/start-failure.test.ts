import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { COMMAND_LINE_ENTRY } from "../testing/entries.ts";
import { callTool, createResources, initialize, makeDataFolder, spawnShim, startingEnv } from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  resources = createResources();
  folder = await makeDataFolder(resources);
});
afterEach(async () => {
  const pid = readEndpoint(dataFiles(folder).endpoint)?.pid;
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  await resources.release();
});

/** What a shim and the command line say when they have to start the application. */
async function explanations(): Promise<string[]> {
  const shim = spawnShim(resources, env);
  shim.send(initialize());
  const { error } = (await shim.answer("init")) as { error?: { code: number; message: string } };
  expect(error?.code).toBe(-32000);
  const command = spawn(process.execPath, [COMMAND_LINE_ENTRY, "list"], { env });
  let errors = "";
  command.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  expect(await once(command, "close")).toEqual([3, null]);
  return [error?.message ?? "", errors];
}

it("passes on which program has the port, and what to do", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  resources.add(other, () => other.close());
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  env = startingEnv(folder, port);
  for (const text of await explanations()) {
    expect(text).toMatch(
      new RegExp(
        `Recollect did not start\\. Port ${port} is used by another program \\(.+, pid ${process.pid}\\)\\. Choose another port`,
      ),
    );
    expect(text).toContain("set RECOLLECT_PORT or the port in Settings");
    expect(text).not.toContain("exit code");
  }
}, 300_000);

it("passes on that the database is damaged, and forgets it when the application starts", async () => {
  const { memories, startFailure } = dataFiles(folder);
  writeFileSync(memories, "SQLite format 3\0 is damaged from here".repeat(500));
  env = startingEnv(folder, 0);
  for (const text of await explanations()) {
    expect(text).toMatch(/Recollect did not start\. .*damaged/);
    expect(text).toContain(memories);
  }
  env = { ...env, RECOLLECT_START_COMMAND: env.RECOLLECT_START_COMMAND?.replace("]", ',"--start-empty"]') ?? "" };
  const shim = spawnShim(resources, env);
  shim.send(initialize(), callTool(1, "memory_status"));
  expect((await shim.answer(1)).result).toBeDefined();
  // It serves before it forgets the failure.
  await expect.poll(() => existsSync(startFailure)).toBe(false);
}, 300_000);
