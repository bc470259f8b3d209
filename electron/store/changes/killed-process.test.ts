import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { memoryAt, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, Replica, SHARED, synchronise } from "./testing/replica.ts";

const PROGRAM = join(import.meta.dirname, "testing", "syncing-process.ts");
const MEMORIES = 300;

/** Starts a process that applies and makes changes, and kills it after a number of acknowledgements. */
async function runUntilKilled(args: readonly string[], acknowledgements: number): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line can be cut off.
    if (/^(captured|updated) \d{7}$/.test(line)) acknowledged.push(line);
    if (acknowledged.length === acknowledgements) child.kill("SIGKILL");
  }
  await closed;
  expect(child.signalCode).toBe("SIGKILL");
  return acknowledged;
}

it("loses no acknowledged change, and repeats none, when the process is killed while it applies and makes changes", async () => {
  const [one, other] = [new Replica(await temporaryFolder(), 1), new Replica(await temporaryFolder(), 2)];
  for (const replica of [one, other]) {
    await replica.open();
    onTestFinished(() => replica.close());
    await replica.join();
  }
  for (let number = 1; number <= MEMORIES; number++) {
    await one.store.memories.insert(memoryAt(number, { domain: SHARED, content: `sent ${number}` }));
  }
  const exchange = new Exchange();
  await exchange.publish(one);
  const acknowledged: string[] = [];
  const file = join(one.folder, "entries.json");
  for (const count of [3, 12, 31]) {
    const missing = [...(await exchange.missing(other)).values()].flat();
    writeFileSync(file, JSON.stringify(missing));
    await other.close();
    acknowledged.push(...(await runUntilKilled([other.folder, "2", file], count)));
    await other.open();
  }
  await synchronise([one, other], exchange);
  expect(await other.state()).toEqual(await one.state());
  const bodies = one.query<{ body: string }>("SELECT body FROM entries").map(({ body }) => body);
  const contents = new Set(bodies.map((body) => JSON.parse(body).fields.content));
  expect(acknowledged.filter((content) => !contents.has(content))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(46);
  const sent = (await other.state()).filter(({ memory }) => memory.content.startsWith("sent "));
  expect(sent).toHaveLength(MEMORIES);
  for (const replica of [one, other]) expect(await replica.store.integrity()).toBeNull();
});
