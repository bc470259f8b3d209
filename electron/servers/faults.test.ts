import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isAlive } from "../platform/process-state.ts";
import type { Servers } from "./servers.ts";
import { faulty, program } from "./testing/definitions.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

async function add(servers: Servers, name: string, fault = "none"): Promise<string> {
  return (await servers.add(faulty(name, fault))).id;
}

const reasonOf = (reason: string) => ({ details: expect.objectContaining({ reason }) });
const stateOf = (servers: Servers, id: string) => servers.list().find((server) => server.id === id)?.state;

it("fails only the calls of a server that ends, and starts it again with the next call", async () => {
  const { servers } = openServers();
  const [dying, other] = [await add(servers, "dying"), await add(servers, "other")];
  const waiting = servers.call(dying, "silent", {});
  const died = servers.call(dying, "die", {});
  const echoes = Promise.all([1, 2, 3].map((number) => servers.call(other, "echo", { text: number })));
  await expect(died).rejects.toMatchObject({ code: "unavailable", ...reasonOf("server_ended") });
  await expect(died).rejects.toThrow("exit code 3");
  await expect(waiting).rejects.toMatchObject(reasonOf("server_ended"));
  expect((await echoes).map(({ result }) => textOf(result))).toEqual(["1", "2", "3"]);
  expect(textOf((await servers.call(dying, "echo", { text: "back" })).result)).toBe("back");
});

it("delays further starts of a server that keeps failing, and rests after five failures until it is restarted", async () => {
  let now = Date.parse("2026-11-22T10:00:00Z");
  const { servers } = openServers({ now: () => now });
  const id = await add(servers, "dying");
  const die = () => servers.call(id, "die", {});
  await expect(die()).rejects.toMatchObject(reasonOf("server_ended"));
  await expect(die()).rejects.toMatchObject(reasonOf("server_ended"));
  await expect(die()).rejects.toMatchObject(reasonOf("server_waiting"));
  expect(stateOf(servers, id)).toBe("waiting");
  for (const pause of [1_000, 2_000, 4_000]) {
    now += pause;
    await expect(die()).rejects.toMatchObject(reasonOf("server_ended"));
  }
  now += 60_000;
  await expect(die()).rejects.toMatchObject(reasonOf("server_broken"));
  expect(servers.list()).toMatchObject([{ state: "failed", problem: { code: "unavailable" } }]);
  await servers.restart(id);
  expect(textOf((await servers.call(id, "echo", { text: "back" })).result)).toBe("back");
});

it("ignores output that is not a message and shows it in the log", async () => {
  const { servers } = openServers();
  const id = await add(servers, "noisy");
  expect(textOf((await servers.call(id, "garbage", {})).result)).toBe("after garbage");
  expect(servers.log(id)).toContainEqual(expect.objectContaining({ source: "output", text: "this is not JSON" }));
});

it("ends a server that sends a message of 64 MiB, and no other", async () => {
  const { servers } = openServers();
  const [large, other] = [await add(servers, "large"), await add(servers, "other")];
  await expect(servers.call(large, "large", {})).rejects.toThrow("sent more than 16 MiB in one message");
  expect(textOf((await servers.call(other, "echo", { text: "x" })).result)).toBe("x");
});

it("cancels a call without a response, and kills a server with its children after three of them", async () => {
  const { servers } = openServers({ limits: { callTimeoutMs: 5_000 } });
  const id = await add(servers, "hanging", "stubborn");
  const child = Number(textOf((await servers.call(id, "child", {})).result));
  expect(isAlive(child)).toBe(true);
  const hang = () => expect(servers.call(id, "silent", {})).rejects.toMatchObject(reasonOf("server_call_timeout"));
  await Promise.all([hang(), hang(), hang()]);
  await expect.poll(() => isAlive(child)).toBe(false);
  await expect.poll(() => stateOf(servers, id)).toBe("stopped");
}, 300_000);

