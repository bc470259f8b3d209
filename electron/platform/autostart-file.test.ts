import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAutostartFile } from "./autostart-file.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "recollect-autostart-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it("writes a desktop entry that starts hidden, and removes it again", () => {
  const autostart = createAutostartFile({}, home, ['/opt/My Apps/50% "off"/recollect', "--hidden"]);
  expect(autostart.isEnabled()).toBe(false);
  autostart.setEnabled(true);
  expect(autostart.isEnabled()).toBe(true);
  const text = readFileSync(path.join(home, ".config", "autostart", "recollect.desktop"), "utf8");
  expect(text).toMatch(/^\[Desktop Entry\]\n/);
  expect(text).toContain(String.raw`Exec="/opt/My Apps/50%% \\"off\\"/recollect" "--hidden"`);
  autostart.setEnabled(false);
  expect(autostart.isEnabled()).toBe(false);
});

it("writes the autostart file below XDG_CONFIG_HOME", () => {
  createAutostartFile({ XDG_CONFIG_HOME: path.join(home, "xdg") }, home, ["recollect"]).setEnabled(true);
  expect(readFileSync(path.join(home, "xdg", "autostart", "recollect.desktop"), "utf8")).toContain('Exec="recollect"');
});
