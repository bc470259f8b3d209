import { existsSync, lchownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../tests/testing/free-port.ts";
import { mountSmallDisk } from "../tests/torture/small-disk.ts";
import { setUpApplications } from "./app/testing/open-application.ts";
import type { MemoryChange } from "./core/events.ts";
import type { Memory } from "./core/memory.ts";
import { dataFiles } from "./platform/paths.ts";
import type { BridgeEvent, ConnectionPreview, KnownClient } from "./window-api/contract.ts";

const { folder, start, startFirst, endpoint, ask, callTool } = setUpApplications();

describe("the application", () => {
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
    expect(existsSync(dataFiles(folder()).endpoint)).toBe(false);
    await expect(fetch(new URL("/health", url))).rejects.toThrow();
  });

  it("removes the temporary files of processes that were killed, and no other", async () => {
    const leftover = path.join(folder(), "endpoint.json.0123abcd.tmp");
    const other = path.join(folder(), "notes.tmp");
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
    const key = readFileSync(path.join(folder(), "token.key"), "utf8");
    await ask(first, "settings.update", { theme: "dark" });
    await first.stop();
    const second = await startFirst();
    expect(second.theme()).toBe("dark");
    expect(readFileSync(path.join(folder(), "token.key"), "utf8")).toBe(key);
    expect(endpoint().token).not.toBe(token);
  });

  it("changes the port of a desktop immediately, and of a headless host at the next start", async () => {
    const [first, free, next] = [await freePort(), await freePort(), await freePort()];
    writeFileSync(dataFiles(folder()).settings, JSON.stringify({ port: first }));
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

  it("starts where the file by which plugins find it cannot be written", async () => {
    writeFileSync(dataFiles(folder()).plugins, "");
    expect(await (await startFirst()).status()).toMatchObject({ serving: "serving" });
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

  it.runIf(process.getuid?.() === 0)("refuses a data folder with a link of another user", async () => {
    const { backups } = dataFiles(folder());
    symlinkSync(tmpdir(), backups);
    lchownSync(backups, 65_534, 65_534);
    await expect(start()).rejects.toMatchObject({ message: expect.stringContaining(`${backups} belongs to another`) });
  });

  it("names a data folder that it cannot use", async () => {
    const file = path.join(folder(), "a-file");
    writeFileSync(file, "");
    await expect(start({ files: dataFiles(file) })).rejects.toMatchObject({
      code: "storage",
      message: `The data folder ${file} is a file.`,
    });
  });

  it.skipIf(process.platform !== "linux")(
    "says that the data folder is on a read-only file system",
    async ({ skip }) => {
      const mounted = path.join(folder(), "read-only");
      const disk = mountSmallDisk(mounted);
      if (disk === null) return skip("This process may not mount a file system.");
      try {
        await (await startFirst({ files: dataFiles(mounted) })).stop();
        expect(disk.setWritable(false)).toBe(true);
        for (const data of [mounted, path.join(mounted, "new")]) {
          await expect(start({ files: dataFiles(data) })).rejects.toMatchObject({
            code: "storage",
            message: `The data folder ${data} is on a read-only file system.`,
          });
        }
      } finally {
        disk.unmount();
      }
    },
  );

  it("writes a client's file as previewed, notifies the window, and offers an update after a port change", async () => {
    const [first, next] = [await freePort(), await freePort()];
    writeFileSync(dataFiles(folder()).settings, JSON.stringify({ port: first }));
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
