import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { canRunKeyring, openKeyring, openSession } from "../../tests/testing/keyring.ts";
import { SigningKey } from "../auth/signing-key.ts";
import type { Logger } from "../core/ports.ts";
import type { RecollectError } from "../text/errors.ts";

import type { Keychain } from "./keychain.ts";
import { Secrets } from "./secrets.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let file: string;
let reported: RecollectError[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-secrets-"));
  file = path.join(folder, "token.key");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the secrets as each start of the application does. */
function open(keychain: Keychain | null, inFolder = folder): Secrets {
  const placesFile = path.join(inFolder, "secrets.json");
  reported = [];
  return new Secrets({
    folder: inFolder,
    placesFile,
    keychain,
    // A busy machine needs longer than a person is kept waiting.
    readTimeoutMs: 60_000,
    newId: ulid,
    clock: { now: () => Date.UTC(2026, 0, 31) },
    logger: silent,
    report: (error) => reported.push(error),
    onChange: () => undefined,
  });
}

function signingKeyIn(secrets: Secrets): SigningKey {
  return new SigningKey({ secrets, hadTokens: true, onChange: () => undefined });
}

/** Creates the key, as the first start does. */
const newKeyIn = (secrets: Secrets): Promise<Uint8Array> =>
  new SigningKey({ secrets, hadTokens: false, onChange: () => undefined }).get();

function closedAtEnd<Session extends { close(): void }>(session: Session): Session {
  onTestFinished(() => session.close());
  return session;
}
const openedKeyring = () => openKeyring().then(closedAtEnd);

describe("secrets without a keychain", () => {
  it("are stored in files with mode 0600", async () => {
    const secrets = open(null);
    expect(await secrets.get("token")).toBeNull();
    await secrets.set("token", "first");
    await secrets.set("model", "another");
    expect(await open(null).get("token")).toBe("first");
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    await secrets.delete("model");
    expect(await secrets.get("model")).toBeNull();
    expect(secrets.status()).toEqual({ place: "file", hasKeychain: false, problem: null });
  });

  it("stay in their files when a move to the keychain is requested", async () => {
    const secrets = open(null);
    await secrets.set("token", "first");
    await expect(secrets.moveTo("keychain")).rejects.toMatchObject({ code: "unavailable", field: "keychain" });
    expect(await open(null).get("token")).toBe("first");
  });

  it("are not replaced when secrets.json is damaged and the key was elsewhere", async () => {
    writeFileSync(path.join(folder, "secrets.json"), "{");
    await expect(signingKeyIn(open(null)).get()).rejects.toMatchObject({ code: "storage" });
    expect(existsSync(file)).toBe(false);
  });
});

// A Debian without a desktop has no GNOME keyring; .ci/run installs one.
describe.runIf(canRunKeyring)("secrets with a real keyring", () => {
  it("move from their file into the keychain and are read from there at the next start", async () => {
    await open(null).set("token", "first");
    const { keychain } = await openedKeyring();
    const secrets = open(keychain());
    expect(await secrets.get("token")).toBe("first");
    await expect.poll(() => existsSync(file)).toBe(false);
    expect(readFileSync(path.join(folder, "secrets.json"), "utf8")).not.toContain("first");
    const later = open(keychain());
    expect(await later.get("token")).toBe("first");
    expect(later.status()).toEqual({ place: "keychain", hasKeychain: true, problem: null });
  });

  it("go directly into the keychain when they are new, separately for each data folder", async () => {
    const { keychain } = await openedKeyring();
    const other = path.join(folder, "other");
    await open(keychain()).set("token", "mine");
    await open(keychain(), other).set("token", "another's");
    expect(existsSync(file)).toBe(false);
    expect(await open(keychain()).get("token")).toBe("mine");
    expect(await open(keychain(), other).get("token")).toBe("another's");
  });

  it("are unavailable while the keychain is locked and unchanged once it is unlocked", async () => {
    const keyring = await openedKeyring();
    const first = await newKeyIn(open(keyring.keychain()));
    keyring.lock();
    const secrets = open(keyring.keychain());
    const signing = signingKeyIn(secrets);
    await expect(signing.get()).rejects.toMatchObject({ code: "unavailable", field: "keychain" });
    expect(secrets.status()).toMatchObject({ place: "keychain", problem: "closed" });
    expect(existsSync(file)).toBe(false);

    await keyring.unlock();
    // The keychain is not tried again until the owner says so.
    await expect(signing.get()).rejects.toMatchObject({ code: "unavailable" });
    secrets.tryAgain();
    expect(await signing.get()).toEqual(first);
    expect(secrets.status().problem).toBeNull();
  });

  it("stay in their files when the keychain is locked, which is then not tried at the next start", async () => {
    const keyring = await openedKeyring();
    keyring.lock();
    await open(null).set("token", "first");
    const secrets = open(keyring.keychain());
    expect(await secrets.get("token")).toBe("first");
    await expect.poll(() => existsSync(path.join(folder, "secrets.json"))).toBe(true);
    await keyring.unlock();
    const later = open(keyring.keychain());
    expect(await later.get("token")).toBe("first");
    await later.set("model", "another");
    expect(existsSync(file)).toBe(true);
    expect(later.status()).toMatchObject({ place: "file", problem: null });

    await later.moveTo("keychain");
    expect(existsSync(file)).toBe(false);
    expect(await open(keyring.keychain()).get("model")).toBe("another");
  });

  it("are reported as lost when the keychain no longer has them, and replaced only on request", async () => {
    const { keychain } = await openedKeyring();
    const first = await newKeyIn(open(keychain()));
    const { folderId } = JSON.parse(readFileSync(path.join(folder, "secrets.json"), "utf8")) as { folderId: string };
    await keychain().delete(`token ${folderId}`);
    const secrets = open(keychain());
    const signing = signingKeyIn(secrets);
    await expect(signing.get()).rejects.toMatchObject({ code: "storage", field: "keychain" });
    expect(secrets.status().problem).toBe("lost");
    await signing.replace();
    const second = await signingKeyIn(open(keychain())).get();
    expect(second).toEqual(await signing.get());
    expect(second).not.toEqual(first);
  });

  it("move to files when the owner gives up a locked keychain or chooses files", async () => {
    const keyring = await openedKeyring();
    await open(keyring.keychain()).set("token", "first");
    await open(keyring.keychain()).set("server-01", "of a server");
    await open(keyring.keychain()).moveTo("file");
    expect(readFileSync(file, "utf8")).toBe("first\n");
    expect(readFileSync(path.join(folder, "server-01.key"), "utf8")).toBe("of a server\n");
    const secrets = open(keyring.keychain());
    await secrets.moveTo("keychain");
    keyring.lock();
    const locked = open(keyring.keychain());
    const signing = signingKeyIn(locked);
    await expect(signing.get()).rejects.toMatchObject({ code: "unavailable" });
    await signing.replace();
    expect(existsSync(file)).toBe(true);
    expect(locked.status()).toEqual({ place: "file", hasKeychain: true, problem: null });
  });

  it("are written nowhere when the application stops during a keychain request", async () => {
    const { keychain } = await openedKeyring();
    const chain = keychain();
    const setting = open(chain).set("token", "first");
    setTimeout(() => chain.close());
    await expect(setting).rejects.toMatchObject({ code: "unavailable" });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(path.join(folder, "secrets.json"))).toBe(false);
    await open(keychain()).set("token", "second");
    expect(await open(keychain()).get("token")).toBe("second");
  });

  it("stay in files when the session's bus offers no keyring", async () => {
    const { keychain } = await openSession().then(closedAtEnd);
    const secrets = open(keychain());
    await secrets.set("token", "first");
    expect(existsSync(file)).toBe(true);
    expect(await open(keychain()).get("token")).toBe("first");
    expect(existsSync(path.join(folder, "secrets.json"))).toBe(false);
  });

  it("stay readable when secrets.json is damaged, which is set aside and reported", async () => {
    await open(null).set("token", "first");
    writeFileSync(path.join(folder, "secrets.json"), "{ cut short");
    const secrets = open(null);
    expect(await secrets.get("token")).toBe("first");
    expect(secrets.status().problem).toBeNull();
    expect(reported[0]?.hint).toContain("secrets.json.broken-2026-01-31");
    expect(existsSync(path.join(folder, "secrets.json"))).toBe(false);
    open(null);
    expect(reported).toEqual([]);
  });

  it("count as unreadable, not as missing, while secrets.json cannot be read", async () => {
    const places = path.join(folder, "secrets.json");
    mkdirSync(places);
    const secrets = open(null);
    expect(reported).toMatchObject([{ details: { reason: "record_unreadable" } }]);
    await expect(secrets.get("token")).rejects.toMatchObject({ code: "storage" });
    await expect(secrets.moveTo("file")).rejects.toMatchObject({ message: expect.stringContaining(places) });
    expect(statSync(places).isDirectory()).toBe(true);
  });

  it("are found in the keychain by the legible part of a damaged secrets.json", async () => {
    const { keychain } = await openedKeyring();
    await open(keychain()).set("token", "first");
    const places = path.join(folder, "secrets.json");
    writeFileSync(places, readFileSync(places, "utf8").trimEnd().slice(0, -1));
    const secrets = open(keychain());
    expect(reported).toMatchObject([{ details: { reason: "secret_places_damaged" } }]);
    expect(await secrets.get("token")).toBe("first");
  });
});
