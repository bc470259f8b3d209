import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { createMemoryCore, openStore } from "../app/memory-core.ts";
import { temporaryHome, writeMemory } from "../app/testing/test-client-memories.ts";
import { OWNER } from "../core/caller.ts";
import { createEvents } from "../core/events.ts";
import { createRandom } from "../search/testing/random-vectors.ts";
import { SILENT } from "../store/testing/open-store.ts";

const FILES = 120;
const KILLS = 6;
const { integer } = createRandom(1);

/** Starts a scan in a process, and kills it after this many proposals, or when the scan has ended. */
async function scanUntilKilled(home: string, proposals: number): Promise<void> {
  const program = path.join(import.meta.dirname, "..", "app", "testing", "scanning-process.ts");
  const child = spawn(process.execPath, [program, home], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen += text.split("\n").length - 1;
    if (seen >= proposals || text.includes("finished")) child.kill("SIGKILL");
  });
  await closed;
  expect(child.signalCode).toBe("SIGKILL");
}

it("loses and doubles nothing when the process is killed during scans at random moments", {
  timeout: 300_000,
}, async () => {
  const home = temporaryHome();
  for (let file = 0; file < FILES; file++) writeMemory(home, `file-${file}`, `Fact ${file}, first.`);
  for (let kill = 0; kill < KILLS; kill++) {
    // Half of the files change while their first texts wait, or are not read yet.
    if (kill === KILLS / 2) {
      for (let file = 0; file < FILES; file += 2) writeMemory(home, `file-${file}`, `Fact ${file}, second.`);
    }
    await scanUntilKilled(home, 1 + integer(40));
  }
  await scanUntilKilled(home, Number.POSITIVE_INFINITY);
  const data = path.join(home, "data");
  const clock = { now: () => Date.now() };
  const events = createEvents((error) => {
    throw error;
  });
  const store = await openStore({
    path: path.join(data, "memories.sqlite"),
    backupFolder: path.join(data, "backups"),
    clock,
    logger: SILENT,
  });
  const core = createMemoryCore(store, { clock, events, logger: SILENT });
  const { items } = await core.service.inbox.list(OWNER, "waiting", 200);
  await core.close();
  await store.close();
  const expected = Array.from({ length: FILES }, (_, file) => {
    return `# file-${file}\n\nFact ${file}, ${file % 2 === 0 ? "second" : "first"}.`;
  });
  expect(items.map(({ memory }) => memory.content).sort()).toEqual(expected.sort());
});
