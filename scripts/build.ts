/**
 * Builds the missing and outdated parts: the embedding model, the window, the code that runs in Node, and the notices
 * of licences.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Step {
  readonly name: string;
  /** The input files, as globs. A change of any content rebuilds the step. */
  readonly inputs: readonly string[];
  /** The output folders, removed before the build. */
  readonly outputs: readonly string[];
  readonly command: readonly string[];
}

const steps: readonly Step[] = [
  {
    name: "window",
    inputs: [
      "renderer/**/*",
      "electron/{core,text}/**/*.ts",
      "electron/window-api/contract.ts",
      "electron/window-api/contract/*.ts",
      "vite.config.ts",
      "scripts/release/bundled-packages.ts",
      "package-lock.json",
    ],
    outputs: ["dist/renderer", "dist/packages/window.json"],
    command: ["node_modules/vite/bin/vite.js", "build"],
  },
  {
    name: "application",
    inputs: [
      "electron/**/*.ts",
      "rolldown.config.ts",
      "scripts/release/bundled-packages.ts",
      "package.json",
      "package-lock.json",
    ],
    outputs: [
      "dist/electron",
      "dist/shim",
      ...["application", "workers", "preload", "shim"].map((name) => `dist/packages/${name}.json`),
    ],
    command: ["node_modules/rolldown/bin/cli.mjs", "--config", "rolldown.config.ts"],
  },
  {
    name: "notices",
    inputs: [
      "dist/packages/*.json",
      "resources/model-notice.md",
      "scripts/release/{licences,notices,shipped-packages}.ts",
      "package-lock.json",
    ],
    // The first is in a folder that the window's build makes.
    outputs: ["dist/renderer/third-party-notices.json", "dist/THIRD-PARTY-NOTICES.txt"],
    command: ["scripts/release/notices.ts"],
  },
];

/** Runs every outdated step and prints a line for each. If one fails, prints its output and exits. */
export function build(): void {
  run("embedding model", ["scripts/build-model.ts"]);
  for (const step of steps) {
    const stamp = path.join(root, "dist", `.${step.name}.stamp`);
    const wanted = fingerprint(step);
    const built = step.outputs.every((output) => existsSync(path.join(root, output)));
    if (built && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) continue;
    console.log(`Building the ${step.name} …`);
    for (const output of step.outputs) rmSync(path.join(root, output), { recursive: true, force: true });
    run(step.name, step.command);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}

function run(name: string, command: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  if (status === 0) return;
  console.error(`The ${name} could not be built.\n${stdout}${stderr}`);
  process.exit(1);
}

function fingerprint(step: Step): string {
  const hash = createHash("sha256");
  const files = step.inputs.flatMap((glob) => globSync(glob, { cwd: root, withFileTypes: true }));
  for (const file of files.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))) {
    const name = path.relative(root, path.join(file.parentPath, file.name));
    hash
      .update(`${name}\0`)
      .update(readFileSync(path.join(root, name)))
      .update("\0");
  }
  return hash.digest("hex");
}

if (import.meta.main) build();
