import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createEvents } from "../core/events.ts";
import { openSettings } from "../platform/config.ts";
import { createViewHandlers } from "./settings.ts";

function openIn(folder: string) {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const settings = openSettings({ file: join(folder, "settings.json"), env: {}, clock: { now: () => 0 }, logger });
  const emitted: string[] = [];
  const events = createEvents(() => undefined);
  events.on("settings.changed", () => emitted.push("settings.changed"));
  return { emitted, ...createViewHandlers({ settings, events }) };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "recollect-views-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("keeps saved views and their order over a restart and notifies every window", async () => {
  const folder = temporaryFolder();
  const views = [
    { id: "b", name: "Databases", address: "#/memories/all?tag=db" },
    { id: "a", name: "Decisions", address: "#/memories/all?namespace=decisions" },
  ];
  const first = openIn(folder);
  await first["views.replace"]({ views });
  expect(first.emitted).toEqual(["settings.changed"]);
  expect(await openIn(folder)["views.list"]({})).toEqual(views);
});

it("dismisses findings and restores them", async () => {
  const handlers = openIn(temporaryFolder());
  await handlers["health.setDismissed"]({ keys: ["secret:1", "secret:2"], dismissed: true });
  await handlers["health.setDismissed"]({ keys: ["secret:1"], dismissed: false });
  expect(await handlers["health.dismissed"]({})).toEqual(["secret:2"]);
});
