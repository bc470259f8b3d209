import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Application, type ApplicationOptions, startApplication } from "./app.ts";
import { RecollectError } from "./core/errors.ts";
import type { MemoryChange } from "./core/events.ts";
import type { Memory } from "./core/memory.ts";
import { type Endpoint, readEndpoint } from "./platform/endpoint-file.ts";
import { dataFiles } from "./platform/paths.ts";
import { resourcePaths } from "./platform/resources.ts";
import type { BridgeEvent, ConnectionPreview, KnownClient, MethodResult } from "./window-api/contract.ts";

let folder: string;
let started: Application[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-app-"));
  started = [];
});
afterEach(async () => {
  for (const application of started) await application.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(changes: Partial<ApplicationOptions> = {}): Promise<Application | null> {
  const unavailable = async () => {
    throw new RecollectError("unavailable", "no_desktop_for_page", {});
  };
  const application = await startApplication({
    host: "headless",
    files: dataFiles(folder),
    env: { RECOLLECT_PORT: "0" },
    platform: process.platform,
    home: folder,
    version: "1.2.3",
    // A folder without a model: search is by words.
    resources: {
      ...resourcePaths(folder),
      requestLogWorker: path.join(import.meta.dirname, "requests", "log-worker.ts"),
    },
    shim: { command: "recollect-shim", args: [], env: {} },
    actions: {
      openDataFolder: unavailable,
      openExternal: unavailable,
      chooseFolder: unavailable,
      chooseFile: unavailable,
      openDeepLink: unavailable,
    },
    startCommand: null,
    loginItem: null,
    keychain: null,
    ifDamaged: "ask",
    ...changes,
  });
  if (application !== null) started.push(application);
  return application;
}

async function startFirst(changes: Partial<ApplicationOptions> = {}): Promise<Application> {
  const application = await start(changes);
  if (application === null) throw new Error("The data folder is owned by another.");
  return application;
}

function endpoint(): Endpoint {
  const found = readEndpoint(dataFiles(folder).endpoint);
  if (found === null) throw new Error("There is no endpoint.");
  return found;
}

async function ask<T>(application: Application, method: string, input: unknown = {}): Promise<T> {
  const result = (await application.dispatch(method, input)) as MethodResult<T>;
  if (!result.ok) throw Object.assign(new Error(result.error.message), result.error);
  return result.value;
}

async function callTool(name: string, args: unknown): Promise<{ memory: Memory }> {
  const { url, token } = endpoint();
  const response = await fetch(new URL(`/tools/${name}`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "user-agent": "a-script/1.0" },
    body: JSON.stringify(args),
  });
  return (await response.json()) as { memory: Memory };
}

/** The standing alerts, by their reason. */
async function alertsOf(application: Application, reason: string) {
  const { alerts } = await application.status();
  return alerts.filter(({ details }) => details?.reason === reason);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the application with damaged files", () => {
  it("reports a missing key of clients' tokens, offers a new one, and creates it only on request", async () => {
    const first = await startFirst();
    await ask(first, "clients.createToken", {
      name: "script",
      access: "write",
      domains: null,
      namespaces: null,
      expiresAt: null,
    });
    await first.stop();
    const key = dataFiles(folder).folder;
    rmSync(path.join(key, "token.key"));
    const second = await startFirst();
    await expect
      .poll(async () => (await second.status()).alerts.map(({ message }) => message).join())
      .toMatch(/token\.key/);
    expect(await ask(second, "secrets.status")).toMatchObject({ problem: "missing" });
    expect(existsSync(path.join(key, "token.key"))).toBe(false);
    expect(await ask(second, "secrets.replaceKey")).toMatchObject({ problem: null });
    expect((await second.status()).alerts).toEqual([]);
  });

  it("reports settings that could not be read, until the owner dismisses it", async () => {
    writeFileSync(dataFiles(folder).settings, JSON.stringify({ theme: "purple", language: "zh-CN" }));
    const application = await startFirst();
    const [alert] = (await application.status()).alerts;
    expect(alert?.message).toContain("theme");
    expect(application.language()).toBe("zh-CN");
    await ask(application, "app.dismissAlert", { alert: alert?.details?.alert });
    expect((await application.status()).alerts).toEqual([]);
  });
});

