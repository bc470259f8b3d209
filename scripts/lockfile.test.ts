import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingPlatformPackages } from "./complete-lockfile.ts";

const read = async (name: string) => JSON.parse(String(await readFile(new URL(`../${name}`, import.meta.url))));

test("installing never runs onnxruntime-node's script, which fetches what Recollect does not use from elsewhere", async () => {
  const { allowScripts } = await read("package.json");
  const { packages } = await read("package-lock.json");
  expect(allowScripts["onnxruntime-node"]).toBe(false);
  expect(packages["node_modules/onnxruntime-node"]).toMatchObject({ version: expect.any(String) });
  // npm 10 knows no allowScripts; it runs the scripts of packages that are marked in the lock file.
  expect(packages["node_modules/onnxruntime-node"]).not.toHaveProperty("hasInstallScript");
});

test("the lock names every platform's packages, so that npm ci works on each", async () => {
  const { packages } = await read("package-lock.json");
  const isLocked = (owner: string, name: string) =>
    [`${owner}/node_modules/${name}`, `node_modules/${name}`].some((place) => packages[place] !== undefined);
  const missing = Object.entries<{ optionalDependencies?: object }>(packages).flatMap(([owner, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isLocked(owner, name)),
  );
  expect(missing).toEqual([]);
});

test("the lock file names the optional packages of every platform, so that npm ci takes it everywhere", async () => {
  const { packages } = await read("package-lock.json");
  expect(Object.keys(missingPlatformPackages(packages))).toEqual([]);
});

test("a platform package that a registry did not hold is named with its version and platform", () => {
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
