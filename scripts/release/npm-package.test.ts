import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { root } from "../tools.ts";
import { npmManifest } from "./npm-package.ts";

it("depends on exactly the native packages of the application, in the same versions", () => {
  const { dependencies, peerDependencies, version } = npmManifest({});
  expect(version).toBe(manifest.version);
  expect(dependencies).toMatchObject(manifest.dependencies);
  for (const range of Object.values({ ...dependencies, ...peerDependencies })) expect(range).toMatch(/^\d+\.\d+\.\d+$/);
});

it("names the repository only if it is known", () => {
  expect(npmManifest({})).not.toHaveProperty("mcpName");
  expect(npmManifest({ GITHUB_REPOSITORY: "acme/recollect" })).toMatchObject({
    mcpName: "io.github.acme/recollect",
    repository: { url: "git+https://github.com/acme/recollect.git" },
  });
});

it("has a description that names the version of the native runtime", async () => {
  const readme = await readFile(path.join(root, "resources", "npm-readme.md"), "utf8");
  expect(readme).toContain(`onnxruntime-node@${manifest.optionalDependencies["onnxruntime-node"]}`);
});
