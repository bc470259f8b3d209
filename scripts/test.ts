/** `npm test`: unit and integration tests, and end-to-end tests if a browser and Electron are installed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "./build.ts";
import { END_TO_END_RESULTS, missingForEndToEnd, runEndToEnd } from "./e2e.ts";
import { root } from "./tools.ts";

const UNIT_RESULTS = path.join(root, "node_modules", ".cache", "recollect", "unit-tests.json");

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** What vitest's JSON reporter writes, as far as it is read here. */
interface UnitResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

// The check of a change has built it already, and runs clients from that build during the tests.
if (process.env.RECOLLECT_BUILT !== "1") build();
const unitResults = runUnitTests();
const unit = { passed: unitResults.numPassedTests, failed: unitResults.numFailedTests };
const missing = missingForEndToEnd(process.env);
const endToEnd = missing.length === 0 ? runEndToEndTests() : { passed: 0, failed: 0 };
if (missing.length > 0) {
  console.log(`The end-to-end tests were skipped. They need ${missing.join(" and ")}.`);
  // On CI a skipped test is a failure.
  if (process.env.CI === "true") process.exitCode = 1;
}
printFailures(unitResults);
console.log(`${unit.passed + endToEnd.passed} passed, ${unit.failed + endToEnd.failed} failed`);

function runUnitTests(): UnitResults {
  mkdirSync(path.dirname(UNIT_RESULTS), { recursive: true });
  rmSync(UNIT_RESULTS, { force: true });
  const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_RESULTS}`];
  const env = { ...process.env, RECOLLECT_TEST_BUILD: "1" };
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
  return readResults<UnitResults>(UNIT_RESULTS);
}

/**
 * Repeats at the end of a long log what failed in the unit tests. Tests that did not finish are included: they have no
 * failure of their own when their process exited.
 */
function printFailures({ testResults }: UnitResults): void {
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== "failed") continue;
    console.log(`Failed: ${path.relative(root, name)}${message === "" ? "" : `: ${message}`}`);
    for (const test of assertionResults) {
      if (test.status === "failed") console.log(`  ${test.fullName}: ${test.failureMessages.join(" ")}`);
      if (test.status === "pending") console.log(`  ${test.fullName}: did not run, or did not finish`);
    }
  }
}

function runEndToEndTests(): Count {
  const status = runEndToEnd([]);
  if (status !== 0) process.exitCode = status;
  const { stats } = readResults<{ stats: { expected: number; flaky: number; unexpected: number } }>(END_TO_END_RESULTS);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

function readResults<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
