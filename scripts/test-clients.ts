/**
 * `npm run test:clients [program …]`: installs real clients from the registry, each with its own home folder, and tests
 * that they read the written configuration, reach Recollect, and continue after its restarts. A program that the
 * registry does not provide is reported as skipped. RECOLLECT_CLIENTS_DIR keeps the programs between runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CHECKS } from "../tests/clients/checks.ts";
import { openHome } from "../tests/clients/home.ts";
import { installProgram, PROGRAMS, type ProgramName, programFolder } from "../tests/clients/programs.ts";
import type { Installed } from "../tests/testing/npm-packages.ts";
import { build } from "./build.ts";

build();
const kept = process.env.RECOLLECT_CLIENTS_DIR;
const folder = kept ?? mkdtempSync(path.join(tmpdir(), "recollect-programs-"));
const wanted = process.argv.slice(2);
const names = (Object.keys(PROGRAMS) as ProgramName[])
  .filter((name) => CHECKS.some(({ program }) => program === name))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const skippedPrograms: string[] = [];
let passed = 0;
let failed = 0;

function install(name: ProgramName | undefined): Promise<Installed> | undefined {
  const installing = name === undefined ? undefined : installProgram(folder, name);
  // The failure is thrown when the program is tested.
  installing?.catch(() => undefined);
  return installing;
}

async function tryProgram(name: ProgramName, installed: Installed): Promise<void> {
  const title = `${name} ${PROGRAMS[name].version}`;
  if ("unreachable" in installed) {
    skippedPrograms.push(title);
    console.log(`- ${title}: not installed: skipped because ${installed.unreachable}`);
    return;
  }
  for (const check of CHECKS.filter(({ program }) => program === name)) {
    const home = await openHome();
    try {
      console.log(`✓ ${title}: ${check.name}: ${await check.run(installed.file, home)}`);
      passed += 1;
    } catch (error) {
      failed += 1;
      console.log(`✗ ${title}: ${check.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await home.close();
    }
  }
}

try {
  let installing = install(names[0]);
  for (const [index, name] of names.entries()) {
    const installed = await installing;
    // The next program is installed while this one is tested.
    installing = install(names[index + 1]);
    if (installed !== undefined) await tryProgram(name, installed);
    // The programs together take more than a gigabyte.
    if (kept === undefined) rmSync(programFolder(folder, name), { recursive: true, force: true });
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
const skipped =
  skippedPrograms.length === 0
    ? ""
    : `; skipped, because the registry did not provide them: ${skippedPrograms.join(", ")}`;
console.log(`${passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;
