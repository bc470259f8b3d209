import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { FORMATS } from "../app/data-version.ts";
import { applicationOptions } from "../app/testing/application-options.ts";
import type { Memory } from "../core/memory.ts";
import type { ImportReport } from "../core/memory-import.ts";
import { dataFiles } from "../platform/paths.ts";
import { damagePages } from "../store/testing/damage-file.ts";
import { idAt, memoryAt, openTestStore, optionsIn, temporaryFolder } from "../store/testing/open-store.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

const MEMORIES = 150;
const READING = { env: { RECOLLECT_PROJECT: "" } };
const EDIT = { client: null, at: 1, action: "update" } as const;
const content = (number: number) => `number ${number}: ${`some detail of ${number} `.repeat(20)}`;

/** A closed store of memories, of which one was changed and one is in the trash. */
async function fill(folder: string): Promise<void> {
  const store = await openTestStore(folder);
  for (let number = 0; number < MEMORIES; number += 1) {
    await store.memories.insert(memoryAt(number, { content: content(number), tags: ["a", `t${number % 5}`] }));
  }
  await store.memories.update(idAt(3), { content: "changed", tags: ["new"] }, null, EDIT);
  await store.memories.setDeleted(idAt(4), true, null, { ...EDIT, action: "delete" });
  await store.close();
}

function idsOf(lines: string): Set<string> {
  return new Set(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as Memory).id),
  );
}

function zero(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0, from, to);
  writeFileSync(file, bytes);
}

it("exports every memory that can be read of a damaged database, and says how many it lost", async () => {
  const template = await temporaryFolder();
  await fill(template);
  const { run, folder } = await openServedCommandLine((data) => {
    mkdirSync(data, { recursive: true });
    const database = path.join(data, "memories.sqlite");
    copyFileSync(optionsIn(template).path, database);
    for (const table of ["contents", "revisions", "memory_tags"]) damagePages(database, table);
    // Else the first start of a version checks the database for its backup.
    const { version } = applicationOptions(data);
    writeFileSync(dataFiles(data).dataVersion, JSON.stringify({ version, files: FORMATS.files }));
  });
  const file = path.join(folder, "all.jsonl");
  const { code, errors } = await run(["export", "--trash", "-o", file], READING);
  expect(code).toBe(0);
  const exported = idsOf(readFileSync(file, "utf8"));
  const lost = Number(/The database is damaged: (\d+) memories could not be read/.exec(errors)?.[1]);
  expect(lost).toBeGreaterThan(0);
  expect(exported.size).toBe(MEMORIES - lost);
  expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(exported.size);
  const { out } = await run(["export", "--tag", "new"], READING);
  expect([...idsOf(out)]).toEqual([idAt(3)]);
  expect(JSON.parse(out)).toMatchObject({ content: "changed", tags: ["new"], revision: 2 });
  expect(readdirSync(path.join(folder, "data")).filter((name) => name.startsWith("backup-"))).toEqual([]);
}, 120_000);

it("imports other databases of Recollect, whatever part of them is damaged", async () => {
  const template = await temporaryFolder();
  await fill(template);
  const { json, run, folder } = await openServedCommandLine();
  const damages: readonly (readonly [string, (file: string) => void, number])[] = [
    ["a page of contents", (file) => damagePages(file, "contents"), 30],
    ["a page of revisions", (file) => damagePages(file, "revisions"), 0],
    ["a page of tags", (file) => damagePages(file, "memory_tags"), 0],
    ["the first page", (file) => zero(file, 0, 4_096), 0],
    ["the magic", (file) => zero(file, 0, 16), 0],
    ["nothing", () => undefined, 0],
  ];
  for (const [label, damage, mostLost] of damages) {
    const copy = path.join(folder, `memories.sqlite.damaged-${label.replaceAll(" ", "-")}`);
    copyFileSync(optionsIn(template).path, copy);
    damage(copy);
    const before = readFileSync(copy);
    const report = await json<ImportReport>(["import", copy], READING);
    const lost = report.leftOut.find(({ reason }) => reason === "damaged")?.count ?? 0;
    expect(report.created + report.known + lost, label).toBe(MEMORIES);
    expect(report.refused.concat(report.conflicts), label).toEqual([]);
    expect(lost, label).toBeLessThanOrEqual(mostLost);
    if (mostLost > 0) expect(lost, label).toBeGreaterThan(0);
    expect(readFileSync(copy), label).toEqual(before);
  }
  const { out } = await run(["export", "--trash"], READING);
  expect(idsOf(out).size).toBe(MEMORIES);
  const changed = JSON.parse(out.split("\n").find((line) => line.includes(idAt(3))) ?? "");
  expect(changed).toMatchObject({ content: "changed", tags: ["new"], revision: 2 });
  expect(changed.history).toHaveLength(2);
  expect(readdirSync(path.join(folder, "data")).filter((name) => name.startsWith("backup-"))).toEqual([]);
  // Its own database, and files of other programs, are refused.
  const own = await run(["import", path.join(folder, "data", "memories.sqlite")], READING);
  expect(own).toMatchObject({ code: 1, errors: expect.stringContaining("the database of this Recollect") });
  const noise = path.join(folder, "noise.sqlite");
  writeFileSync(noise, Buffer.alloc(40_000, "SQLite format 3\0".repeat(3)));
  expect(await run(["import", noise], READING)).toMatchObject({ code: 1, out: "" });
}, 240_000);
