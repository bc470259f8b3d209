import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { takeStartLock } from "./start-lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-lock-"));
  file = path.join(folder, "data", "start.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("takeStartLock", () => {
  it("is held by one until it is given back", () => {
    const release = takeStartLock(file);
    expect(release).not.toBeNull();
    expect(takeStartLock(file)).toBeNull();
    release?.();
    expect(existsSync(file)).toBe(false);
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("is taken from one that died", () => {
    takeStartLock(file);
    writeFileSync(file, "999999999");
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("is taken from one that is too old to be starting anything, whoever lives under its id", () => {
    takeStartLock(file);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("is left to one that has not yet written its id", () => {
    takeStartLock(file);
    writeFileSync(file, "");
    expect(takeStartLock(file)).toBeNull();
  });
});
