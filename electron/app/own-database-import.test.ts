import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Memory } from "../core/memory.ts";
import type { ImportReport } from "../core/memory-import.ts";
import { dataFiles } from "../platform/paths.ts";
import { damagePages } from "../store/testing/damage-file.ts";
import { idAt, memoryAt, openTestStore, optionsIn, temporaryFolder } from "../store/testing/open-store.ts";
import { setUpApplications } from "./testing/open-application.ts";

const MEMORIES = 150;
const { folder, startFirst, ask } = setUpApplications();

it("imports a damaged database of Recollect in the window, and reports how many memories are lost", async () => {
  const template = await temporaryFolder();
  const store = await openTestStore(template);
  for (let number = 0; number < MEMORIES; number += 1) {
    const content = `number ${number}: ${`some detail of ${number} `.repeat(20)}`;
    await store.memories.insert(memoryAt(number, { content, tags: ["a"] }));
  }
  await store.memories.update(idAt(3), { tags: ["new"] }, null, { client: null, at: 1, action: "update" });
  await store.close();
  const application = await startFirst();
  const importFile = (file: string, dryRun = false) =>
    ask<ImportReport>(application, "imports.run", { path: file, dryRun });
  const damaged = path.join(folder(), "memories.sqlite.damaged-2026-01-31");
  copyFileSync(optionsIn(template).path, damaged);
  for (const table of ["contents", "revisions"]) damagePages(damaged, table);
  const before = readFileSync(damaged);
  for (const dryRun of [true, false]) {
    const report = await importFile(damaged, dryRun);
    const lost = report.leftOut.find(({ reason }) => reason === "damaged")?.count ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(report).toMatchObject({ created: MEMORIES - lost, known: 0, refused: [], conflicts: [] });
  }
  expect(readFileSync(damaged)).toEqual(before);
  const headless = path.join(folder(), "memories.sqlite.damaged-2026-02-01");
  writeFileSync(headless, readFileSync(optionsIn(template).path).fill(0, 0, 4096));
  const { created, known } = await importFile(headless);
  expect([created > 0, created + known]).toEqual([true, MEMORIES]);
  expect(await ask<Memory>(application, "memories.get", { reference: idAt(3) })).toMatchObject({
    tags: ["new"],
    revision: 2,
  });
  expect(readdirSync(folder()).filter((name) => name.startsWith("backup-"))).toEqual([]);

  await expect(importFile(dataFiles(folder()).memories)).rejects.toMatchObject({
    details: { reason: "import_own_database" },
  });
  const noise = path.join(folder(), "noise.sqlite");
  writeFileSync(noise, Buffer.alloc(40_000, "SQLite format 3\0".repeat(3)));
  await expect(importFile(noise)).rejects.toMatchObject({ details: { reason: expect.stringContaining("import_") } });
}, 120_000);
