import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { RecordFile, RecordList } from "./record-file.ts";

let folder: string;
let file: string;
let logged: string[];
let reported: RecollectError[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-records-"));
  file = path.join(folder, "records.json");
  logged = [];
  reported = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = (message: string) => void logged.push(message);
const logger: Logger = { debug: log, info: log, warn: log, error: log };
const context = () => ({ clock: { now: () => 0 }, logger, report: (error: RecollectError) => reported.push(error) });
const schema = z.object({ count: z.number() });
const item = z.object({ id: z.string(), count: z.number() });

const openFile = (isShared = false) => new RecordFile({ ...context(), file, schema, empty: { count: 0 }, isShared });
const openList = (property?: string, isShared = false) =>
  new RecordList({ ...context(), file, item, keyOf: ({ id }) => id, property, isShared });

it("treats a missing file as empty, and writes a private one", () => {
  const record = openFile();
  expect(record.content).toEqual({ count: 0 });
  expect(readdirSync(folder)).toEqual([]);
  record.change(({ count }) => ({ count: count + 1 }));
  expect(openFile().content).toEqual({ count: 1 });
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  record.remove();
  expect(record.content).toEqual({ count: 0 });
  expect([logged, reported]).toEqual([[], []]);
});

it.each(['{"count":', '{"count":"many"}'])("renames a file with the damaged content %s and reports it", (text) => {
  writeFileSync(file, text);
  const record = openFile();
  expect(record.content).toEqual({ count: 0 });
  const [aside = ""] = readdirSync(folder);
  expect(aside).toBe("records.json.broken-1970-01-01T00-00-00-000Z");
  expect(readFileSync(path.join(folder, aside), "utf8")).toBe(text);
  expect(reported).toMatchObject([
    { code: "storage", details: { reason: "record_damaged", setAside: path.join(folder, aside) } },
  ]);
  expect(logged).toHaveLength(1);
  record.change(() => ({ count: 2 }));
  expect(openFile().content).toEqual({ count: 2 });
  expect(readFileSync(path.join(folder, aside), "utf8")).toBe(text);
});

it("never replaces an unreadable file, and names it when a change is refused", () => {
  mkdirSync(file);
  writeFileSync(path.join(file, "inside"), "kept");
  const record = openFile();
  expect(record.content).toEqual({ count: 0 });
  expect(() => record.change(() => ({ count: 1 }))).toThrow(file);
  expect(record.content).toEqual({ count: 0 });
  expect(readFileSync(path.join(file, "inside"), "utf8")).toBe("kept");
  expect(readdirSync(folder)).toEqual(["records.json"]);
  expect(reported).toMatchObject([{ code: "storage", details: { reason: "record_unreadable", path: file } }]);
});

it("reads a shared file on every access, and continues once it can be read", () => {
  const record = openFile(true);
  writeFileSync(file, '{"count":5}');
  record.change(({ count }) => ({ count: count + 1 }));
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ count: 6 });
  rmSync(file);
  mkdirSync(file);
  expect([record.content, record.content]).toEqual([{ count: 0 }, { count: 0 }]);
  expect(reported).toHaveLength(1);
  rmSync(file, { recursive: true });
  writeFileSync(file, '{"count":7}');
  expect(record.content).toEqual({ count: 7 });
  expect(record.failure).toBeNull();
});

it("leaves the content unchanged if it cannot be stored", () => {
  const record = openFile();
  record.change(() => ({ count: 1 }));
  rmSync(file);
  mkdirSync(path.join(file, "inside"), { recursive: true });
  expect(() => record.change(() => ({ count: 2 }))).toThrow();
  expect(record.content).toEqual({ count: 1 });
});

it.each([undefined, "records"])("keeps records in their order in an array or in the property %s", (property) => {
  const list = openList(property);
  list.put({ id: "a", count: 1 });
  list.put({ id: "b", count: 2 });
  list.put({ id: "a", count: 3 });
  list.update("b", { count: 4 });
  list.update("c", { count: 5 });
  const expected = [
    { id: "a", count: 3 },
    { id: "b", count: 4 },
  ];
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(property === undefined ? expected : { [property]: expected });
  const reopened = openList(property);
  expect(reopened.list()).toEqual(expected);
  reopened.delete("a");
  reopened.delete("c");
  expect(reopened.get("a")).toBeUndefined();
  expect(openList(property).list()).toEqual([{ id: "b", count: 4 }]);
});

it.each([undefined, "records"])("stores the readable records of a damaged list in %s", (property) => {
  const records = [{ id: "a", count: 1 }, { id: "b" }, null, { id: "c", count: 2 }];
  const text = JSON.stringify(property === undefined ? records : { [property]: records });
  writeFileSync(file, text);
  expect(openList(property).list()).toEqual([records[0], records[3]]);
  expect(reported).toHaveLength(1);
  expect(openList(property).list()).toEqual([records[0], records[3]]);
  expect(reported).toHaveLength(1);
  const [aside = ""] = readdirSync(folder).filter((name) => name.includes(".broken-"));
  expect(readFileSync(path.join(folder, aside), "utf8")).toBe(text);
});

it("reports damage in the words of its owner", () => {
  writeFileSync(file, "{");
  const damage = (setAside: string) => new RecollectError("servers_file_damaged", { setAside });
  new RecordList({ ...context(), file, item, keyOf: ({ id }) => id, damage });
  expect(reported).toMatchObject([{ details: { reason: "servers_file_damaged" } }]);
});
