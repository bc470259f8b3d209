import { readFileSync, writeSync } from "node:fs";
import type { LoggedEntry } from "../../../core/replication/entry.ts";
import { DEFAULT_SECRET_POLICY } from "../../../core/secrets/policy.ts";
import { memoryAt } from "../../testing/open-store.ts";
import { Replica, SHARED, SPACE, ulidAt } from "./replica.ts";

/**
 * A process that applies the changes in a file and changes memories of its own until it is killed. It writes the
 * content of each acknowledged change to its output. Arguments: the folder, the number of the replica, the file.
 */
const [folder = "", number = "0", file = ""] = process.argv.slice(2);
const replica = await new Replica(folder, Number(number)).open();
const { memories, changes } = replica.store;
const entries: LoggedEntry[] = JSON.parse(readFileSync(file, "utf8"));
const own = Number(number) * 1_000_000 + (await memories.counts()).memories;

async function changeForever(start: number): Promise<void> {
  for (let count = start; ; count += 2) {
    const id = ulidAt("N", count);
    await memories.insert(memoryAt(1, { id, domain: SHARED, content: `captured ${count}` }));
    writeSync(1, `captured ${count}\n`);
    const edit = { client: null, at: replica.now(), action: "update" } as const;
    await memories.update(id, { content: `updated ${count}` }, null, edit);
    writeSync(1, `updated ${count}\n`);
  }
}

await Promise.all([
  changes.apply(SPACE, entries, DEFAULT_SECRET_POLICY, () => undefined),
  changeForever(own),
  changeForever(own + 1),
]);
