/**
 * `npm run test:clients`: the real programs, installed from the registry, each with a home of its own, read what our
 * writer wrote and reach Recollect. A program that cannot be installed is left out in one line; everything else that
 * fails, fails. RECOLLECT_CLIENTS_DIR keeps the programs from run to run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CHECKS } from "../tests/clients/checks.ts";
import { openHome } from "../tests/clients/home.ts";
import { installProgram, PROGRAMS, type ProgramName } from "../tests/clients/programs.ts";
import { build } from "./build.ts";

build();
const kept = process.env.RECOLLECT_CLIENTS_DIR;
const folder = kept ?? mkdtempSync(path.join(tmpdir(), "recollect-programs-"));
const wanted = process.argv.slice(2);
let failed = 0;
try {
  for (const name of Object.keys(PROGRAMS) as ProgramName[]) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const installed = await installProgram(folder, name);
    const title = `${name} ${PROGRAMS[name].version}`;
    if ("reason" in installed) {
      console.log(`- ${title}: left out, it could not be installed (${installed.reason})`);
      continue;
    }
    for (const check of CHECKS.filter(({ program }) => program === name)) {
      const home = await openHome();
      try {
        console.log(`✓ ${title}: ${check.name}: ${await check.run(installed.file, home)}`);
      } catch (error) {
        failed += 1;
        console.log(`✗ ${title}: ${check.name}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await home.close();
      }
    }
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
