/**
 * Runs the official conformance suite against the product's HTTP stack, once for each protocol revision, and its
 * scenarios of authorization against the product as a client of other servers. The fixtures and the authentication
 * without a token are in the test tree; the product has neither.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FULL_GRANT } from "../electron/core/caller.ts";
import { createConformanceSource } from "../tests/conformance/source.ts";
import { openStack } from "../tests/testing/stack.ts";

const REQUIREMENT_SETS = ["2025-11-25", "2026-07-28"];
const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const suite = join(dirname(manifest), "dist", "index.js");
/**
 * The scenarios of authorization, without those of extensions, and without `basic-cimd`: a client ID metadata document
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
const stack = await openStack({ authenticate: async () => anyone, sources: [createConformanceSource()] });
const results = await mkdtemp(join(tmpdir(), "recollect-conformance-"));
let failed = false;
for (const requirements of REQUIREMENT_SETS) {
  const { code, output } = await run(["server", "--url", stack.url, "--requirements", requirements]);
  // Prints the summary of a passed run, and all output of a failed one.
  const summary = output.indexOf("=== SUMMARY ===");
  console.log(code === 0 && summary >= 0 ? output.slice(summary) : output);
  console.log(`conformance ${requirements}: ${code === 0 ? "passed" : `failed (exit ${code})`}\n`);
  failed ||= code !== 0;
}
await stack.close();
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
await rm(results, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;

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
