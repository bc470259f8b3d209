import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ListedSpace, SyncState } from "../core/spaces.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { createSpaceAlerts } from "./open-spaces.ts";
import { StandingAlerts } from "./standing-alerts.ts";

const MINUTE_MS = 60_000;

function setUp() {
  let ids = 0;
  let now = 0;
  const newId = () => {
    ids += 1;
    return String(ids);
  };
  const clock = { now: () => now };
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-alerts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "alerts.json");
  const alerts = new StandingAlerts({ file, newId, clock, logger: SILENT, onChange: () => undefined });
  const check = createSpaceAlerts(alerts, clock);
  return {
    alerts,
    shown: () => alerts.list().map(({ details }) => details?.id),
    /** Lets time pass, then checks spaces with these states; their ids are their places. */
    after(minutes: number, ...states: readonly SyncState[]) {
      now += minutes * MINUTE_MS;
      check(states.map((state, index) => spaceIn(state, String(index))));
    },
  };
}

function spaceIn(state: SyncState, id: string): ListedSpace {
  const error = toErrorBody(new RecollectError("space_passphrase_changed", {}));
  const sync = { state, progress: null, error, lastSyncAt: null, retryAt: null, problems: [] };
  const device = { id: "device", name: "laptop" };
  const counts = { published: 0, unpublished: 0, conflicts: 0 };
  const lists = { domains: [], offeredDomains: [], devices: [] };
  const flags = { isLeaving: false, isEncrypted: true, joinedAt: "", role: null, carrier: null };
  return { id, name: `space ${id}`, device, ...counts, ...lists, ...flags, sync };
}

it("alerts of a space that has been stopped for ten minutes, once, until it is synchronised", () => {
  const { after, shown, alerts } = setUp();
  after(0, "stopped", "current");
  after(9, "stopped", "current");
  expect(shown()).toEqual([]);
  after(1, "stopped", "current");
  after(5, "stopped", "current");
  expect(shown()).toEqual(["0"]);
  expect(alerts.list()[0]?.message).toMatch(/^The space space 0 has not been synchronised.*passphrase/);
  after(1, "working", "current");
  expect(shown()).toEqual(["0"]);
  after(1, "current", "stopped");
  expect(shown()).toEqual([]);
});

it("does not repeat an alert that the owner dismissed", () => {
  const { after, shown, alerts } = setUp();
  after(0, "stopped");
  after(10, "stopped");
  alerts.dismiss("1");
  after(10, "stopped");
  expect(shown()).toEqual([]);
  after(0, "paused");
  after(0, "stopped");
  after(10, "stopped");
  expect(shown()).toEqual(["0"]);
  after(0);
  expect(shown()).toEqual([]);
});

it("alerts of a carrier that could not be reached for a day", () => {
  const { after, shown } = setUp();
  after(0, "waiting");
  after(23 * 60, "waiting");
  after(1, "working");
  expect(shown()).toEqual([]);
  after(60, "waiting");
  expect(shown()).toEqual(["0"]);
});
