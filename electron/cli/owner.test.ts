import { chmodSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { openCommandLine, openServedCommandLine } from "./testing/command-line.ts";

it("shows the state, waiting decisions and the next commands without a command", async () => {
  const { run } = await openServedCommandLine();
  expect((await run([])).out).toMatch(/0 memories in 0 projects\.[\s\S]*recollect setup[\s\S]*recollect add/);
  await run(["add", "Deploys run on Fridays", "-p", "acme/web"]);
  await run(["import", "-", "--inbox"], { input: '{"content": "Waits"}' });
  const { out, code } = await run([]);
  expect(code).toBe(0);
  expect(out).toContain("1 memory in 1 project.");
  expect(out).toContain("1 memory in the inbox: recollect inbox");
  expect(out).toContain("recollect search WORDS");
  const stopped = await openCommandLine().run([]);
  expect(stopped).toMatchObject({ code: 0, out: expect.stringContaining("Recollect is not running.") });
});

it("shows the memories of today, and waiting decisions", async () => {
  const { run, json, inWindow } = await openServedCommandLine();
  await run(["add", "Deploys run on Fridays", "-p", "acme/web"]);
  const { out } = await run(["today"]);
  expect(out).toMatch(/^\d{4}-\d\d-\d\d: 1 memory\nDeploys run on Fridays +context +acme\/web +\d\d:\d\d +/);
  await inWindow("memories.delete", { references: [(await inWindow("memories.list", {})).items[0]?.id ?? ""] });
  expect((await run(["today"])).out).toMatch(
    /What happened\n {2}\d\d:\d\d {2}You moved Deploys run on Fridays in acme\/web/,
  );
  await inWindow("memories.restore", {
    references: [(await inWindow("memories.list", { trash: "only" })).items[0]?.id ?? ""],
  });
  expect(await json(["today"])).toMatchObject({ memories: [{ domain: "acme/web" }], waiting: { inbox: 0 } });
});

it("lists the messages of clients in plain words, and prints new ones as they arrive", async () => {
  const { run, runProcess, folder } = await openServedCommandLine();
  await run(["add", "Deploys run on Fridays"]);
  await expect.poll(async () => (await run(["log"])).out).toMatch(/recollect-cli +add a memory +ok/);
  expect((await run(["log", "--since", "sometime"])).code).toBe(2);
  expect((await run(["clients"])).out).not.toContain("recollect-cli");
  const stopped = new AbortController();
  const following = runProcess(["log", "--follow", "--jsonl"], { signal: stopped.signal });
  // The process starts slowly on a busy machine: memories are added until it prints one.
  const file = path.join(folder, "count");
  for (let index = 0; index < 20; index += 1) {
    await run(["add", `Memory ${index}`, "--source", file]);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  stopped.abort();
  const lines = (await following).out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number });
  const ids = lines.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
});

it("lists, prints and changes settings, and names similar ones", async () => {
  const { run, json } = await openServedCommandLine();
  expect((await run(["settings"])).out).toMatch(/^theme +system +system \| light \| dark/m);
  expect((await run(["settings", "set", "theme", "dark", "--dry-run"])).out).toContain("system → dark");
  expect((await run(["settings", "get", "theme"])).out).toBe("system\n");
  expect((await run(["settings", "set", "theme", "dark"])).out).toBe("theme: system → dark\n");
  expect((await run(["settings", "get", "theme"])).out).toBe("dark\n");
  expect(await json(["settings", "set", "personal-data", "on"])).toMatchObject({
    from: "off",
    to: "on",
    written: true,
  });
  expect(await run(["settings", "set", "theme", "drak"])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Did you mean dark?"),
  });
  expect((await run(["settings", "get", "them"])).errors).toContain("Did you mean theme?");
});

