import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { ulid } from "ulid";
import { expect, it } from "vitest";
import type { Parcel } from "../carrier.ts";
import { openFolderSpace, readAll, textOf } from "../testing/test-spaces.ts";
import { createFolderSpace, FolderCarrier } from "./folder-carrier.ts";

/** What happens on the device that writes, and what the program that syncs does in between. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant("publish" as const), count: fc.integer({ min: 1, max: 9 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("maintain" as const), minutes: fc.integer({ min: 0, max: 30 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("rewrite" as const), place: fc.nat(), length: fc.nat(3) }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("sync" as const), choice: fc.infiniteStream(fc.nat(99)) }) },
  ),
  { minLength: 10, maxLength: 60 },
);

it("reads what a program that syncs brings in any order, in parts, and with deletions first", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const [here, there] = [await openFolderSpace(), await openFolderSpace()];
      let now = Date.now();
      const device = ulid();
      const writer = new FolderCarrier({ ...here, device, clock: { now: () => now } });
      const copied = { folder: there.folder, space: here.space };
      await createFolderSpace(copied.folder, copied.space);
      const reader = new FolderCarrier({ ...copied, device: ulid(), clock: { now: () => now } });
      const [source, target] = [here.folder, there.folder].map((folder) =>
        path.join(folder, here.space, "devices", device),
      );
      /** All bodies that a sequence has had: a reader may have read an earlier one. */
      const bodies: string[][] = [];
      const publish = async (count: number) => {
        const parcels = Array.from({ length: count }, (_, index) => {
          const sequence = bodies.length + index + 1;
          return { device, sequence, body: Buffer.from(`entry ${sequence}`) };
        });
        bodies.push(...parcels.map(({ body }) => [body.toString()]));
        await writer.publish(parcels);
      };
      const after = new Map<string, number>();
      const check = (parcels: readonly Parcel[]) => {
        for (const { sequence, body } of parcels) {
          expect(bodies[sequence - 1]).toContain(Buffer.from(body).toString());
          after.set(device, sequence);
        }
      };
      try {
        await writer.register(Buffer.from("Writer"));
        await mkdir(target ?? "");
        for (const step of history) {
          if (step.kind === "publish") await publish(step.count);
          else if (step.kind === "maintain") {
            now += step.minutes * 60_000;
            await writer.maintain();
          } else if (step.kind === "rewrite" && bodies.length > 0) {
            const sequence = (step.place % bodies.length) + 1;
            const body = "erased".slice(0, step.length);
            bodies[sequence - 1]?.push(body);
            await writer.rewrite([{ device, sequence, body: Buffer.from(body) }]);
          } else if (step.kind === "sync") {
            await syncInPart(source ?? "", target ?? "", step.choice);
            check(await readAll(reader, after));
          }
        }
        await rm(target ?? "", { recursive: true });
        await cp(source ?? "", target ?? "", { recursive: true });
        check(await readAll(reader, after));
        expect(after.get(device) ?? 0).toBe(bodies.length);
        const last = bodies.map((all, index) => ({ device, sequence: index + 1, body: Buffer.from(all.at(-1) ?? "") }));
        expect(textOf(await readAll(reader))).toEqual(textOf(last));
      } finally {
        await Promise.all([writer.close(), reader.close()]);
        await Promise.all([here.close(), there.close()]);
      }
    }),
    { numRuns: 25 },
  );
});

/** Copies some files, some of them only in part, and deletes some that have disappeared. */
async function syncInPart(source: string, target: string, choice: Iterator<number>): Promise<void> {
  const next = () => Number(choice.next().value);
  const [wanted, present] = [new Set(await readdir(source)), new Set(await readdir(target))];
  for (const name of present) if (!wanted.has(name) && next() < 60) await rm(path.join(target, name));
  for (const name of wanted) {
    if (next() < 50) continue;
    const bytes = await readFile(path.join(source, name));
    const isPart = next() < 20;
    await writeFile(path.join(target, name), isPart ? bytes.subarray(0, (bytes.length * next()) / 100) : bytes);
  }
}

it("joins if the program that syncs has not copied a folder without files", async () => {
  const [here, there] = [await openFolderSpace(), await openFolderSpace()];
  const records = path.join(here.space, "records");
  await cp(path.join(here.folder, records), path.join(there.folder, records), { recursive: true });
  const device = ulid();
  const clock = { now: () => Date.now() };
  const carrier = new FolderCarrier({ folder: there.folder, space: here.space, device, clock });
  try {
    await carrier.register(Buffer.from("Second"));
    await carrier.publish([{ device, sequence: 1, body: Buffer.from("entry 1") }]);
    expect(textOf(await readAll(carrier))).toHaveLength(1);
  } finally {
    await carrier.close();
    await Promise.all([here.close(), there.close()]);
  }
});
