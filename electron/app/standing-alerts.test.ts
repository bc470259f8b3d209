import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { StandingAlerts } from "./standing-alerts.ts";

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-alerts-"));
  file = path.join(folder, "alerts.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): StandingAlerts {
  let ids = 0;
  const clock = { now: () => 0 };
  return new StandingAlerts({ file, newId: () => `alert-${++ids}`, clock, logger: quiet, onChange: () => undefined });
}

const issued = (subject: string) =>
  new RecollectError("token_issued", { subject, session: "s", at: "2026-11-22T10:00:00.000Z" });

it("keeps an alert after a restart, until it is dismissed", () => {
  const first = open();
  first.add(issued("one"));
  first.add(issued("two"));
  const second = open();
  expect(second.list().map(({ details }) => details?.subject)).toEqual(["one", "two"]);
  second.dismiss("alert-1");
  second.dismiss("unknown");
  expect(open().list()).toMatchObject([{ details: { alert: "alert-2", subject: "two" } }]);
});

it("does not add an alert that is already standing", () => {
  const first = open();
  first.add(issued("one"));
  const second = open();
  second.add(issued("one"));
  second.add(issued("two"));
  expect(second.list().map(({ details }) => details?.subject)).toEqual(["one", "two"]);
});

it("removes the oldest alert past the limit", () => {
  const alerts = open();
  for (let count = 1; count <= 21; count++) alerts.add(issued(`client ${count}`));
  expect(alerts.list()).toHaveLength(20);
  expect(alerts.list()[0]?.details?.subject).toBe("client 2");
});

it("shows an alert that cannot be saved, and starts with a damaged file", () => {
  mkdirSync(file);
  const unwritable = open();
  unwritable.add(issued("one"));
  expect(unwritable.list()).toHaveLength(1);
  rmSync(file, { recursive: true });
  writeFileSync(file, '[{"message":');
  expect(open().list()).toEqual([]);
  writeFileSync(file, '[null,{"message":1},{"message":"x"}]');
  expect(open().list()).toEqual([]);
});
