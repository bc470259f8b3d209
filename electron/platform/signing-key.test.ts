import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSigningKey } from "./signing-key.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-key-"));
  file = path.join(folder, "token.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("makes the key once and keeps it for its owner alone", () => {
  const key = loadSigningKey(file);
  expect(key.byteLength).toBe(32);
  expect(loadSigningKey(file)).toEqual(key);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("refuses a damaged key instead of replacing it", () => {
  writeFileSync(file, "short\n");
  expect(() => loadSigningKey(file)).toThrow(/damaged/);
});
