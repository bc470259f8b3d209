import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

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
