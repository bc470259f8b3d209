/**
 * Runs the official conformance suite, once for each protocol revision: against the product's HTTP stack, and against a
 * server of the SDK directly and behind the product. Its scenarios of authorization run against the product as a client of
 * other servers. The fixtures and the authentication without a token are in the test tree; the product has neither.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FULL_GRANT } from "../electron/core/caller.ts";
import { resourcePaths } from "../electron/platform/resources.ts";
import { createSkillSource } from "../electron/skills/skill-source.ts";
import { type CheckStatuses, unexpectedDifferences } from "../tests/conformance/differences.ts";
import { openConformanceGateway } from "../tests/conformance/gateway.ts";
import { startReferenceServer } from "../tests/conformance/reference-server.ts";
import { createConformanceSource } from "../tests/conformance/source.ts";
import { openStack } from "../tests/testing/stack.ts";
import { root } from "./tools.ts";

const REQUIREMENT_SETS = ["2025-11-25", "2026-07-28"] as const;
const REVISIONS = ["2025", "2026"] as const;
const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const suite = join(dirname(manifest), "dist", "index.js");
/**
 * The authorization scenarios, except for extensions and `basic-cimd`: a client ID metadata document
 * needs a public address.
 */
const SIGN_IN_SCENARIOS = [
  ...["metadata-default", "metadata-var1", "metadata-var2", "metadata-var3", "metadata-issuer-mismatch"],
  ...["scope-from-www-authenticate", "scope-from-scopes-supported", "scope-omitted-when-undefined"],
  ...["scope-step-up", "scope-retry-limit", "offline-access-scope", "offline-access-not-supported"],
  ...["token-endpoint-auth-basic", "token-endpoint-auth-post", "token-endpoint-auth-none", "pre-registration"],
  ...["2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback", "authorization-server-migration"],
  ...["iss-supported", "iss-not-advertised", "iss-supported-missing", "iss-wrong-issuer", "iss-unexpected"],
  ...["iss-normalized", "resource-mismatch"],
];

/** The suite sends no token. */
const anyone = {
  id: "conformance",
  subject: "conformance",
  grant: FULL_GRANT,
  owner: false,
  paused: false,
  injection: true,
};
const results = await mkdtemp(join(tmpdir(), "recollect-conformance-"));
let failed = false;
// Most of the time of a scenario is the start of its process, which takes one processor.
await Promise.all([testSignIn(), testProduct().then(testGateway)]);
await rm(results, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;

async function testProduct(): Promise<void> {
  const skills = createSkillSource({ folder: resourcePaths(root).skills, logger: console });
  const stack = await openStack({ authenticate: async () => anyone, sources: [createConformanceSource(), skills] });
  for (const requirements of REQUIREMENT_SETS) {
    const { code, output } = await run(["server", "--url", stack.url, "--requirements", requirements]);
    // Prints the summary of a passed run, and all output of a failed one.
    const summary = output.indexOf("=== SUMMARY ===");
    console.log(code === 0 && summary >= 0 ? output.slice(summary) : output);
    console.log(`conformance ${requirements}: ${code === 0 ? "passed" : `failed (exit ${code})`}\n`);
    failed ||= code !== 0;
  }
  await stack.close();
}

/** Runs the scenarios of authorization. */
async function testSignIn(): Promise<void> {
  const clientProcess = join(
    import.meta.dirname,
    "..",
    "electron",
    "servers",
    "oauth",
    "testing",
    "conformance-process.ts",
  );
  const command = `"${process.execPath}" "${clientProcess}"`;
  let passed = 0;
  for (const scenario of SIGN_IN_SCENARIOS) {
    const { code, output } = await run(["client", "--command", command, "--scenario", `auth/${scenario}`]);
    if (code === 0) passed += 1;
    else console.log(`${output}\nconformance auth/${scenario}: failed (exit ${code})\n`);
  }
  console.log(`conformance, sign-in at servers: ${passed} of ${SIGN_IN_SCENARIOS.length} scenarios passed\n`);
  failed ||= passed < SIGN_IN_SCENARIOS.length;
}

/** Compares what clients of both revisions see of a server of each revision directly and through the product. */
async function testGateway(): Promise<void> {
  const reference = await startReferenceServer();
  const direct = new Map<string, CheckStatuses>();
  for (const requirements of REQUIREMENT_SETS) {
    const url = reference.urls[revisionOf(requirements)];
    direct.set(requirements, await statusesOf(url, requirements, `direct-${requirements}`));
  }
  for (const server of REVISIONS) {
    const gateway = await openConformanceGateway(reference.urls[server]);
    for (const client of REQUIREMENT_SETS) {
      const through = await statusesOf(gateway.url, client, `${client}-${server}`);
      const unexpected = unexpectedDifferences({ client, server }, direct.get(client) ?? new Map(), through);
      const verdict = unexpected.length === 0 ? "as expected" : `failed\n  ${unexpected.join("\n  ")}`;
      console.log(
        `conformance ${client} through the gateway to a server of ${server}, ${through.size} checks: ${verdict}`,
      );
      failed ||= unexpected.length > 0;
    }
    await gateway.close();
  }
  await reference.close();
}

function revisionOf(requirements: (typeof REQUIREMENT_SETS)[number]): (typeof REVISIONS)[number] {
  return requirements === "2025-11-25" ? "2025" : "2026";
}

/** Runs the suite and reads the status of each check, by `scenario/check`. */
async function statusesOf(url: string, requirements: string, name: string): Promise<CheckStatuses> {
  const folder = join(results, name);
  await run(["server", "--url", url, "--requirements", requirements, "--output-dir", folder]);
  const statuses = new Map<string, string>();
  for (const entry of await readdir(folder)) {
    const scenario = entry.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const checks = JSON.parse(await readFile(join(folder, entry, "checks.json"), "utf8")) as Check[];
    for (const { id, status } of checks) {
      const key = `${scenario}/${id}`;
      if (statuses.get(key) !== "FAILURE") statuses.set(key, status);
    }
  }
  return statuses;
}

interface Check {
  readonly id: string;
  readonly status: string;
}

function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [suite, ...args, ...process.argv.slice(2)], { cwd: results });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
