import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import type { ServerLogLine } from "../core/servers.ts";
import { lastOutput, reasonIn } from "./start-output.ts";
import { program } from "./testing/definitions.ts";
import { openServers } from "./testing/open-servers.ts";

function lines(text: string): readonly ServerLogLine[] {
  return text.split("\n").map((line) => ({ at: "", source: "error", text: line }));
}

const NPM_MISSING = `npm warn exec The following package was not found and will be installed: nothing@1.0.0
npm error code E404
npm error 404 Not Found - GET https://registry.example.com/nothing - Not found
npm error 404
npm error 404  The requested resource 'nothing@1.0.0' could not be found or you do not have permission to access it.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git folder.
npm notice
npm notice New major version of npm available! 11.1.0 -> 12.0.0
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-11-21-debug-0.log`;
const NPM_REFUSED = `npm error code ECONNREFUSED
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/nothing failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)
npm error     at process.processTicksAndRejections (node:internal/process/task_queues:90:21) {
npm error   code: 'ECONNREFUSED',
npm error   errno: 'ECONNREFUSED',
npm error   port: 9,
npm error }
npm error
npm error If you are behind a proxy, please make sure that the
npm error 'proxy' config is set properly.  See: 'npm help config'
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/2026-11-21-debug-0.log`;
const UVX = `error: Failed to fetch: \`https://pypi.org/simple/nothing/\`
  Caused by: Request failed after 3 retries
  Caused by: tcp connect error: Connection refused (os error 111)`;
const UVX_MISSING = `  × No solution found when resolving tool dependencies:
  ╰─▶ Because nothing was not found in the package registry and you require
      nothing, we can conclude that your requirements are unsatisfiable.`;
const DOCKER = `Unable to find image 'nothing:latest' locally
docker: Error response from daemon: pull access denied for nothing, repository does not exist or may require 'docker login'

Run 'docker run --help' for more information`;
const NODE = `node:internal/modules/cjs/loader:1423
  throw err;
  ^

Error: Cannot find module 'missing'
Require stack:
    at Function._resolveFilename (node:internal/modules/cjs/loader:1420:15)
    at node:internal/main/run_main_module:33:47 {
  code: 'MODULE_NOT_FOUND',
}

Node.js v24.21.0`;
const PYTHON = `Traceback (most recent call last):
  File "server.py", line 1, in <module>
    import missing
ModuleNotFoundError: No module named 'missing'`;

it.each([
  [
    "npm",
    NPM_MISSING,
    "E404 Not Found - GET https://registry.example.com/nothing - Not found The requested resource 'nothing@1.0.0' could not be found or you do not have permission to access it.",
  ],
  [
    "npm without a registry",
    NPM_REFUSED,
    "ECONNREFUSED FetchError: request to http://127.0.0.1:9/nothing failed, reason: connect ECONNREFUSED 127.0.0.1:9 If you are behind a proxy, please make sure that the 'proxy' config is set properly. See: 'npm help config'",
  ],
  [
    "uvx without a registry",
    UVX,
    "error: Failed to fetch: `https://pypi.org/simple/nothing/` Caused by: Request failed after 3 retries Caused by: tcp connect error: Connection refused (os error 111)",
  ],
  [
    "uvx",
    UVX_MISSING,
    "× No solution found when resolving tool dependencies: ╰─▶ Because nothing was not found in the package registry and you require nothing, we can conclude that your requirements are unsatisfiable.",
  ],
  [
    "docker",
    DOCKER,
    "Unable to find image 'nothing:latest' locally docker: Error response from daemon: pull access denied for nothing, repository does not exist or may require 'docker login'",
  ],
  ["Node", NODE, "Error: Cannot find module 'missing'"],
  ["Python", PYTHON, "ModuleNotFoundError: No module named 'missing'"],
  ["nothing", "", ""],
])("finds why %s failed", (_name, output, reason) => {
  expect(reasonIn(lines(output))).toBe(reason);
});

