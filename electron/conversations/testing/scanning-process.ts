import { writeSync } from "node:fs";
import path from "node:path";
import { DEFAULT_SECRET_POLICY } from "../../core/secrets/policy.ts";
import { quantise } from "../../search/vectors/quantise.ts";
import { openConversationFile } from "../conversation-file.ts";
import { openRows } from "../conversation-rows.ts";
import { PassageRows } from "../passage-rows.ts";
import { READERS } from "../readers/registry.ts";
import { Removals } from "../removals.ts";
import { TranscriptScan } from "../transcript-scan.ts";
import { TranscriptStore } from "../transcript-store.ts";
import { SUBJECT_EMBEDDER } from "./subject-embedder.ts";

/**
 * A process that works on the conversations of a home folder until it is killed, and writes a line after each step.
 * Arguments: the folder; `scan`, `embed`, or `forget` with the ids of conversations, one of which is a step.
 */
const [home = "", work = "", ...ids] = process.argv.slice(2);
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const database = openConversationFile(path.join(home, "data", "conversations.sqlite"), Date.now(), logger);
const rows = openRows(database);

async function* scan(): AsyncGenerator<void> {
  const system = { home, env: {}, platform: process.platform };
  const store = new TranscriptStore(rows, () => ({ project: "work", name: "work", host: null }));
  const scanning = new TranscriptScan({
    readers: READERS,
    system,
    sources: rows.sources,
    store,
    now: () => Date.now(),
  });
  const rules = { excludedFolders: [], excludedProjects: [], keptSince: null, secrets: DEFAULT_SECRET_POLICY };
  await scanning.start({ clients: ["claude-code"], rules, retry: false });
  while (!(await scanning.step(1)).finished) yield;
}

async function* embed(): AsyncGenerator<void> {
  const rows = new PassageRows(database);
  const { fingerprint } = SUBJECT_EMBEDDER;
  for (let next = rows.pending(fingerprint, 8); next !== null; next = rows.pending(fingerprint, 8)) {
    const { passages, ...batch } = next;
    const embedded = await SUBJECT_EMBEDDER.embed(
      passages.map(({ text }) => text),
      "passage",
    );
    const stored = passages.flatMap((passage, index) => {
      const { vector } = embedded[index] ?? {};
      return vector === undefined ? [] : [{ ...passage, vector: quantise(vector) }];
    });
    rows.put(fingerprint, batch, stored);
    yield;
  }
}

async function* forget(): AsyncGenerator<void> {
  const removals = new Removals(rows);
  for (const session of ids) {
    await removals.forget({ session }, Date.now());
    yield;
  }
}

for await (const _ of work === "embed" ? embed() : work === "forget" ? forget() : scan()) writeSync(1, "step\n");
writeSync(1, "finished\n");
await new Promise((resolve) => setTimeout(resolve, 100_000));
