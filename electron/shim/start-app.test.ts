import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NODE_ARGUMENTS } from "../platform/process-memory.ts";
import { findStartCommand, type StartContext, takeStartLock } from "./start-app.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "recollect-start-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function contextIn(folder: string, changes: Partial<StartContext> = {}): StartContext {
  mkdirSync(path.join(folder, "dist", "electron"), { recursive: true });
  writeFileSync(path.join(folder, "dist", "electron", "headless.js"), "");
  const shimFolder = path.join(folder, "dist", "shim");
  return { env: {}, platform: "linux", execPath: "/bin/runtime", shimFolder, isElectron: false, ...changes };
}

describe("findStartCommand", () => {
  it("returns the headless entry next to the shim, on the same Node", () => {
    const headless = path.join(root, "dist", "electron", "headless.js");
    expect(findStartCommand(contextIn(root, { env: { PATH: "/bin", RECOLLECT_PROJECT: "x" } }))).toEqual({
      program: "/bin/runtime",
      arguments: [...NODE_ARGUMENTS, headless],
      env: { PATH: "/bin" },
    });
  });

  it("returns the packaged application, hidden and for a client, if there is a display", () => {
    const packaged = path.join(root, "app.asar");
    const env = { ELECTRON_RUN_AS_NODE: "1", DISPLAY: ":0" };
    expect(findStartCommand(contextIn(packaged, { isElectron: true, env }))).toEqual({
      program: "/bin/runtime",
      arguments: ["--hidden", "--for-client"],
      env: { DISPLAY: ":0" },
    });
    expect(findStartCommand(contextIn(packaged, { isElectron: true, platform: "darwin" }))?.arguments).toEqual([
      "--hidden",
      "--for-client",
    ]);
  });

  it("returns the AppImage that the shim was copied from, but not the AppImage of another application", () => {
    const env = { DISPLAY: ":0", APPIMAGE: "/home/me/Recollect.AppImage", APPDIR: "/tmp/.mount_Abc" };
    const inside = { isElectron: true, execPath: "/tmp/.mount_Abc/recollect" };
    expect(findStartCommand(contextIn(root, { ...inside, env }))).toEqual({
      program: "/home/me/Recollect.AppImage",
      arguments: ["--hidden", "--for-client"],
      env,
    });
    expect(findStartCommand(contextIn(root, { ...inside, env: { ...env, DISPLAY: "" } }))).toBeNull();
    const packaged = contextIn(path.join(root, "app.asar"), { isElectron: true, env });
    expect(findStartCommand(packaged)?.program).toBe("/bin/runtime");
  });

  it("passes the application's folder to an Electron that is not packaged", () => {
    const command = findStartCommand(contextIn(root, { isElectron: true, platform: "win32" }));
    expect(command?.arguments).toEqual([root, "--hidden", "--for-client"]);
  });

  it("returns the headless entry on Electron's Node without a display", () => {
    const command = findStartCommand(contextIn(root, { isElectron: true }));
    expect(command?.env.ELECTRON_RUN_AS_NODE).toBe("1");
    expect(command?.arguments).toEqual([...NODE_ARGUMENTS, path.join(root, "dist", "electron", "headless.js")]);
  });

  it("prefers RECOLLECT_START_COMMAND, and returns null for an empty list", () => {
    const given = (value: string) => findStartCommand(contextIn(root, { env: { RECOLLECT_START_COMMAND: value } }));
    expect(given('["/opt/recollect","--hidden"]')).toEqual({
      program: "/opt/recollect",
      arguments: ["--hidden"],
      env: {},
    });
    expect(given("[]")).toBeNull();
    for (const wrong of ["", "recollect", '{"a":1}', "[1]"]) expect(() => given(wrong)).toThrow("JSON list");
  });

  it("returns null without an application next to the shim", () => {
    expect(findStartCommand({ ...contextIn(root), shimFolder: path.join(root, "elsewhere", "x", "y") })).toBeNull();
  });
});

describe("takeStartLock", () => {
  let file: string;
  beforeEach(() => {
    file = path.join(root, "data", "start.lock");
  });

  it("gives the lock to one process until it is released", () => {
    const release = takeStartLock(file);
    expect(release).not.toBeNull();
    expect(takeStartLock(file)).toBeNull();
    release?.();
    expect(existsSync(file)).toBe(false);
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("replaces the lock of a process that has exited", () => {
    takeStartLock(file);
    writeFileSync(file, "999999999");
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("replaces a lock older than any start, even if its process id exists", () => {
    takeStartLock(file);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(file, longAgo, longAgo);
    expect(takeStartLock(file)).not.toBeNull();
  });

  it("respects a lock whose process id is not yet written", () => {
    takeStartLock(file);
    writeFileSync(file, "");
    expect(takeStartLock(file)).toBeNull();
  });
});
