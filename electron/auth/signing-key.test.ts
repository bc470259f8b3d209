import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Logger } from "../core/ports.ts";
import { Secrets } from "../secrets/secrets.ts";
import { SigningKey } from "./signing-key.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-key-"));
  file = path.join(folder, "token.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The key as a start of the application without a keychain opens it. */
function openKey(): SigningKey {
  return new SigningKey(
    new Secrets({
      folder,
      placesFile: path.join(folder, "secrets.json"),
      keychain: null,
      newId: () => "folder",
      logger: silent,
      onChange: () => undefined,
    }),
  );
}

it("creates the key once, also for concurrent requests, in a file that only its owner may read", async () => {
  const signing = openKey();
  const [key, same] = await Promise.all([signing.get(), signing.get()]);
  expect(key.byteLength).toBe(32);
  expect(same).toBe(key);
  expect(await openKey().get()).toEqual(key);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("refuses a damaged key until it is replaced", async () => {
  writeFileSync(file, "short\n");
  const signing = openKey();
  await expect(signing.get()).rejects.toThrow(/damaged/);
  expect(readFileSync(file, "utf8")).toBe("short\n");
  await signing.replace();
  const key = await signing.get();
  expect(await openKey().get()).toEqual(key);
});

it("refuses to replace a key that can be read", async () => {
  const signing = openKey();
  const key = await signing.get();
  await expect(signing.replace()).rejects.toMatchObject({ code: "conflict" });
  expect(await signing.get()).toEqual(key);
});
