import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { resourcePaths } from "../../electron/platform/resources.ts";
import { buildNpmPackage } from "../../scripts/release/npm-package.ts";
import { expect, test } from "../fixtures.ts";
import { call, capture, connectHttp, connectStdio } from "../testing/clients.ts";
import { readEndpoint, waitFor, waitForEndpoint } from "../testing/data-folder.ts";
import { environment, homeFolder, run } from "../testing/programs.ts";

const execute = promisify(execFile);

test("the npm package serves, connects, captures and searches without other packages", async ({ folder }) => {
  // The installation alone may take two minutes.
  test.setTimeout(360_000);
  const place = path.join(folder, "empty");
  await mkdir(place);
  await writeFile(path.join(place, "package.json"), "{}");
  const archive = buildNpmPackage(path.join(folder, "release"));
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", archive];
  // The registry may fail for a moment.
  await expect(() => execute("npm", install, { cwd: place })).toPass({ intervals: [5_000], timeout: 120_000 });
  const installed = path.join(place, "node_modules", "recollect");
  const { preload: _preload, tray: _tray, ...needed } = resourcePaths(installed);
  expect(Object.values(needed).filter((file) => !existsSync(file))).toEqual([]);
  const command = path.join(place, "node_modules", ".bin", "recollect");
  const env = environment(folder);

  const npx = run("npm", ["exec", "--prefix", place, "--offline", "--", "recollect", "serve"], env);
  const endpoint = await waitForEndpoint(folder);
  expect((await fetch(new URL("/", endpoint.url))).headers.get("content-type")).toContain("text/html");
  const client = await connectHttp(endpoint, "e2e-client");
  const { id } = await capture(client, "The database of the shop is PostgreSQL");
  await waitFor("a vector", async () => {
    const { index } = await call<{ index: { vectors: { ready: number } } }>(client, "memory_status", {});
    return index.vectors.ready > 0 ? index : null;
  });
  await client.close();
  // None of the words: only its meaning finds it.
  const search = await execute(command, ["search", "which SQL store do we use", "--all", "--json"], { env });
  expect(JSON.parse(search.stdout)).toMatchObject({ results: [{ id }] });

  // The command that the client starts with its written configuration.
  await execute(command, ["connect", "claude-code"], { env });
  const configuration = await readFile(path.join(homeFolder(folder), ".claude.json"), "utf8");
  const configured = JSON.parse(configuration).mcpServers.recollect;
  const throughShim = await connectStdio(folder, "claude-code", configured);
  expect(await call(throughShim, "get_memory", { id })).toMatchObject({ memory: { id } });
  await throughShim.close();
  process.kill(endpoint.pid, "SIGTERM");
  expect(await npx.exited).toBe(0);

  // Without arguments and without a terminal it is the shim, which starts the application.
  const starting = await connectStdio(folder, "e2e-shim", { command, args: [] });
  expect(await call(starting, "get_memory", { id })).toMatchObject({ memory: { id } });
  await starting.close();
  process.kill((await readEndpoint(folder)).pid, "SIGTERM");
});
