import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it, onTestFinished } from "vitest";

const MODULE = JSON.stringify(path.join(import.meta.dirname, "compile-cache.ts"));

let folder: string;

beforeEach(() => {
  const parent = mkdtempSync(path.join(tmpdir(), "recollect-compiled-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  folder = path.join(parent, "data", "compiled-code");
});

/** Runs a program that enables the cache, and returns the folder that Node uses; an empty text for none. */
async function run(then = ""): Promise<string> {
  const code = `
    const { enableCompileCache, storeCompileCache } = await import(${MODULE});
    enableCompileCache(process.argv[1]);
    ${then}
    console.log(process.getBuiltinModule("node:module").getCompileCacheDir() ?? "");`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const args = ["--input-type=module", "-e", code, folder];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}

const filesIn = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

it("stores compiled code in a folder of its own, and deletes code that is older than a month", async () => {
  const code = path.join(path.dirname(path.dirname(folder)), "code.mjs");
  writeFileSync(code, "export const value = 1;");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [old, recent] = [path.join(folder, "old"), path.join(folder, "recent")];
  for (const [file, days] of [
    [old, 31],
    [recent, 29],
  ] as const) {
    writeFileSync(file, "");
    const changedAt = Date.now() / 1000 - days * 86_400;
    utimesSync(file, changedAt, changedAt);
  }
  const used = await run(`
    await import(${JSON.stringify(code)});
    storeCompileCache(process.argv[1], 0);
    await new Promise((resolve) => setTimeout(resolve, 50));`);
  expect(used.startsWith(folder)).toBe(true);
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
  expect(filesIn().length).toBeGreaterThan(1);
});

it("makes the folder, which only its owner can read", async () => {
  expect((await run()).startsWith(folder)).toBe(true);
});

it.skipIf(process.platform === "win32")("loads no code from a folder that others can write", async () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  expect(await run()).toBe("");
});

it.skipIf(process.platform === "win32")(
  "loads no code from a link, which may lead to a folder of another user",
  async () => {
    const target = path.join(path.dirname(path.dirname(folder)), "target");
    mkdirSync(target, { mode: 0o700 });
    mkdirSync(path.dirname(folder));
    symlinkSync(target, folder);
    expect(await run()).toBe("");
  },
);

it("loads modules without a cache if the folder cannot be made", async () => {
  mkdirSync(path.dirname(path.dirname(folder)), { recursive: true });
  writeFileSync(path.dirname(folder), "a file");
  expect(await run()).toBe("");
});
