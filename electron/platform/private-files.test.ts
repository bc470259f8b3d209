import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dataFiles } from "./paths.ts";
import { makeFilesPrivate } from "./private-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-private-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;

it.runIf(process.platform !== "win32")("restricts the mode of databases, backups and logs, and of nothing else", () => {
  const files = dataFiles(folder);
  mkdirSync(files.backups);
  mkdirSync(files.logs);
  const ours = [files.memories, `${files.memories}-wal`, `${files.requests}-shm`, path.join(files.backups, "a.sqlite")];
  const note = path.join(folder, "note.txt");
  for (const file of [...ours, note]) {
    writeFileSync(file, "");
    chmodSync(file, 0o644);
  }
  chmodSync(folder, 0o755);
  makeFilesPrivate(files, process.platform);
  expect(ours.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600]);
  expect([files.backups, files.logs].map(modeOf)).toEqual([0o700, 0o700]);
  expect([note, folder].map(modeOf)).toEqual([0o644, 0o755]);
});

it.runIf(process.platform !== "win32")("makes the log folder private, and does not follow a link", () => {
  const files = dataFiles(folder);
  const target = path.join(folder, "target");
  mkdirSync(target);
  chmodSync(target, 0o755);
  symlinkSync(target, files.backups);
  const before = process.umask(0);
  try {
    makeFilesPrivate(files, process.platform);
  } finally {
    process.umask(before);
  }
  expect(modeOf(files.logs)).toBe(0o700);
  expect(modeOf(target)).toBe(0o755);
});

it("accepts a new data folder", () => {
  expect(() => makeFilesPrivate(dataFiles(path.join(folder, "new")), process.platform)).not.toThrow();
});
