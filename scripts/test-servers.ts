/**
 * `npm run test:servers [package …]`: installs public MCP servers from the registry, without their install scripts, and
 * compares for each what a client receives directly with what it receives through Recollect, over HTTP and over the
 * shim: names, descriptions, schemas, annotations, `_meta`, icons, prompts, resources, templates and two calls. It
 * prints a table and the differences, and fails for a difference without a reason and for a server that works only
 * directly. A server that does not start in time is started once more, because only its first start on a busy machine is
 * that slow. A package that the registry does not provide is skipped. RECOLLECT_SERVERS_DIR keeps the packages between
 * runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openHome } from "../tests/clients/home.ts";
import { checkServer } from "../tests/servers/check-server.ts";
import type { Difference } from "../tests/servers/compare.ts";
import { PUBLIC_SERVERS, type PublicServer } from "../tests/servers/public-servers.ts";
import { type Installed, installPackage } from "../tests/testing/npm-packages.ts";
import { build } from "./build.ts";

build();
const kept = process.env.RECOLLECT_SERVERS_DIR;
const folder = kept ?? mkdtempSync(path.join(tmpdir(), "recollect-servers-"));
const wanted = process.argv.slice(2);
const servers = PUBLIC_SERVERS.filter((server) => wanted.length === 0 || wanted.includes(server.package));
const rows: string[][] = [["package", "tools", "prompts", "resources", "templates", "differences"]];
const skipped: string[] = [];
let failed = 0;

const folderOf = (server: PublicServer) =>
  path.join(folder, `${server.package.replaceAll(/[@/]/g, "_")}-${server.version}`);

function install(server: PublicServer | undefined): Promise<Installed> | undefined {
  const installing = server && installPackage(folderOf(server), server, { scripts: false });
  // The failure is thrown when the server is tested.
  installing?.catch(() => undefined);
  return installing;
}

/** Returns the reasons of the differences with their number, and prints the unexplained ones. */
function explain(title: string, differences: readonly Difference[], findings: readonly string[]): string {
  const shown = (value: unknown) => (value === undefined ? "absent" : JSON.stringify(value)).slice(0, 300);
  const counts = new Map<string, number>();
  for (const { path: place, reason, direct, through } of differences) {
    const text = reason ?? "UNEXPECTED";
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (reason === null) console.log(`✗ ${title}: ${place.join(" › ")}: ${shown(direct)} became ${shown(through)}`);
  }
  if (findings.length > 0) console.log(`- ${title}: approved by hand: ${findings.join("; ")}`);
  const approvals = findings.length === 0 ? [] : [`${findings.length} × approval needed`];
  return [...[...counts].map(([reason, count]) => `${count} × ${reason}`), ...approvals].join("; ") || "none";
}

/** Matches the failure of a server that did not start in time. The first start of a large one reads thousands of files. */
const TIMED_OUT = /did not respond within|timed out/i;

async function tryServer(server: PublicServer, installed: Installed, isRepeat = false): Promise<void> {
  const title = `${server.package}@${server.version}`;
  if ("unreachable" in installed) {
    skipped.push(title);
    return;
  }
  const home = await openHome();
  try {
    const { counts, differences, findings } = await checkServer(home, "compared", installed.file, server);
    const summary = explain(title, differences, findings);
    const isUnexpected = differences.some(({ reason }) => reason === null);
    if (isUnexpected) failed += 1;
    const { tools, prompts, resources, templates } = counts;
    rows.push([title, ...[tools, prompts, resources, templates].map(String), summary]);
    console.log(`${isUnexpected ? "✗" : "✓"} ${title}: ${tools} tools; differences: ${summary}`);
  } catch (error) {
    if (!isRepeat && error instanceof Error && TIMED_OUT.test(error.message)) {
      console.log(`- ${title}: repeated, because it did not start in time: ${error.message}`);
      return await tryServer(server, installed, true);
    }
    failed += 1;
    const reason = error instanceof Error ? error.message : String(error);
    rows.push([title, "-", "-", "-", "-", `FAILED: ${reason}`]);
    console.log(`✗ ${title}: ${reason}`);
  } finally {
    await home.close();
  }
}

try {
  let installing = install(servers[0]);
  for (const [index, server] of servers.entries()) {
    const installed = await installing?.catch((error: unknown) => error);
    // The next package is installed while this one is tested.
    installing = install(servers[index + 1]);
    if (installed instanceof Error) {
      failed += 1;
      console.log(`✗ ${installed.message}`);
    } else await tryServer(server, installed as Installed);
    if (kept === undefined) rmSync(folderOf(server), { recursive: true, force: true });
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`);
if (skipped.length > 0) console.log(`Skipped, because the registry did not provide them: ${skipped.join(", ")}`);
console.log(`${rows.length - 1 - failed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