it("lists clients and changes what one may do", async () => {
  const { run, json, inWindow } = await openServedCommandLine();
  await inWindow("clients.createToken", {
    ...{ name: "nightly", access: "write", domains: null, namespaces: null, expiresAt: null },
  });
  expect((await run(["clients"])).out).toMatch(/^nightly +seen +read and write/m);
  expect((await run(["clients", "access", "nightly", "propose", "--dry-run"])).out).toContain(
    "Would change nightly: propose",
  );
  expect(await json(["clients", "show", "nightly"])).toMatchObject({ grant: { access: "write" } });
  await run(["clients", "access", "nightly", "propose"]);
  await run(["clients", "pause", "nightly"]);
  expect(await json(["clients", "show", "nightly"])).toMatchObject({ grant: { access: "propose", state: "paused" } });
  expect((await run(["clients", "resume", "nightly"])).code).toBe(0);
  expect((await run(["clients", "revoke", "nightly"])).code).toBe(2);
  expect((await run(["clients", "revoke", "nightly", "--yes"])).code).toBe(0);
  expect(await json(["clients", "show", "nightly"])).toMatchObject({ grant: { state: "revoked" } });
  expect(await run(["clients", "pause", "nighlty"])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Did you mean nightly?"),
  });
});

it("prints a fresh link to the interface, and the address of a memory", async () => {
  const { run, json } = await openServedCommandLine();
  const { memory } = await json<{ memory: { id: string } }>(["add", "Deploys run on Fridays"]);
  const first = await json<{ link: string }>(["open", "--print"]);
  const second = await run(["open", memory.id, "--print"]);
  // The tests run the application as a desktop without a window of its own.
  if (first.link === null) return expect(second.code).toBe(0);
  expect(first.link).toMatch(/#key=/);
  expect(second.out.trim()).not.toBe(first.link);
  expect(second.errors).toContain(`#/memories/all/${memory.id}`);
});

it("previews a change of a server, a client's conversations or a domain without sending it", async () => {
  const { run, json } = await openServedCommandLine();
  expect(await run(["servers", "remove", "weather", "--dry-run"])).toMatchObject({ code: 2 });
  expect(await run(["conversations", "on", "claude-code", "--dry-run"])).toMatchObject({
    code: 0,
    out: "Nothing was changed. This would be done: recollect conversations on claude-code\n",
  });
  expect(await json(["conversations", "keep", "90", "--dry-run"])).toEqual({
    would: "conversations keep 90",
    written: false,
  });
  expect((await run(["conversations", "status"])).out).toContain("State: off");
  expect((await run(["conversations", "on", "claud-code", "--dry-run"])).errors).toContain("Did you mean claude-code?");
});

it("finds problems and repairs them", async () => {
  const { run, json, folder } = await openServedCommandLine();
  interface Findings {
    readonly findings: readonly { readonly check: string; readonly state: string; readonly fixable: boolean }[];
    readonly fixed: readonly string[];
  }
  await run(["add", "Deploys run on Fridays"]);
  chmodSync(path.join(folder, "data"), 0o755);
  const found = await json<Findings>(["doctor"]);
  expect(found.findings.find(({ check }) => check === "dataFolder")).toMatchObject({ state: "warning", fixable: true });
  expect(found.findings.find(({ check }) => check === "backups")).toMatchObject({ state: "warning", fixable: true });
  expect((await run(["doctor", "--fix", "--dry-run"])).code).toBe(0);
  expect(statSync(path.join(folder, "data")).mode & 0o077).toBe(0o55);
  const repaired = await json<Findings>(["doctor", "--fix"]);
  expect(repaired.fixed.length).toBeGreaterThanOrEqual(2);
  expect(
    repaired.findings.filter(({ check }) => ["dataFolder", "backups"].includes(check)).map(({ state }) => state),
  ).toEqual(["ok", "ok"]);
  expect(statSync(path.join(folder, "data")).mode & 0o077).toBe(0);
});

it("says which program keeps Recollect from starting", async () => {
  const { json } = openCommandLine();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { findings } = await json<{ findings: { check: string; state: string; remedy: string }[] }>(["doctor"], {
    env: { RECOLLECT_PORT: String(port) },
  });
  other.close();
  expect(findings.find(({ check }) => check === "port")).toMatchObject({
    state: "error",
    remedy: expect.stringContaining(`RECOLLECT_PORT=${port + 1}`),
  });
  expect(findings.find(({ check }) => check === "application")).toMatchObject({ state: "warning" });
});

it("writes the file of undo changes for the owner only", async () => {
  const { run, folder } = await openServedCommandLine();
  await run(["add", "Text that the file does not contain"]);
  const file = path.join(folder, "data", "command-line-changes.json");
  expect(readFileSync(file, "utf8")).not.toContain("Text");
  expect(statSync(file).mode & 0o077).toBe(0);
});