it("returns the last complete lines in at most 300 characters, and an excerpt of a longer line", () => {
  const numbered = Array.from({ length: 50 }, (_, index) => `npm http fetch GET 200 https://r.test/${index} 12ms`);
  const said = lastOutput(lines(numbered.join("\n")));
  expect(said.length).toBeLessThanOrEqual(300);
  expect(said).toMatch(/^GET 200 .*\/48 12ms GET 200 https:\/\/r\.test\/49 12ms$/);
  expect(lastOutput(lines(`first\n${"x".repeat(1000)}`))).toBe(`${"x".repeat(299)}…`);
  expect(reasonIn(lines(`npm error ${"y ".repeat(1000)}`)).length).toBeLessThanOrEqual(300);
});

/** A registry of npm that responds with a status; without one nothing listens at its address. */
async function startRegistry(status: number | null): Promise<string> {
  if (status === null) return `http://127.0.0.1:${await freePort()}/`;
  const server: Server = createServer((_request, response) => void response.writeHead(status).end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The real npx, with a registry on this computer and an empty cache. */
function npx(registry: string, folder: string, more: Readonly<Record<string, string>> = {}) {
  return program("missing", ["-y", "recollect-no-such-package@1.0.0"], {
    command: process.platform === "win32" ? "npx.cmd" : "npx",
    env: { npm_config_registry: registry, npm_config_cache: path.join(folder, "cache"), ...more },
    inherit: [],
  });
}

it.each([
  [404, {}, /exit code 1: E404 Not Found - GET http:\S+recollect-no-such-package.* could not be found/],
  [401, {}, /exit code 1: E401 /],
  [null, { npm_config_fetch_retries: "0" }, /exit code 1: ECONNREFUSED .*connect ECONNREFUSED 127\.0\.0\.1/],
] as const)(
  "says what npx said about a registry with the status %s",
  async (status, settings, expected) => {
    const { servers, folder } = openServers();
    const secret = "registry-secret-1";
    const registry = (await startRegistry(status)).replace("//", `//ada:${secret}@`);
    const error = await servers.add(npx(registry, folder, settings)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "unavailable", details: { reason: "server_start_failed" } });
    const { details } = error as { details: { problem: string } };
    expect(details.problem).toMatch(expected);
    expect(details.problem.length).toBeLessThanOrEqual(330);
    expect(JSON.stringify(error)).not.toContain(secret);
  },
  120_000,
);

it("says what npx said last when a start takes too long", async () => {
  const { servers, folder } = openServers({ limits: { startTimeoutMs: 25_000 } });
  const registry = await startRegistry(null);
  const pause = { npm_config_fetch_retry_mintimeout: "600000", npm_config_fetch_retry_maxtimeout: "600000" };
  const slow = npx(registry, folder, { ...pause, npm_config_fetch_retries: "2" });
  const error = await servers.add(slow).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    details: { reason: "server_start_timeout", output: expect.stringMatching(/attempt 1 failed with ECONNREFUSED$/) },
    message: expect.stringMatching(/within 25 seconds .* Its last output: .*ECONNREFUSED\.$/),
    hint: expect.stringContaining("It was not added."),
  });
}, 120_000);

/** Serves at its first start, after a line of output. Then it exits without one. */
const ONCE = `
  const { existsSync, writeFileSync } = require("node:fs");
  if (existsSync(process.argv[1])) process.exit(5);
  writeFileSync(process.argv[1], "");
  console.error("Error: the first start.");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "o", version: "1" } };
    const outcome = method === "initialize" ? { result } : { error: { code: -32601, message: "Unknown." } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
  });
`;

it("does not repeat the output of an earlier start", async () => {
  const { servers, folder } = openServers();
  const { id } = await servers.add(program("once", ["-e", ONCE, path.join(folder, "started")]));
  expect(servers.log(id).map(({ text }) => text)).toContain("Error: the first start.");
  await expect(servers.restart(id)).rejects.toMatchObject({ details: { problem: "exit code 5" } });
});
