import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTHING_WATCHED } from "../core/client-memories.ts";
import { DEFAULT_CONVERSATION_SETTINGS } from "../core/conversations.ts";
import type { Logger } from "../core/ports.ts";
import { DEFAULT_SECRET_POLICY } from "../core/secrets/policy.ts";
import type { RecollectError } from "../text/errors.ts";
import { openSettings } from "./config.ts";

let folder: string;
let file: string;
let warnings: string[];
let reported: RecollectError[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-settings-"));
  file = path.join(folder, "settings.json");
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(env: NodeJS.ProcessEnv = {}) {
  const quiet = () => undefined;
  const logger: Logger = { debug: quiet, info: quiet, error: quiet, warn: (message) => warnings.push(message) };
  reported = [];
  const report = (error: RecollectError) => reported.push(error);
  return openSettings({ file, env, clock: { now: () => 0 }, logger, report });
}

describe("settings", () => {
  it("are the defaults and write no file until a change", () => {
    expect(open().current()).toEqual({
      port: 7325,
      theme: "system",
      startAtLogin: false,
      language: "system",
      model: { kind: "bundled" },
      secrets: DEFAULT_SECRET_POLICY,
      conversations: DEFAULT_CONVERSATION_SETTINGS,
      clientMemories: NOTHING_WATCHED,
      updates: { agreed: null, checkedAt: null },
      views: [],
      dismissed: [],
      backupFolder: null,
      use: true,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keep changes and unknown fields over a restart", () => {
    writeFileSync(file, JSON.stringify({ theme: "dark", fromTheFuture: 1 }));
    open().update({ port: 8000 });
    expect(open().current()).toEqual({
      port: 8000,
      theme: "dark",
      startAtLogin: false,
      language: "system",
      model: { kind: "bundled" },
      secrets: DEFAULT_SECRET_POLICY,
      conversations: DEFAULT_CONVERSATION_SETTINGS,
      clientMemories: NOTHING_WATCHED,
      updates: { agreed: null, checkedAt: null },
      fromTheFuture: 1,
      views: [],
      dismissed: [],
      backupFolder: null,
      use: true,
    });
  });

  it("keep every legible field, and of a list every legible item, when others cannot be read", () => {
    const view = { id: "1", name: "Mine", address: "/?q=x" };
    const written = { port: 7777, theme: "purple", views: [view, { id: 2 }], fromTheFuture: 1 };
    writeFileSync(file, JSON.stringify(written));
    const { current } = open();
    expect(current()).toMatchObject({ port: 7777, theme: "system", views: [view], fromTheFuture: 1 });
    expect(reported[0]?.message).toContain("theme, views");
    const [aside = ""] = readdirSync(folder).filter((name) => name.includes(".broken-"));
    expect(JSON.parse(readFileSync(path.join(folder, aside), "utf8"))).toEqual(written);
    expect(open().current()).toMatchObject({ port: 7777, views: [view] });
    expect(reported).toEqual([]);
  });

  it("refuse invalid values and change nothing", () => {
    const settings = open();
    expect(() => settings.update({ port: 80 })).toThrow(expect.objectContaining({ field: "port" }));
    expect(settings.current().port).toBe(7325);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("are the defaults and cannot be changed while the file cannot be read", () => {
    mkdirSync(file);
    const settings = open();
    expect(settings.current().port).toBe(7325);
    expect(reported).toMatchObject([{ code: "storage", details: { reason: "record_unreadable", path: file } }]);
    expect(() => settings.update({ port: 8000 })).toThrow(file);
    expect(settings.current().port).toBe(7325);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  it("rename a damaged file without changing it, and log that", () => {
    writeFileSync(file, "{ not json");
    expect(open().current().port).toBe(7325);
    expect(warnings).toHaveLength(1);
    const [aside = ""] = readdirSync(folder);
    expect(aside).toMatch(/^settings\.json\.broken-1970/);
    expect(readFileSync(path.join(folder, aside), "utf8")).toBe("{ not json");
  });

  it("prefer RECOLLECT_PORT to the file, and refuse an invalid one", () => {
    writeFileSync(file, JSON.stringify({ port: 8000 }));
    expect(open().port()).toBe(8000);
    expect(open({ RECOLLECT_PORT: "9000" }).port()).toBe(9000);
    expect(open({ RECOLLECT_PORT: "9000" }).portIsFixed).toBe(true);
    expect(() => open({ RECOLLECT_PORT: "many" })).toThrow(/RECOLLECT_PORT is "many"/);
  });
});
