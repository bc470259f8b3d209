import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Logger } from "../core/ports.ts";
import { createKeptSecrets } from "./secrets/kept-secrets.ts";
import { createSigningKey, type SigningKey } from "./signing-key.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-key-"));
  file = path.join(folder, "token.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As each start of the application makes it, where there is no keychain. */
function openKey(): SigningKey {
  return createSigningKey(
    createKeptSecrets({
      folder,
      placesFile: path.join(folder, "secrets.json"),
      keychain: null,
      newId: () => "folder",
      logger: silent,
      onChange: () => undefined,
    }),
  );
}

it("makes the key once, also for two who ask at once, and keeps it for its owner alone", async () => {
  const signing = openKey();
  const [key, same] = await Promise.all([signing.get(), signing.get()]);
  expect(key.byteLength).toBe(32);
  expect(same).toBe(key);
  expect(await openKey().get()).toEqual(key);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("refuses a damaged key until its owner has it replaced", async () => {
  writeFileSync(file, "short\n");
  const signing = openKey();
  await expect(signing.get()).rejects.toThrow(/damaged/);
  expect(readFileSync(file, "utf8")).toBe("short\n");
  await signing.replace();
  const key = await signing.get();
  expect(await openKey().get()).toEqual(key);
});

it("replaces no key that is in use", async () => {
  const signing = openKey();
  const key = await signing.get();
  await expect(signing.replace()).rejects.toMatchObject({ code: "conflict" });
  expect(await signing.get()).toEqual(key);
});
