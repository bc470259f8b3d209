import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { capture, connectClient, type RunningApplication, readAll, startHeadless } from "./application-process.ts";

let folder: string;
let application: RunningApplication | null = null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recollect-durability-"));
});
afterEach(async () => {
  await application?.kill();
  await rm(folder, { recursive: true, force: true });
});

it("stores all of 160 memories that 16 clients capture at the same time", async () => {
  application = await startHeadless(folder, 0);
  const { endpoint } = application;
  const clients = await Promise.all(
    Array.from({ length: 16 }, (_, number) => connectClient(endpoint, `client-${number}`)),
  );
  const captures = clients.flatMap((client, of) =>
    Array.from({ length: 10 }, (_, number) => ({ client, content: `Client ${of} learned fact ${number}.` })),
  );
  const ids = await Promise.all(captures.map(({ client, content }) => capture(client, content)));
  expect(new Set(ids).size).toBe(160);

  // A new process reads the database on disk.
  await application.kill();
  application = await startHeadless(folder, 0);
  const stored = await readAll(await connectClient(application.endpoint, "reader"));
  expect(stored.size).toBe(160);
  expect([...stored.values()].sort()).toEqual(captures.map(({ content }) => content).sort());
}, 300_000);

it("loses no acknowledged memory when it is killed three times during captures", async () => {
  const acknowledged = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    application = await startHeadless(folder, 0);
    const { endpoint, kill } = application;
    const clients = await Promise.all([0, 1, 2, 3].map((number) => connectClient(endpoint, `client-${number}`)));
    const before = acknowledged.size;
    let killed: Promise<void> | null = null;
    await Promise.all(
      clients.map(async (client, number) => {
        for (let index = 0; killed === null; index += 1) {
          const content = `Round ${round}, client ${number}, fact ${index}.`;
          const id = await capture(client, content).catch(() => null);
          if (id !== null) acknowledged.set(id, content);
          // The process is killed while the other clients have captures in progress.
          if (acknowledged.size >= before + 40) killed ??= kill();
        }
      }),
    );
    await killed;
  }
  application = await startHeadless(folder, 0);
  const stored = await readAll(await connectClient(application.endpoint, "reader"));
  for (const [id, content] of acknowledged) expect(stored.get(id)).toBe(content);
  expect(acknowledged.size).toBeGreaterThanOrEqual(120);
}, 300_000);