describe("the application", () => {
  it("names a project on another host with that host, and alerts the owner once", async () => {
    const application = await startFirst();
    const { url, token } = endpoint();
    const projectOn = async (host: string) => {
      const response = await fetch(new URL("/tools/memory_status", url), {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "recollect-project": "acme/app",
          "recollect-project-host": host,
        },
        body: "{}",
      });
      return ((await response.json()) as { project: string }).project;
    };
    expect(await projectOn("github.com")).toBe("acme/app");
    expect(await alertsOf(application, "project_on_other_host")).toEqual([]);
    for (let count = 0; count < 2; count += 1) expect(await projectOn("evil.example")).toBe("evil.example/acme/app");
    expect(await alertsOf(application, "project_on_other_host")).toMatchObject([
      {
        details: { name: "acme/app", host: "evil.example", boundHost: "github.com", project: "evil.example/acme/app" },
      },
    ]);
    const listed = async () =>
      (await ask<{ project: string | null }[]>(application, "clients.list")).map(({ project }) => project);
    await expect.poll(listed, { timeout: 10_000 }).toContain("evil.example/acme/app");
    await application.stop();
    await startFirst();
    expect(JSON.parse(readFileSync(dataFiles(folder).projectHosts, "utf8"))).toMatchObject({
      "acme/app": "github.com",
    });
  });

  it("serves, writes its endpoint file, and removes it when it stops", async () => {
    const application = await startFirst();
    const { url, port, pid, version } = endpoint();
    expect({ pid, version }).toEqual({ pid: process.pid, version: "1.2.3" });
    expect(await application.status()).toMatchObject({
      serving: "serving",
      problem: null,
      url,
      port,
      host: "headless",
    });
    expect((await fetch(new URL("/health", url))).ok).toBe(true);
    await application.stop();
    await application.stop();
    expect(existsSync(dataFiles(folder).endpoint)).toBe(false);
    await expect(fetch(new URL("/health", url))).rejects.toThrow();
  });

  it("removes the temporary files of processes that were killed, and no other", async () => {
    const leftover = path.join(folder, "endpoint.json.0123abcd.tmp");
    const other = path.join(folder, "notes.tmp");
    for (const file of [leftover, other]) writeFileSync(file, "{");
    await startFirst();
    expect(existsSync(leftover)).toBe(false);
    expect(existsSync(other)).toBe(true);
  });

  it("does not start on a data folder in use, and starts once its owner has stopped", async () => {
    const first = await startFirst();
    expect(await start()).toBeNull();
    await first.stop();
    expect(await start()).not.toBeNull();
  });

  it("shows a client's capture in the window, and the window's change to the client", async () => {
    const application = await startFirst();
    const received: BridgeEvent[] = [];
    application.feed.subscribe((event) => received.push(event));
    const { memory } = await callTool("capture_memory", { content: "Use PostgreSQL for orders" });
    const changes = () =>
      received.filter((event) => event.name === "memories.changed").flatMap(({ payload }) => payload);
    await expect.poll(changes).toMatchObject([{ kind: "captured", id: memory.id } satisfies Partial<MemoryChange>]);

    const input = { reference: memory.id, content: "Use PostgreSQL 18 for orders", expectedRevision: 1 };
    expect(await ask<Memory>(application, "memories.update", input)).toMatchObject({ revision: 2 });
    expect(await callTool("get_memory", { id: memory.id })).toMatchObject({ memory: { content: input.content } });
    await expect(ask(application, "memories.update", input)).rejects.toMatchObject({ code: "conflict" });

    await expect
      .poll(async () => (await ask<{ items: unknown[] }>(application, "requests.list")).items)
      .toHaveLength(2);
    expect(await ask(application, "clients.list")).toMatchObject([
      { name: "a-script", capturesToday: 1, connected: false },
    ]);
  });

  it("changes all of many memories, or none", async () => {
    const application = await startFirst();
    const { memory } = await callTool("capture_memory", { content: "One" });
    const references = [memory.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"];
    await expect(ask(application, "memories.delete", { references })).rejects.toMatchObject({ code: "not_found" });
    expect(await ask(application, "memories.counts")).toMatchObject({ memories: 1, trash: 0 });
    await ask(application, "memories.delete", { references: [memory.id] });
    expect(await ask(application, "memories.counts")).toMatchObject({ memories: 0, trash: 1 });
    expect(await ask(application, "memories.purge", { references: "trash" })).toEqual({ purged: 1 });
  });

  it("refuses clients while it is paused and serves them after a resume", async () => {
    const application = await startFirst();
    expect(await ask(application, "app.setServing", { serving: false })).toMatchObject({ serving: "paused" });
    expect(await callTool("memory_status", {})).toMatchObject({ error: { code: "unavailable" } });
    await ask(application, "app.setServing", { serving: true });
    expect(await callTool("memory_status", {})).toMatchObject({ counts: { memories: 0 } });
  });

  it("keeps its signing key and settings over a restart, and issues a new owner token", async () => {
    const first = await startFirst();
    const { token } = endpoint();
    await ask(first, "clients.configurations");
    const key = readFileSync(path.join(folder, "token.key"), "utf8");
    await ask(first, "settings.update", { theme: "dark" });
    await first.stop();
    const second = await startFirst();
    expect(second.theme()).toBe("dark");
    expect(readFileSync(path.join(folder, "token.key"), "utf8")).toBe(key);
    expect(endpoint().token).not.toBe(token);
  });

  it("changes the port of a desktop at once, and of a headless host at the next start", async () => {
    const [first, free, next] = [await freePort(), await freePort(), await freePort()];
    writeFileSync(dataFiles(folder).settings, JSON.stringify({ port: first }));
    const desktop = await startFirst({ host: "desktop", env: {} });
    const before = endpoint();
    expect(before.port).toBe(first);
    expect(await ask(desktop, "settings.update", { port: free })).toMatchObject({ port: free, restartNeeded: false });
    expect(endpoint().port).toBe(free);
    await expect(fetch(new URL("/health", before.url))).rejects.toThrow();
    expect(await callTool("memory_status", {})).toMatchObject({ counts: { memories: 0 } });
    await desktop.stop();

    const headless = await startFirst({ env: {} });
    expect(await ask(headless, "settings.update", { port: next })).toMatchObject({ port: next, restartNeeded: true });
    expect(endpoint().port).toBe(free);
  });

  it("serves the interface only on a headless host", async () => {
    const headless = await startFirst();
    const link = new URL(headless.newInterfaceLink());
    expect(link.port).toBe(String(endpoint().port));
    const redeem = () =>
      fetch(new URL("/interface/sessions", link), {
        method: "POST",
        headers: { origin: link.origin },
        body: JSON.stringify({ key: link.hash.replace("#key=", "") }),
      });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBe(401);
    await headless.stop();
    await startFirst({ host: "desktop" });
    expect((await fetch(new URL("/", endpoint().url))).status).toBe(404);
  });

  it("raises an alert for a token that a browser session created, until the owner dismisses it", async () => {
    const first = await startFirst();
    const link = new URL(first.newInterfaceLink());
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(new URL(path, link), {
        method: "POST",
        headers: { origin: link.origin, ...headers },
        body: JSON.stringify(body),
      });
    const session = await post("/interface/sessions", { key: link.hash.replace("#key=", "") });
    const { id, secret } = (await session.json()) as { id: string; secret: string };
    expect(await ask(first, "browserSessions.list")).toMatchObject([{ id }]);
    const input = { name: "thief", access: "write", domains: null, namespaces: null, expiresAt: null };
    const headers = { "recollect-session-secret": secret };
    const created = await post("/interface/invoke", { method: "clients.createToken", input }, headers);
    expect(await created.json()).toMatchObject({ ok: true });
    await first.stop();

    const second = await startFirst();
    const [alert] = (await second.status()).alerts;
    expect(alert?.message).toContain("A browser session created or renewed the token of thief");
    expect(await ask(second, "app.dismissAlert", { alert: alert?.details?.alert })).toMatchObject({ alerts: [] });
  });

  it("raises an alert where another program had the port at the start, and renews the tokens that it may have received", async () => {
    const first = await startFirst({ host: "desktop" });
    const { port } = endpoint();
    const configuration = path.join(folder, ".claude.json");
    writeFileSync(configuration, "{}");
    const plan = await ask<ConnectionPreview>(first, "connections.planConnect", {
      clientId: "claude-code",
      scope: "user",
      transport: "http",
    });
    await ask(first, "connections.applyPlan", { planId: plan.id });
    const before = readFileSync(configuration, "utf8");
    const tokenOf = (text: string) => /Bearer ([\w.-]+)/.exec(text)?.[1] ?? "";
    const limits = { access: "write", domains: null, namespaces: null, expiresAt: null };
    const script = await ask<{ token: string }>(first, "clients.createToken", { name: "script", ...limits });
    const unused = await ask<{ token: string }>(first, "clients.createToken", { name: "unused", ...limits });
    const statusWith = async (token: string) =>
      (
        await fetch(`http://127.0.0.1:${endpoint().port}/tools/memory_status`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body: "{}",
        })
      ).status;
    for (const token of [tokenOf(before), script.token]) expect(await statusWith(token)).toBe(200);
    await first.stop();

    const foreign = createServer((socket) => socket.resume().end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
    await new Promise<void>((resolve) => foreign.listen(port, "127.0.0.1", resolve));
    const env = { RECOLLECT_PORT: String(port) };
    for (let round = 0; round < 2; round++) {
      const refused = await startFirst({ host: "desktop", env });
      expect((await refused.status()).serving).toBe("failed");
      await refused.stop();
    }
    await new Promise((resolve) => foreign.close(resolve));

    const second = await startFirst({ host: "desktop", env });
    const alerts = async () => (await second.status()).alerts.map(({ details }) => details?.reason);
    expect(await alerts()).toEqual(["port_was_foreign"]);
    expect(await ask(second, "connections.renewTokens")).toEqual({
      subjects: expect.toSatisfy((subjects: string[]) => subjects.toSorted().join() === "claude-code,script"),
      files: [configuration],
      unwritten: ["script"],
    });
    expect(await alerts()).toEqual(["tokens_renewed"]);
    for (const token of [tokenOf(before), script.token]) expect(await statusWith(token)).toBe(401);
    const after = readFileSync(configuration, "utf8");
    expect(await statusWith(tokenOf(after))).toBe(200);
    expect(await statusWith(unused.token)).toBe(200);
  });

  it("raises no alert where another Recollect of the same user has the port", async () => {
    const first = await startFirst({ host: "desktop" });
    const { token, port } = await ask<{ token: string; port: number }>(first, "clients.createToken", {
      name: "script",
      access: "write",
      domains: null,
      namespaces: null,
      expiresAt: null,
    }).then((created) => ({ ...created, port: endpoint().port }));
    await fetch(`http://127.0.0.1:${port}/tools/list`, { headers: { authorization: `Bearer ${token}` } });
    await first.stop();
    const files = dataFiles(path.join(folder, "other"));
    await startFirst({ host: "desktop", files, env: { RECOLLECT_PORT: String(port) } });
    const second = await startFirst({ host: "desktop", env: { RECOLLECT_PORT: String(port) } });
    expect((await second.status()).alerts.map(({ details }) => details?.reason)).toEqual(["port_taken"]);
  });

  it.runIf(process.platform !== "win32")("raises an alert while other users can write to the data folder", async () => {
    chmodSync(folder, 0o777);
    const application = await startFirst();
    const reasons = async () => (await application.status()).alerts.map(({ details }) => details?.reason);
    expect(await reasons()).toEqual(["folder_writable"]);
    chmodSync(folder, 0o700);
    expect(await reasons()).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)("refuses a data folder with a link of another user", async () => {
    const { backups } = dataFiles(folder);
    symlinkSync(tmpdir(), backups);
    lchownSync(backups, 65_534, 65_534);
    await expect(start()).rejects.toMatchObject({ message: expect.stringContaining(`${backups} belongs to another`) });
  });

  it("names a data folder that it cannot use", async () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    await expect(start({ files: dataFiles(file) })).rejects.toMatchObject({
      code: "storage",
      message: `The data folder ${file} is not writable.`,
    });
  });

  it("changes nothing of a damaged database until the owner chooses, then renames it", async () => {
    const first = await startFirst();
    await callTool("capture_memory", { content: "before the damage" });
    await first.stop();
    writeFileSync(dataFiles(folder).memories, "not a database at all, but long enough to be one ".repeat(200));
    const damaged = readFileSync(dataFiles(folder).memories);
    await expect(start()).rejects.toMatchObject({ code: "storage" });
    expect(readFileSync(dataFiles(folder).memories)).toEqual(damaged);
    const fresh = await startFirst({ ifDamaged: "fresh" });
    expect(await ask(fresh, "memories.counts")).toMatchObject({ memories: 0 });
  });

  it("writes a client's file as previewed, notifies the window, and offers an update after a port change", async () => {
    const [first, next] = [await freePort(), await freePort()];
    writeFileSync(dataFiles(folder).settings, JSON.stringify({ port: first }));
    const application = await startFirst({ host: "desktop", env: {} });
    const received: string[] = [];
    application.feed.subscribe(({ name }) => received.push(name));
    const choice = { clientId: "cursor", scope: "user", transport: "http" };
    const plan = await ask<ConnectionPreview>(application, "connections.planConnect", choice);
    expect(existsSync(plan.path)).toBe(false);
    await ask(application, "connections.applyPlan", { planId: plan.id });
    expect(readFileSync(plan.path, "utf8")).toContain(`http://127.0.0.1:${first}/mcp`);
    expect(received).toContain("clients.changed");
    await expect(ask(application, "connections.applyPlan", { planId: plan.id })).rejects.toMatchObject({
      code: "not_found",
    });

    await ask(application, "settings.update", { port: next });
    expect(await ask(application, "connections.stale")).toMatchObject([{ clientId: "cursor", path: plan.path }]);
    const [refresh] = await ask<readonly ConnectionPreview[]>(application, "connections.refresh");
    await ask(application, "connections.applyPlan", { planId: refresh?.id });
    expect(readFileSync(plan.path, "utf8")).toContain(`http://127.0.0.1:${next}/mcp`);
    expect(await ask(application, "connections.stale")).toEqual([]);
    expect(await ask<readonly KnownClient[]>(application, "connections.catalogue")).toContainEqual(
      expect.objectContaining({ id: "cursor", installed: true, state: "connected" }),
    );
    await expect(ask(application, "connections.openLink", { clientId: "codex" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("returns errors with a code and never rejects", async () => {
    const application = await startFirst();
    expect(await application.dispatch("memories.everything", {})).toMatchObject({
      ok: false,
      error: { code: "not_found" },
    });
    expect(await application.dispatch("toString", {})).toMatchObject({ ok: false, error: { code: "not_found" } });
    expect(await application.dispatch("memories.get", { reference: 7 })).toMatchObject({
      ok: false,
      error: { code: "invalid_argument", field: "reference" },
    });
    expect(await application.dispatch("app.openExternal", { url: "javascript:alert(1)" })).toMatchObject({
      ok: false,
      error: { code: "invalid_argument", field: "url" },
    });
    expect(await application.dispatch("app.openDataFolder", undefined)).toMatchObject({
      ok: false,
      error: { code: "unavailable" },
    });
  });
});
