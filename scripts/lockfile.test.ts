import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { missingPlatformPackages } from "./complete-lockfile.ts";

const read = async (name: string) => JSON.parse(String(await readFile(new URL(`../${name}`, import.meta.url))));

it("does not run the install script of onnxruntime-node, which downloads unused files", async () => {
  const { allowScripts } = await read("package.json");
  const { packages } = await read("package-lock.json");
  expect(allowScripts["onnxruntime-node"]).toBe(false);
  expect(packages["node_modules/onnxruntime-node"]).toMatchObject({ version: expect.any(String) });
  // npm 10 knows no allowScripts; it runs the scripts of packages that are marked in the lock file.
  expect(packages["node_modules/onnxruntime-node"]).not.toHaveProperty("hasInstallScript");
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