it("holds only the callers of a server that does not read, and kills it", async () => {
  const { servers } = openServers({ limits: { callTimeoutMs: 5_000 } });
  const [deaf, other] = [await add(servers, "deaf"), await add(servers, "other")];
  const { pid } = servers.list()[0] ?? {};
  await servers.call(deaf, "deaf", {});
  const large = "x".repeat(1024 * 1024);
  const held = [1, 2, 3].map(() => servers.call(deaf, "echo", { text: large }).catch((error: unknown) => error));
  expect(textOf((await servers.call(other, "echo", { text: large })).result)).toBe(large);
  for (const error of await Promise.all(held)) expect(error).toMatchObject({ code: "unavailable" });
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
  expect(textOf((await servers.call(deaf, "echo", { text: "back" })).result)).toBe("back");
}, 300_000);

it("ends the children of a server with it", async () => {
  const { servers } = openServers();
  const id = await add(servers, "parent");
  const child = Number(textOf((await servers.call(id, "child", {})).result));
  await servers.stop(id);
  await expect.poll(() => isAlive(child)).toBe(false);
});

it("notices the end of a server whose child has a process group of its own and its output", async () => {
  const { servers } = openServers();
  const id = await add(servers, "parent");
  const daemon = Number(textOf((await servers.call(id, "daemon", {})).result));
  onTestFinished(() => {
    process.kill(daemon, "SIGKILL");
  });
  await expect(servers.call(id, "die", {})).rejects.toMatchObject(reasonOf("server_ended"));
  expect(textOf((await servers.call(id, "echo", { text: "back" })).result)).toBe("back");
  await servers.stop(id);
  expect(stateOf(servers, id)).toBe("stopped");
});

it("says that a call was interrupted by a stop", async () => {
  const { servers } = openServers();
  const id = await add(servers, "stopped");
  const waiting = servers.call(id, "silent", {});
  await servers.call(id, "echo", { text: "x" });
  await servers.stop(id);
  await expect(waiting).rejects.toMatchObject(reasonOf("server_stopped"));
});

it("starts a server again for a call that comes while it is stopped for being idle", async () => {
  const { servers } = openServers({ limits: { idleMs: 1 } });
  const id = await add(servers, "idle");
  // A call at each moment of the stop, which takes some milliseconds.
  for (let pause = 0; pause < 10; pause += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    expect(textOf((await servers.call(id, "echo", { text: "here" })).result)).toBe("here");
  }
});

it("abandons a start when it is stopped, and does not count it as a failure", async () => {
  const { servers, folder } = openServers();
  const started = path.join(folder, "started");
  const slow = faulty("slow", "none", started);
  const { id } = await servers.add(slow);
  await servers.stop(id);
  writeFileSync(path.join(folder, "mute"), "");
  const call = servers.call(id, "echo", { text: "x" });
  await expect.poll(() => stateOf(servers, id)).toBe("starting");
  await servers.stop(id);
  await expect(call).rejects.toMatchObject(reasonOf("server_stopped"));
  expect(servers.list()).toMatchObject([{ state: "stopped", problem: null }]);
}, 300_000);

it("says why a server does not start, and does not add it", async () => {
  const { servers } = openServers();
  const impatient = openServers({ limits: { startTimeoutMs: 8_000 } }).servers;
  const refused = (fault: string) => servers.add(faulty("faulty", fault));
  await expect(refused("crash")).rejects.toThrow("exit code 7: The configuration is missing.");
  const crash = program("faulty", ["/no/such/file.js"]);
  await expect(servers.add(crash)).rejects.toThrow("exit code 1: Error: Cannot find module '/no/such/file.js'");
  await expect(impatient.add(faulty("faulty", "mute"))).rejects.toMatchObject(reasonOf("server_start_timeout"));
  await expect(refused("revision")).rejects.toMatchObject(reasonOf("server_revision_unknown"));
  await expect(refused("loop")).rejects.toMatchObject({ code: "conflict", ...reasonOf("server_is_recollect") });
  const missing = faulty("missing");
  const transport = { ...missing.transport, command: "/no/such/program" } as typeof missing.transport;
  await expect(servers.add({ ...missing, transport })).rejects.toThrow("ENOENT");
  expect([...servers.list(), ...impatient.list()]).toEqual([]);
}, 300_000);

