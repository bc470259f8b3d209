/**
 * `npm run bench changes [-- --captures 1500] [--rounds 5] [--memories 10000]`: what the change log of spaces costs. Captures
 * through the service outside and inside a shared domain, in turns, in processor time, which does not depend on other
 * programs. Then the first sync of a device from another one in the same process, and the size of its changes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deflateSync } from "node:zlib";
import { ulid } from "ulid";
import { createMemoryCore, openStore } from "../electron/app/memory-core.ts";
import { FULL_GRANT } from "../electron/core/caller.ts";
import { createEvents } from "../electron/core/events.ts";
import type { Logger } from "../electron/core/ports.ts";
import { DEFAULT_SECRET_POLICY } from "../electron/core/secrets/policy.ts";
import { contentOf } from "./http/contents.ts";
import { median } from "./support/statistics.ts";

const { values } = parseArgs({
  options: {
    captures: { type: "string", default: "1500" },
    rounds: { type: "string", default: "5" },
    memories: { type: "string", default: "10000" },
  },
});
const captures = Number(values.captures);
const DOMAIN = "acme/shop";
const AT_ONCE = 16;
const WARM_UP = 500;
const BATCH_BYTES = 1_000_000;
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const clock = { now: () => Date.now() };

async function openDevice(folder: string, name: string) {
  const path = join(folder, `${name}.sqlite`);
  const store = await openStore({ path, backupFolder: join(folder, "backups"), clock, logger: SILENT });
  const core = createMemoryCore(store, { clock, events: createEvents(console.error), logger: SILENT });
  const caller = {
    subject: "claude-code",
    client: { name: "claude-code", version: "1" },
    project: null,
    sessionId: null,
    grant: FULL_GRANT,
  };
  let next = 0;
  async function capture(count: number): Promise<void> {
    for (const end = next + count; next < end; ) {
      const batch = Array.from({ length: Math.min(AT_ONCE, end - next) }, () => {
        const number = next;
        next += 1;
        return core.service.capture(caller, { ...contentOf(number), domain: DOMAIN });
      });
      await Promise.all(batch);
    }
  }
  const joinSpace = (id: string) =>
    store.changes.addSpace({ id, name: "team", deviceId: ulid(), deviceName: name, domains: [DOMAIN] });
  const close = async () => {
    await core.close();
    await store.close();
  };
  return { changes: store.changes, capture, joinSpace, close };
}

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "recollect-changes-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the processor time and the duration of some work, in milliseconds. */
async function spend(work: () => Promise<void>): Promise<{ readonly processor: number; readonly wall: number }> {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1000, wall: performance.now() - started };
}

/** Returns the processor time of one capture. */
const measureCaptures = (isShared: boolean): Promise<number> =>
  inFolder(async (folder) => {
    const device = await openDevice(folder, "one");
    if (isShared) await device.joinSpace(ulid());
    await device.capture(WARM_UP);
    const { processor } = await spend(() => device.capture(captures));
    await device.close();
    return processor / captures;
  });

const outside: number[] = [];
const inside: number[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  outside.push(await measureCaptures(false));
  inside.push(await measureCaptures(true));
}
const added = (median(inside) / median(outside) - 1) * 100;
console.log("| captures | processor time each | limit |\n|---|---|---|");
console.log(`| outside a space | ${median(outside).toFixed(3)} ms | – |`);
console.log(`| in a shared domain | ${median(inside).toFixed(3)} ms (${added.toFixed(0)} % more) | 10 % more |`);

await inFolder(async (folder) => {
  const [one, other] = [await openDevice(folder, "one"), await openDevice(folder, "other")];
  const space = ulid();
  await one.capture(Number(values.memories));
  for (const device of [one, other]) await device.joinSpace(space);
  const sharing = await spend(() =>
    one.changes.shareExisting(space, false, { client: null, at: clock.now() }, () => undefined),
  );
  const sizes = { changes: 0, bytes: 0, compressed: 0 };
  const sync = await spend(async () => {
    for (;;) {
      const entries = await one.changes.outgoing(space, BATCH_BYTES);
      const last = entries.at(-1);
      if (last === undefined) return;
      for (const { body } of entries) {
        sizes.changes += 1;
        sizes.bytes += Buffer.byteLength(body);
        sizes.compressed += deflateSync(body).length;
      }
      await other.changes.apply(space, entries, DEFAULT_SECRET_POLICY, () => undefined);
      await one.changes.setPublished(space, last.device, last.sequence);
    }
  });
  for (const device of [one, other]) await device.close();
  const { changes, bytes, compressed } = sizes;
  console.log(`\n| first sync of ${changes} memories | processor time | duration |\n|---|---|---|`);
  for (const [name, { processor, wall }] of Object.entries({ "writing the changes": sharing, "applying them": sync })) {
    console.log(`| ${name} | ${(processor / 1000).toFixed(1)} s | ${(wall / 1000).toFixed(1)} s |`);
  }
  const each = `${(bytes / changes).toFixed(0)} bytes, compressed ${(compressed / changes).toFixed(0)}`;
  console.log(`\nOne change: ${each} (limit: 2048).`);
});
