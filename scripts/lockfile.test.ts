import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { missingPlatformPackages, type System, uncheckedPackages } from "./complete-lockfile.ts";

const read = async (name: string) => JSON.parse(String(await readFile(new URL(`../${name}`, import.meta.url))));

it("runs only the install scripts that are needed, with npm 10 too", async () => {
  const { allowScripts } = await read("package.json");
  const { packages } = await read("package-lock.json");
  // onnxruntime-node's downloads unused files.
  expect(allowScripts["onnxruntime-node"]).toBe(false);
  expect(packages["node_modules/onnxruntime-node"]).toMatchObject({ version: expect.any(String) });
  // npm 10 knows no allowScripts; it runs the scripts of packages that are marked in the lock file.
  const marked = Object.keys(packages).filter((place) => packages[place].hasInstallScript === true);
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  expect(marked.sort()).toEqual(allowed.map((name) => `node_modules/${name}`).sort());
});

it("locks the packages of every platform", async () => {
  const { packages } = await read("package-lock.json");
  const isLocked = (owner: string, name: string) =>
    [`${owner}/node_modules/${name}`, `node_modules/${name}`].some((place) => packages[place] !== undefined);
  const missing = Object.entries<{ optionalDependencies?: object }>(packages).flatMap(([owner, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(owner, name)),
  );
  expect(missing).toEqual([]);
});

it("names the optional packages of every platform in the lock file", async () => {
  const { packages } = await read("package-lock.json");
  expect(Object.keys(missingPlatformPackages(packages))).toEqual([]);
});

/**
 * Packages of other systems that the registry here does not have. CI and `npm run package` refuse them on their systems.
 * Remove an entry when `complete-lockfile.ts`, run with a registry that has it, has added its integrity.
 */
const UNCHECKED = ["lefthook-android-arm64@2.2.2"];

it("records the integrity of every package, except for the listed packages of other systems", async () => {
  const { packages } = await read("package-lock.json");
  expect(uncheckedPackages(packages).sort()).toEqual(UNCHECKED.sort());
});

it("has the integrity of every package that Linux installs, with glibc", async () => {
  const { packages } = await read("package-lock.json");
  for (const cpu of ["x64", "arm64"])
    expect(uncheckedPackages(packages, { os: "linux", cpu, libc: "glibc" })).toEqual([]);
});

it("finds the packages without integrity that a system installs", () => {
  const packages = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-x" },
    "node_modules/b": { version: "1.0.0", os: ["darwin"], cpu: ["arm64"] },
    "node_modules/a/node_modules/@c/d": { version: "2.0.0", os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    "node_modules/e": { version: "3.0.0" },
  };
  const find = (system: System | null) => uncheckedPackages(packages, system);
  expect(find(null)).toEqual(["b@1.0.0", "@c/d@2.0.0", "e@3.0.0"]);
  expect(find({ os: "darwin", cpu: "arm64" })).toEqual(["b@1.0.0", "e@3.0.0"]);
  expect(find({ os: "linux", cpu: "x64", libc: "musl" })).toEqual(["@c/d@2.0.0", "e@3.0.0"]);
  expect(find({ os: "linux", cpu: "x64", libc: "glibc" })).toEqual(["e@3.0.0"]);
});

it("names a platform package that the registry lacks with its version and platform", () => {
  const packages = {
    "node_modules/tool": { version: "2.0.0", dev: true, optionalDependencies: { "@tool/linux-x64-musl": "2.0.0" } },
  };
  expect(missingPlatformPackages(packages)).toEqual({
    "node_modules/@tool/linux-x64-musl": {
      version: "2.0.0",
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
      dev: true,
      optional: true,
    },
  });
});
