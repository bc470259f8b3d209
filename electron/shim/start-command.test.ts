import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findStartCommand, type StartContext } from "./start-command.ts";

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
  it("starts the headless entry beside it on the same Node", () => {
    const headless = path.join(root, "dist", "electron", "headless.js");
    expect(findStartCommand(contextIn(root, { env: { PATH: "/bin", RECOLLECT_PROJECT: "x" } }))).toEqual({
      program: "/bin/runtime",
      arguments: [headless],
      env: { PATH: "/bin" },
    });
  });

  it("starts the packaged application hidden where there is a display", () => {
    const packaged = path.join(root, "app.asar");
    const env = { ELECTRON_RUN_AS_NODE: "1", DISPLAY: ":0" };
    expect(findStartCommand(contextIn(packaged, { isElectron: true, env }))).toEqual({
      program: "/bin/runtime",
      arguments: ["--hidden"],
      env: { DISPLAY: ":0" },
    });
    expect(findStartCommand(contextIn(packaged, { isElectron: true, platform: "darwin" }))?.arguments).toEqual([
      "--hidden",
    ]);
  });

  it("starts the AppImage it runs from, by a shim that lies outside, and no other application's", () => {
    const env = { DISPLAY: ":0", APPIMAGE: "/home/me/Recollect.AppImage", APPDIR: "/tmp/.mount_Abc" };
    const inside = { isElectron: true, execPath: "/tmp/.mount_Abc/recollect" };
    expect(findStartCommand(contextIn(root, { ...inside, env }))).toEqual({
      program: "/home/me/Recollect.AppImage",
      arguments: ["--hidden"],
      env,
    });
    expect(findStartCommand(contextIn(root, { ...inside, env: { ...env, DISPLAY: "" } }))).toBeNull();
    const packaged = contextIn(path.join(root, "app.asar"), { isElectron: true, env });
    expect(findStartCommand(packaged)?.program).toBe("/bin/runtime");
  });

  it("names the application's folder to an Electron that is not packaged with it", () => {
    const command = findStartCommand(contextIn(root, { isElectron: true, platform: "win32" }));
    expect(command?.arguments).toEqual([root, "--hidden"]);
  });

  it("runs the application headless on Electron's Node where there is no display", () => {
    const command = findStartCommand(contextIn(root, { isElectron: true }));
    expect(command?.env.ELECTRON_RUN_AS_NODE).toBe("1");
    expect(command?.arguments).toEqual([path.join(root, "dist", "electron", "headless.js")]);
  });

  it("takes the command it is given, and starts nothing for an empty one", () => {
    const given = (value: string) => findStartCommand(contextIn(root, { env: { RECOLLECT_START_COMMAND: value } }));
    expect(given('["/opt/recollect","--hidden"]')).toEqual({
      program: "/opt/recollect",
      arguments: ["--hidden"],
      env: {},
    });
    expect(given("[]")).toBeNull();
    for (const wrong of ["", "recollect", '{"a":1}', "[1]"]) expect(() => given(wrong)).toThrow("JSON list");
  });

  it("knows nothing to start where no application lies beside it", () => {
    expect(findStartCommand({ ...contextIn(root), shimFolder: path.join(root, "elsewhere", "x", "y") })).toBeNull();
  });
});
