/**
 * `npm run package:npm`: the server, the stdio shim and the command line without Electron, as a package for npm, in
 * `release/`. `docs/adr/0041-npm-package.md` describes its contents.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { build } from "../build.ts";
import { root } from "../tools.ts";
import { findRepository } from "./repository.ts";

/** Only the desktop application uses them. */
const DESKTOP_FILES = [/^dist\/electron\/(?:main\.js|preload\.cjs)$/, /^dist\/electron\/chunks\/self-updater-/];
const SHIPPED = [
  "dist/electron",
  "dist/shim",
  "dist/renderer",
  "resources/model",
  "resources/skills",
  "resources/icons/icon.png",
];
/** Of 139 MB, the files that Node loads. */
const WASM_RUNTIME = ["ort.node.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"].map(
  (name) => `dist/${name}`,
);

/** The command: a terminal gets the server, a client that starts the program gets the stdio shim. */
const LAUNCHER = `#!/usr/bin/env node
import { isatty } from "node:tty";

if (process.argv.length === 2 && isatty(0)) process.argv.push("serve");
await import("../dist/shim/recollect-shim.mjs");
`;

/** Writes the package's folder and packs it. Returns the path of the archive. */
export function buildNpmPackage(output = path.join(root, "release")): string {
  const folder = path.join(output, "npm");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "bin"), { recursive: true });
  for (const name of SHIPPED)
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isShipped });
  cpSync(path.join(root, "LICENSE"), path.join(folder, "LICENSE"));
  cpSync(path.join(root, "dist", "THIRD-PARTY-NOTICES.txt"), path.join(folder, "THIRD-PARTY-NOTICES.txt"));
  cpSync(path.join(root, "resources", "npm-readme.md"), path.join(folder, "README.md"));
  const launcher = path.join(folder, "bin", "recollect.mjs");
  writeFileSync(launcher, LAUNCHER);
  chmodSync(launcher, 0o755);
  bundleRuntime(path.join(folder, "node_modules", "onnxruntime-web"));
  writeJson(path.join(folder, "package.json"), npmManifest(process.env));
  return pack(folder, output);
}

function isShipped(file: string): boolean {
  const name = path.relative(root, file).replaceAll(path.sep, "/");
  return !file.endsWith(".map") && !DESKTOP_FILES.some((desktop) => desktop.test(name));
}

/** The manifest of the package. Native dependencies have exact versions, with which everything was tested. */
export function npmManifest(env: NodeJS.ProcessEnv) {
  const { name, version, description, license, author, type, engines, dependencies, optionalDependencies } = manifest;
  const repository = findRepository(env);
  const common = readJson("onnxruntime-web").dependencies["onnxruntime-common"];
  return {
    name,
    version,
    description,
    keywords: ["mcp", "mcp-server", "memory", "ai", "assistant"],
    license,
    author,
    ...(repository === null
      ? {}
      : {
          homepage: repository.url,
          repository: { type: "git", url: `git+${repository.url}.git` },
          // The registry of MCP servers compares it with the name in server.json.
          mcpName: registryName(repository.owner),
        }),
    type,
    bin: { recollect: "bin/recollect.mjs" },
    engines: { node: engines.node },
    files: ["bin", "dist", "resources", "THIRD-PARTY-NOTICES.txt"],
    dependencies: { ...dependencies, "onnxruntime-common": common },
    bundleDependencies: ["onnxruntime-web"],
    // Four times as fast, and 290 MB: installed separately on request.
    peerDependencies: optionalDependencies,
    peerDependenciesMeta: { "onnxruntime-node": { optional: true } },
  };
}

/** The name of this server in the registry of MCP servers. */
export function registryName(owner: string): string {
  return `io.github.${owner}/${manifest.name}`;
}

/** ONNX Runtime in WebAssembly, without what runs in browsers. */
function bundleRuntime(folder: string): void {
  const { name, version, license, exports, dependencies } = readJson("onnxruntime-web");
  for (const file of WASM_RUNTIME) cpSync(path.join(root, "node_modules", name, file), path.join(folder, file));
  writeJson(path.join(folder, "package.json"), {
    ...{ name, version, license },
    exports: { ".": exports["."].node.import },
    dependencies: { "onnxruntime-common": dependencies["onnxruntime-common"] },
  });
}

function readJson(name: string) {
  return JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function pack(folder: string, output: string): string {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const { status, stdout } = spawnSync(npm, ["pack", "--json", "--pack-destination", output], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm pack failed.");
  const [{ filename }] = JSON.parse(stdout);
  return path.join(output, filename);
}

if (import.meta.main) {
  build();
  console.log(path.relative(root, buildNpmPackage()));
}
