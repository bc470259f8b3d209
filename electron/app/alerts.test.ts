import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import { dataFiles } from "../platform/paths.ts";
import type { ConnectionPreview } from "../window-api/contract.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, start, startFirst, endpoint, ask, callTool, alertsOf } = setUpApplications();

describe("damaged files", () => {
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
    const key = dataFiles(folder()).folder;
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
    writeFileSync(dataFiles(folder()).settings, JSON.stringify({ theme: "purple", language: "zh-CN" }));
    const application = await startFirst();
    const [alert] = (await application.status()).alerts;
    expect(alert?.message).toContain("theme");
    expect(application.language()).toBe("zh-CN");
    await ask(application, "app.dismissAlert", { alert: alert?.details?.alert });
    expect((await application.status()).alerts).toEqual([]);
  });

  it("changes nothing of a damaged database until the owner chooses, then renames it", async () => {
    const first = await startFirst();
    await callTool("capture_memory", { content: "before the damage" });
    await first.stop();
    writeFileSync(dataFiles(folder()).memories, "not a database at all, but long enough to be one ".repeat(200));
    const damaged = readFileSync(dataFiles(folder()).memories);
    await expect(start()).rejects.toMatchObject({ code: "storage" });
    expect(readFileSync(dataFiles(folder()).memories)).toEqual(damaged);
    const fresh = await startFirst({ ifDamaged: "fresh" });
    expect(await ask(fresh, "memories.counts")).toMatchObject({ memories: 0 });
  });
});

describe("alerts", () => {
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
          // A client with a name of its own: a tool for HTTP is not listed.
          "user-agent": "harbour/1.0",
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
    await expect.poll(listed).toContain("evil.example/acme/app");
    await application.stop();
    await startFirst();
    expect(JSON.parse(readFileSync(dataFiles(folder()).projectHosts, "utf8"))).toMatchObject({
      "acme/app": "github.com",
    });
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

  it("raises an alert if another program had the port at the start, and renews the tokens that it may have received", async () => {
    const port = await freePort();
    const env = { RECOLLECT_PORT: String(port) };
    const first = await startFirst({ host: "desktop", env });
    const configuration = path.join(folder(), ".claude.json");
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

  it("raises no alert if another Recollect of the same user has the port", async () => {
    const port = await freePort();
    const first = await startFirst({ host: "desktop", env: { RECOLLECT_PORT: String(port) } });
    const { token } = await ask<{ token: string }>(first, "clients.createToken", {
      name: "script",
      access: "write",
      domains: null,
      namespaces: null,
      expiresAt: null,
    });
    await fetch(`http://127.0.0.1:${port}/tools/list`, { headers: { authorization: `Bearer ${token}` } });
    await first.stop();
    const files = dataFiles(path.join(folder(), "other"));
    await startFirst({ host: "desktop", files, env: { RECOLLECT_PORT: String(port) } });
    const second = await startFirst({ host: "desktop", env: { RECOLLECT_PORT: String(port) } });
    expect((await second.status()).alerts.map(({ details }) => details?.reason)).toEqual(["port_taken"]);
  });

  it.runIf(process.platform !== "win32")("raises an alert while other users can write to the data folder", async () => {
    chmodSync(folder(), 0o777);
    const application = await startFirst();
    const reasons = async () => (await application.status()).alerts.map(({ details }) => details?.reason);
    expect(await reasons()).toEqual(["folder_writable"]);
    chmodSync(folder(), 0o700);
    expect(await reasons()).toEqual([]);
  });
});
