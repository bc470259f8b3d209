import { chmodSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEndpoint, writeEndpoint } from "./endpoint-file.ts";
import { ownUser } from "./file-owner.ts";
import { findSharedFolder, refuseForeignEntries, silentOwner } from "./folder-trust.ts";

const OTHER = 65_534;
const user = ownUser();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-trust-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reasonOf = (error: { details?: Readonly<Record<string, unknown>> } | null) => error?.details?.reason ?? null;

describe.runIf(user !== null)("a data folder", () => {
  it("that only its owner can write raises no alert", () => {
    for (const mode of [0o700, 0o755, 0o750]) {
      chmodSync(folder, mode);
      expect(findSharedFolder(folder)).toBeNull();
    }
    expect(findSharedFolder(path.join(folder, "missing"))).toBeNull();
    mkdirSync(path.join(folder, "backups"));
    expect(() => refuseForeignEntries(folder)).not.toThrow();
  });

  it.each([0o777, 0o770, 0o1777])("that others can write raises an alert: %o", (mode) => {
    chmodSync(folder, mode);
    expect(reasonOf(findSharedFolder(folder))).toBe("folder_writable");
  });

  it("of another user raises an alert", () => {
    expect(reasonOf(findSharedFolder(folder, (user ?? 0) + 1))).toBe("folder_of_another");
  });

  it("whose owner does not respond names another user, if that user started it", () => {
    const endpoint = path.join(folder, "endpoint.json");
    writeFileSync(endpoint, "{}");
    expect(reasonOf(silentOwner({ folder, endpoint }))).toBe("owner_silent");
    expect(reasonOf(silentOwner({ folder, endpoint }, (user ?? 0) + 1))).toBe("owner_of_another");
    rmSync(endpoint);
    expect(reasonOf(silentOwner({ folder, endpoint }, (user ?? 0) + 1))).toBe("owner_silent");
  });

  it.runIf(user === 0).each([
    ["a key", (entry: string) => writeFileSync(entry, "known to another")],
    ["a link", (entry: string) => symlinkSync("/etc", entry)],
  ])("with %s of another user is refused by name", (_, plant) => {
    const entry = path.join(folder, "backups");
    plant(entry);
    lchownSync(entry, OTHER, OTHER);
    expect(() => refuseForeignEntries(folder)).toThrow(`${entry} belongs to another user.`);
    expect(() => refuseForeignEntries(folder, OTHER)).not.toThrow();
  });

  it.runIf(user === 0)("of another user may contain that user's files if root uses it", () => {
    const entry = path.join(folder, "memories.sqlite");
    writeFileSync(entry, "");
    for (const each of [entry, folder]) lchownSync(each, OTHER, OTHER);
    expect(() => refuseForeignEntries(folder)).not.toThrow();
  });

  it.runIf(user === 0)("with the endpoint file of another user names a server of that user, for root", () => {
    const file = path.join(folder, "endpoint.json");
    const endpoint = { url: "http://127.0.0.1:1/mcp", port: 1, pid: process.pid, token: "t", version: "1" };
    writeEndpoint(file, endpoint);
    expect(readEndpoint(file)).toMatchObject(endpoint);
    lchownSync(file, OTHER, OTHER);
    // Root may use it, and then expects a server of that user.
    expect(readEndpoint(file)).toMatchObject({ owner: OTHER });
  });
});
