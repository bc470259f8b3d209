import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Logger } from "../core/ports.ts";
import type { Keychain } from "../secrets/keychain.ts";
import { Secrets, type SecretsOptions } from "../secrets/secrets.ts";
import { SigningKey } from "./signing-key.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-key-"));
  file = path.join(folder, "token.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openSecrets(options: Partial<SecretsOptions> = {}): Secrets {
  return new Secrets({
    folder,
    placesFile: path.join(folder, "secrets.json"),
    keychain: null,
    newId: () => "folder",
    clock: { now: () => Date.UTC(2026, 0, 31) },
    logger: silent,
    onChange: () => undefined,
    ...options,
  });
}

/** The key as a start of the application without a keychain opens it. */
function openKey({ hadTokens = false, onChange = () => {} } = {}): SigningKey {
  return new SigningKey({ secrets: openSecrets(), hadTokens, onChange });
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

it("reports a missing key while there are tokens instead of creating another, until the owner replaces it", async () => {
  let changes = 0;
  const signing = openKey({ hadTokens: true, onChange: () => changes++ });
  await expect(signing.get()).rejects.toThrow(/missing/);
  expect(existsSync(file)).toBe(false);
  expect(signing.failure()?.hint).toContain("connected again");
  await expect(signing.get()).rejects.toThrow(/missing/);
  expect(changes).toBe(1);
  await signing.replace();
  expect(signing.failure()).toBeNull();
  expect(changes).toBe(2);
  expect(await openKey({ hadTokens: true }).get()).toEqual(await signing.get());
});

it("reads a key again that the owner restored, and keeps a damaged one under another name when it is replaced", async () => {
  const key = await openKey().get();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, "");
  const signing = openKey({ hadTokens: true });
  await expect(signing.get()).rejects.toThrow(/damaged/);
  writeFileSync(file, text);
  const restored = openKey({ hadTokens: true });
  expect(await restored.get()).toEqual(key);
  writeFileSync(file, "short");
  const broken = openKey({ hadTokens: true });
  await broken.replace();
  expect(readdirSync(folder).filter((name) => name.startsWith("token.key.replaced-"))).toHaveLength(1);
});

it("reports no failure once a keychain has responded after the timeout", async () => {
  const contents = new Map<string, string>();
  const unlocked = Promise.withResolvers<void>();
  let isLocked = false;
  const keychain: Keychain = {
    async get(account) {
      if (isLocked) await unlocked.promise;
      return contents.get(account) ?? null;
    },
    async set(account, value) {
      contents.set(account, value);
    },
    async delete(account) {
      contents.delete(account);
    },
    close() {},
  };
  const key = await new SigningKey({ secrets: openSecrets({ keychain }), hadTokens: false, onChange() {} }).get();
  isLocked = true;
  const opened = Promise.withResolvers<void>();
  const secrets = openSecrets({
    keychain,
    readTimeoutMs: 1,
    onChange: () => secrets.status().problem === null && opened.resolve(),
  });
  const signing = new SigningKey({ secrets, hadTokens: true, onChange() {} });
  await expect(signing.get()).rejects.toMatchObject({ code: "unavailable" });
  expect(secrets.status().problem).toBe("closed");
  unlocked.resolve();
  await opened.promise;
  expect(signing.failure()).toBeNull();
  expect(await signing.get()).toEqual(key);
});
