import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { createMemoryCore, openStore } from "../../electron/app/memory-core.ts";
import { OWNER } from "../../electron/core/caller.ts";
import { createEvents } from "../../electron/core/events.ts";
import { Journal } from "./journal.ts";
import { Report } from "./report.ts";
import { verifyDatabase } from "./verify.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** A closed database with three revisions of one memory and one memory in the trash, and the journal of its writes. */
async function prepare(): Promise<{ file: string; folder: string; journal: Journal; ids: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "memories.sqlite");
  const clock = { now: Date.now };
  const store = await openStore({ path: file, backupFolder: path.join(folder, "backups"), clock, logger: SILENT });
  const { service } = createMemoryCore(store, { clock, events: createEvents(() => {}), logger: SILENT });
  const journal = new Journal();
  const capture = async (content: string) => {
    const { memory } = await service.capture(OWNER, { content, tags: ["one", "two"] });
    journal.acknowledge({ id: memory.id, revision: 1, action: "capture", content });
    return memory.id;
  };
  const kept = await capture("A kept memory.");
  for (const content of ["A changed memory.", "A memory that was changed again."]) {
    const { revision } = await service.update(OWNER, kept, { content });
    journal.acknowledge({ id: kept, revision, action: "update", content });
  }
  journal.own({
    id: kept,
    revision: 3,
    content: "A memory that was changed again.",
    deleted: false,
    supersededBy: null,
  });
  const deleted = await capture("A deleted memory.");
  await service.delete(OWNER, deleted);
  journal.acknowledge({ id: deleted, revision: 2, action: "delete", content: "A deleted memory." });
  journal.own({ id: deleted, revision: 2, content: "A deleted memory.", deleted: true, supersededBy: null });
  await store.close();
  return { file, folder, journal, ids: [kept, deleted] };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function violationsOf({ file, folder, journal }: Prepared): string[] {
  const violations: string[] = [];
  verifyDatabase(file, folder, journal, new Report((line) => violations.push(line)));
  return violations;
}

it("finds nothing wrong in a database that has every acknowledged write", async () => {
  expect(violationsOf(await prepare())).toEqual([]);
});

it.each([
  ["a lost revision", "DELETE FROM revisions WHERE revision = 3", /acknowledged update is lost/],
  ["a gap in the revisions", "DELETE FROM revisions WHERE revision = 2", /revisions with gaps/],
  ["a lost memory", "DELETE FROM memories WHERE deleted_at IS NULL", /A memory is missing/],
  ["a changed content", "UPDATE contents SET content = 'Something else.'", /A content that nobody sent/],
  ["a lost delete", "UPDATE memories SET deleted_at = NULL", /differs from its last acknowledged state/],
  ["a wrong counter", "UPDATE facet_counts SET memories = memories + 1", /facet counts/],
  ["a wrong counter of tags", "DELETE FROM tag_counts", /tag counts/],
  ["a missing text index", "DELETE FROM text_index WHERE rowid = 1", /memories without text index/],
  [
    "a lost earlier content",
    "UPDATE revisions SET content = NULL WHERE revision = 1",
    /replaced contents that are lost/,
  ],
])("finds %s", async (_name, statement, violation) => {
  const prepared = await prepare();
  const database = new Database(prepared.file);
  database.exec(statement);
  database.close();
  expect(violationsOf(prepared).join("\n")).toMatch(violation);
});

it("finds a content that is stored twice, though it was refused", async () => {
  const prepared = await prepare();
  prepared.journal.attempt("A changed memory.");
  prepared.journal.refuse("A changed memory.");
  prepared.journal.acknowledge({ id: prepared.ids[0] ?? "", revision: 9, action: "update", content: "Never stored." });
  const database = new Database(prepared.file);
  database.exec(`UPDATE contents SET content = 'A changed memory.' WHERE memory_row = 2`);
  database.close();
  const violations = violationsOf(prepared).join("\n");
  expect(violations).toContain("A content is stored 2 times");
  expect(violations).toContain("A refused content is stored");
  expect(violations).toContain("An acknowledged content is missing");
});