it("reads the lists of a server less and less often that reports a change after each read", async () => {
  const { servers, folder } = openServers({ limits: { refreshDelayMs: 1 } });
  const reads = path.join(folder, "reads");
  const started = performance.now();
  const { id } = await servers.add(faulty("cyclic", "cyclic", reads));
  const count = () => readFileSync(reads, "utf8").trim().split("\n").length;
  await expect.poll(count).toBeGreaterThan(3);
  for (let calls = 0; calls < 500; calls += 1) await servers.call(id, "echo", { text: "x" });
  // Without a growing delay there is a read for each call. The longest delay is a second.
  expect(count()).toBeLessThan(20 + (performance.now() - started) / 500);
});

it("refuses a second server of a name, and limits the calls that wait for one", async () => {
  const { servers } = openServers({ limits: { callsAtOnce: 1, maxWaitingCalls: 2 } });
  const [id, other] = [await add(servers, "one"), await add(servers, "two")];
  await expect(servers.add(faulty("one"))).rejects.toMatchObject({ code: "conflict", field: "name" });
  const cancel = new AbortController();
  const waiting = [1, 2, 3].map(() => servers.call(id, "silent", {}, cancel.signal).catch((error: unknown) => error));
  await expect(servers.call(id, "echo", {})).rejects.toMatchObject({ code: "rate_limited" });
  expect(textOf((await servers.call(other, "echo", { text: "free" })).result)).toBe("free");
  cancel.abort();
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: "cancelled" });
  expect(textOf((await servers.call(id, "echo", { text: "free" })).result)).toBe("free");
});

it("passes a server its own secrets and named variables, and no other secret or variable of Recollect", async () => {
  const env = { PATH: process.env.PATH, RECOLLECT_TOKEN: "own", PRIVATE: "no", CHOSEN: "yes" };
  const { servers, folder } = openServers({ env });
  const one = faulty("one");
  const transport = { ...one.transport, env: { PLAIN: "1" }, inherit: ["CHOSEN"] } as typeof one.transport;
  const { id } = await servers.add({ ...one, transport, secrets: { API_KEY: "own-key" } });
  const { id: other } = await servers.add({ ...faulty("two"), secrets: { OTHER_KEY: "second-secret-value" } });
  const read = async (server: string) => JSON.parse(textOf((await servers.call(server, "environment", {})).result));
  const seen = await read(id);
  expect(seen).toMatchObject({ PLAIN: "1", CHOSEN: "yes", API_KEY: "own-key" });
  for (const name of ["PRIVATE", "RECOLLECT_TOKEN", "OTHER_KEY"]) expect(seen).not.toHaveProperty(name);
  expect(await read(other)).not.toHaveProperty("API_KEY");
  const refused = (names: Partial<typeof transport>) =>
    servers.add({ ...one, name: "three", transport: { ...transport, ...names } as typeof transport });
  await expect(refused({ inherit: ["RECOLLECT_TOKEN"] } as never)).rejects.toMatchObject({ code: "invalid_argument" });
  expect(readFileSync(path.join(folder, "servers.json"), "utf8")).not.toContain("secret-value");
});

it("has each line once in the log of a server that ends at its start", async () => {
  const { servers } = openServers();
  const code = 'console.error("Reading the key"); console.error("No key."); process.exitCode = 4';
  const failure = await servers.add(program("one", ["-e", code])).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: "one did not start: exit code 4: No key.",
    hint: "It was not added. Check its command or address.",
    details: {
      log: [
        { source: "error", text: "Reading the key" },
        { source: "error", text: "No key." },
        { source: "notice", text: "It did not start: exit code 4." },
      ],
    },
  });
});
