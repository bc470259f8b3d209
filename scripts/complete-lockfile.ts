/**
 * `npx node scripts/complete-lockfile.ts`: run it after a change of dependencies. npm leaves optional packages of other
 * platforms out of the lock file if the registry does not have them, and `npm ci` then refuses that file on every
 * machine. This adds each of them with the version that its parent requires and the platform in its name. npm then
 * skips it on other platforms and installs it on its own. It also adds the missing integrity of such entries if the
 * registry has the package, and removes the install script flag of packages that `allowScripts` refuses, because npm 10
 * ignores `allowScripts`.
 *
 * `node scripts/complete-lockfile.ts --check`, before `npm ci`: fails if this system would install a package without
 * checking its contents.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const LOCK_FILE = path.join(root, "package-lock.json");

/** One entry of `packages` in a lock file (docs.npmjs.com, package-lock.json, version 3). */
export interface LockedPackage {
  readonly version?: string;
  /** The digest that npm compares with the package; without one it installs any contents. */
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS: Readonly<Record<string, string>> = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
  x64: "x64",
};

/** Returns the platform packages that a package requires and the lock file lacks. */
export function missingPlatformPackages(packages: LockedPackages): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (platform === null || !/^\d/.test(version) || isLocked(packages, name, version)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...platform,
        ...(parent.dev === true ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/** A system as npm compares it with a package. */
export interface System {
  readonly os: string;
  readonly cpu: string;
  /** On Linux. */
  readonly libc?: "glibc" | "musl";
}

/** The system that this runs on. */
export function thisSystem(): System {
  const system = { os: process.platform, cpu: process.arch };
  if (process.platform !== "linux") return system;
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return { ...system, libc: header.glibcVersionRuntime === undefined ? "musl" : "glibc" };
}

/** Returns the names and versions of packages without integrity, of one system or of all. */
export function uncheckedPackages(packages: LockedPackages, system: System | null = null): string[] {
  return Object.entries(packages)
    .filter(([place, entry]) => place !== "" && entry.integrity === undefined && isFor(entry, system))
    .map(([place, { version }]) => `${nameOf(place)}@${version}`);
}

function isFor({ os, cpu, libc }: LockedPackage, system: System | null): boolean {
  if (system === null) return true;
  const hasLibc = libc === undefined || system.libc === undefined || libc.includes(system.libc);
  return (os?.includes(system.os) ?? true) && (cpu?.includes(system.cpu) ?? true) && hasLibc;
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Exits with an error where this system installs packages without checking their contents. */
export function refuseUncheckedPackages(): void {
  const unchecked = uncheckedPackages(readLock().packages, thisSystem());
  if (unchecked.length === 0) return;
  console.error(
    `package-lock.json has no integrity for ${unchecked.join(", ")}, so npm installs any contents on this system. Run \`npx node scripts/complete-lockfile.ts\` with a registry that has them, compare the digests with their publisher's, and commit the file.`,
  );
  process.exit(1);
}

/** Returns the integrity of a package from the registry; undefined if the registry does not have it. */
function fetchIntegrity(name: string): string | undefined {
  const { stdout, status } = spawnSync("npm", ["view", name, "dist.integrity"], { encoding: "utf8", shell: false });
  return status === 0 && /^sha512-/.test(stdout) ? stdout.trim() : undefined;
}

function readLock(): { packages: LockedPackages } {
  return JSON.parse(readFileSync(LOCK_FILE, "utf8"));
}

function isLocked(packages: LockedPackages, name: string, version: string): boolean {
  return Object.entries(packages).some(
    ([place, locked]) => place.endsWith(`node_modules/${name}`) && locked.version === version,
  );
}

/** Reads system, processor and C library from a name such as `@scope/tool-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> | null {
  const words = name.split("/").at(-1)?.split(/[-.]/) ?? [];
  const system = words.find((word) => SYSTEMS.includes(word));
  const processor = words.map((word) => PROCESSORS[word]).find((found) => found !== undefined);
  if (processor === undefined) return null;
  const musl = words.some((word) => word.startsWith("musl"));
  const glibc = words.some((word) => word.startsWith("gnu"));
  return {
    ...(system === undefined ? {} : { os: [system] }),
    cpu: [processor],
    ...(system === "linux" && (musl || glibc) ? { libc: [musl ? "musl" : "glibc"] } : {}),
  };
}

/** Returns an entry with its integrity from the registry, and without the mark of a script that is refused. */
function complete(place: string, entry: LockedPackage, allowScripts: Readonly<Record<string, boolean>>): LockedPackage {
  const { hasInstallScript, integrity, ...rest } = entry;
  if (place === "") return entry;
  const mayRun = hasInstallScript === true && allowScripts[nameOf(place)] !== false;
  if (integrity !== undefined && mayRun === (hasInstallScript === true)) return entry;
  const found = integrity ?? fetchIntegrity(`${nameOf(place)}@${entry.version}`);
  // In npm's order, so that a later change by npm is small.
  const { version, ...others } = rest;
  return {
    version,
    ...(found === undefined ? {} : { integrity: found }),
    ...others,
    ...(mayRun ? { hasInstallScript: true } : {}),
  };
}

if (import.meta.main && process.argv.includes("--check")) {
  refuseUncheckedPackages();
} else if (import.meta.main) {
  const lock = readLock();
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const missing = missingPlatformPackages(lock.packages);
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing })
      .sort(([a], [b]) => a.localeCompare(b, "en"))
      .map(([place, entry]) => [place, complete(place, entry, allowScripts)]),
  );
  writeFileSync(LOCK_FILE, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  const unchecked = uncheckedPackages(packages);
  console.log(`Named ${Object.keys(missing).length} optional packages of other platforms.`);
  if (unchecked.length > 0) console.log(`The registry has no integrity for ${unchecked.join(", ")}.`);
}
