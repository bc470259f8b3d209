import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEvents } from "../core/events.ts";
import { openSettings } from "../platform/config.ts";
import { RecollectError } from "../text/errors.ts";
import { createSettingsHandlers, type SettingsDependencies } from "./settings.ts";

let folder: string;
let served: number;
let changes: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-settings-area-"));
  served = 7325;
  changes = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(given: Partial<SettingsDependencies> & { readonly env?: NodeJS.ProcessEnv } = {}) {
  const quiet = () => undefined;
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const events = createEvents(quiet);
  events.on("settings.changed", () => changes++);
  return createSettingsHandlers({
    settings: openSettings({
      file: path.join(folder, "settings.json"),
      env: given.env ?? {},
      clock: { now: () => 0 },
      logger,
    }),
    loginItem: null,
    quick: null,
    dataFolder: folder,
    events,
    servedPort: () => served,
    movePort: async (port) => {
      served = port;
    },
    ...given,
  });
}

it("moves to another port and saves it", async () => {
  expect(await open()["settings.update"]({ port: 8000 })).toMatchObject({ port: 8000, restartNeeded: false });
  expect(await open()["settings.get"]({})).toMatchObject({ port: 8000 });
  expect(changes).toBe(1);
});

it("changes nothing when the other port is in use", async () => {
  const handlers = open({
    movePort: async () => {
      throw new RecollectError("port_taken", { port: 8000, holder: null });
    },
  });
  await expect(handlers["settings.update"]({ port: 8000, theme: "dark" })).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(await handlers["settings.get"]({})).toMatchObject({ port: 7325, theme: "system" });
  expect(changes).toBe(0);
});

it("refuses to change a port that the environment sets", async () => {
  served = 9000;
  const handlers = open({ env: { RECOLLECT_PORT: "9000" } });
  expect(await handlers["settings.get"]({})).toMatchObject({ port: 9000, restartNeeded: false });
  await expect(handlers["settings.update"]({ port: 8000 })).rejects.toMatchObject({ field: "port" });
  expect(await handlers["settings.update"]({ port: 9000, theme: "light" })).toMatchObject({ theme: "light" });
});

it("starts at login where the host supports it, and refuses elsewhere", async () => {
  let enabled = false;
  const loginItem = {
    isEnabled: () => enabled,
    setEnabled: (wanted: boolean) => {
      enabled = wanted;
    },
  };
  const handlers = open({ loginItem });
  expect(await handlers["settings.update"]({ startAtLogin: true })).toMatchObject({
    startAtLogin: true,
    canStartAtLogin: true,
  });
  expect(enabled).toBe(true);
  await expect(open()["settings.update"]({ startAtLogin: true })).rejects.toMatchObject({ field: "startAtLogin" });
  expect(await open()["settings.get"]({})).toMatchObject({ startAtLogin: false, canStartAtLogin: false });
});

/** A host with combinations that other programs use. */
function quickHost(taken: readonly string[]) {
  let keys: string | null = null;
  return {
    isUncertain: false,
    isActive: () => keys !== null,
    setKeys(wanted: string | null) {
      keys = wanted === null || taken.includes(wanted) ? null : wanted;
      return keys !== null;
    },
    close: () => undefined,
  };
}

it("keeps the former combination of the quick window if another program uses the new one", async () => {
  const handlers = open({ quick: quickHost(["Alt+K"]) });
  expect(await handlers["settings.get"]({})).toMatchObject({ quickKeys: null, quickWindow: { isActive: false } });
  const on = { quickKeys: "Ctrl+Alt+M", quickWindow: { isActive: true } };
  expect(await handlers["settings.update"]({ quickKeys: "Ctrl+Alt+M" })).toMatchObject(on);
  await expect(handlers["settings.update"]({ quickKeys: "Alt+K" })).rejects.toMatchObject({ field: "quickKeys" });
  expect(await handlers["settings.get"]({})).toMatchObject(on);
  expect(await handlers["settings.update"]({ quickKeys: null })).toMatchObject({
    quickKeys: null,
    quickWindow: { isActive: false },
  });
});

it("refuses a combination on a host without a quick window", async () => {
  await expect(open()["settings.update"]({ quickKeys: "Alt+K" })).rejects.toMatchObject({ code: "unavailable" });
  expect(await open()["settings.get"]({})).toMatchObject({ quickKeys: null, quickWindow: null });
});

it("never shows the secret of a model's server", async () => {
  const file = path.join(folder, "settings.json");
  const handlers = open();
  await handlers["settings.update"]({ theme: "dark" });
  expect(JSON.parse(readFileSync(file, "utf8"))).toHaveProperty("model");
  expect(await handlers["settings.get"]({})).not.toHaveProperty("model");
});

it("stores the choice about secrets, and refuses an unknown action", async () => {
  const secrets = { action: "refuse", domains: { "acme/open": "allow" }, personalData: true } as const;
  expect(await open()["settings.get"]({})).toMatchObject({ secrets: { action: "mask", domains: {} } });
  expect(await open()["settings.update"]({ secrets })).toMatchObject({ secrets });
  expect(await open()["settings.get"]({})).toMatchObject({ secrets });
  const unknown = { ...secrets, action: "hide" } as unknown as typeof secrets;
  await expect(open()["settings.update"]({ secrets: unknown })).rejects.toMatchObject({ field: "secrets" });
});
