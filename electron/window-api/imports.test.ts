import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { createEvents } from "../core/events.ts";
import { CLAUDE_MEM, fillClaudeMem, insert } from "../import/testing/claude-mem.ts";
import { createDatabase, MCP_MEMORY_SERVICE, testFolder } from "../import/testing/databases.ts";
import { openThreadedSource } from "../import/threaded-source.ts";
import { createImportHandlers } from "./imports.ts";

const IMPORT_WORKER = workerUrl("importWorker");
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

async function open() {
  const { service } = await openTestService();
  const home = testFolder();
  const events = createEvents((error) => {
    throw error;
  });
  const progress: { done: number; total: number | null }[] = [];
  events.on("import.progress", (payload) => progress.push(payload));
  const handlers = createImportHandlers({
    memories: service,
    machine: { env: {}, platform: "linux", home },
    openSource: (file) => openThreadedSource(file, { workerUrl: IMPORT_WORKER, logger: QUIET }),
    events,
    clock: { now: () => Date.now() },
  });
  return { service, home, handlers, progress };
}

describe("the import in the window", () => {
  it("finds memories, previews the import, and imports them into the given domain", async () => {
    const { service, home, handlers } = await open();
    expect(await handlers["imports.found"]({})).toEqual([]);
    const file = path.join(home, ".claude-mem", "claude-mem.db");
    mkdirSync(path.dirname(file));
    fillClaudeMem(createDatabase(file, CLAUDE_MEM));
    expect(await handlers["imports.found"]({})).toMatchObject([{ program: "claude-mem", path: file }]);
    const asked = { path: "~/.claude-mem", dryRun: true };
    expect(await handlers["imports.run"](asked)).toMatchObject({ created: 3, domains: [{ domain: "shop" }] });
    expect((await service.list(OWNER, { domain: "_" })).items).toEqual([]);
    const taken = { path: file, dryRun: false, projects: { shop: "acme/shop" } };
    expect(await handlers["imports.run"](taken)).toMatchObject({ created: 3, domains: [{ domain: "acme/shop" }] });
    expect(await handlers["imports.run"](asked)).toMatchObject({ created: 0, known: 3 });
  });

  it("reports its progress and stops when the caller cancels", async () => {
    const { service, home, handlers, progress } = await open();
    const file = path.join(home, "sqlite_vec.db");
    const database = createDatabase(file, MCP_MEMORY_SERVICE);
    for (let index = 0; index < 500; index += 1) {
      insert(database, "memories", { content_hash: `h${index}`, content: `Memory ${index}` });
    }
    await handlers["imports.run"]({ path: file, dryRun: true });
    expect(progress.at(-1)).toEqual({ done: 500, total: 500 });
    const stopped = handlers["imports.run"]({ path: file, dryRun: false }, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect((await service.list(OWNER, { domain: "_" })).items).toEqual([]);
  });

  it("refuses a relative path and an invalid domain", async () => {
    const { handlers, home } = await open();
    const run = handlers["imports.run"];
    await expect(run({ path: "notes", dryRun: true })).rejects.toMatchObject({ field: "path" });
    await expect(run({ path: home, dryRun: true, projects: { a: "org" } })).rejects.toMatchObject({
      field: "projects",
    });
  });
});
