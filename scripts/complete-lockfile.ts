/**
 * `npx node scripts/complete-lockfile.ts`: run it after a change of dependencies. npm leaves optional packages of other
 * platforms out of the lock file if the registry does not have them, and `npm ci` then refuses that file on every
 * machine. This adds each of them with the version that its parent requires and the platform in its name. npm then
 * skips it on other platforms and installs it on its own.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./tools.ts";

/** One entry of `packages` in a lock file (docs.npmjs.com, package-lock.json, version 3). */
export interface LockedPackage {
  readonly version?: string;
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

if (import.meta.main) {
  const file = path.join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: LockedPackages };
  const missing = missingPlatformPackages(lock.packages);
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`Named ${Object.keys(missing).length} optional packages of other platforms.`);
}
