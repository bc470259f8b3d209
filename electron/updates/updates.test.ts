import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { NO_UPDATES } from "../app/testing/application-options.ts";
import { setUpApplications } from "../app/testing/open-application.ts";
import type { UpdateStatus } from "../core/updates.ts";
import { ReleaseServer } from "./testing/release-server.ts";
import type { Installer } from "./updates.ts";

const { folder, startFirst, endpoint, ask } = setUpApplications();
let server: ReleaseServer;

beforeEach(async () => {
  server = new ReleaseServer();
  await server.listen();
  onTestFinished(() => server.close());
});

/** An application of version 1.2.3 that knows the server. */
async function start() {
  const configFile = path.join(folder(), "app-update.yml");
  writeFileSync(configFile, server.config);
  const { publicKey } = server;
  return await startFirst({ updates: { ...NO_UPDATES, configFile, publicKey } });
}

type Application = Awaited<ReturnType<typeof start>>;
const status = (application: Application) => ask<UpdateStatus>(application, "updates.status");
const check = (application: Application) => ask<UpdateStatus>(application, "updates.check");

/** Starts an application whose owner agreed to checks, with this release published. */
async function startAgreed(): Promise<Application> {
  const application = await start();
  await ask(application, "updates.setAgreed", { agreed: true });
  await expect.poll(async () => (await status(application)).state).not.toBe("checking");
  return application;
}

describe("checks for updates", () => {
  it("request nothing before the owner agreed, nor after the owner switched them off", async () => {
    server.publish({ version: "2.0.0" });
    const application = await start();
    expect(await status(application)).toMatchObject({ agreed: null, state: "idle", release: null, checkedAt: null });
    await expect(check(application)).rejects.toMatchObject({ details: { reason: "update_not_agreed" } });
    await ask(application, "updates.setAgreed", { agreed: false });
    await expect(check(application)).rejects.toMatchObject({ details: { reason: "update_not_agreed" } });
    await application.stop();
    await (await start()).stop();
    expect(server.requests).toEqual([]);
  });

  it("report a newer version with its notes, and remember the agreement", async () => {
    server.publish({ version: "1.3.0-beta.2", notes: "Faster.\n- Search" });
    const application = await startAgreed();
    expect(await status(application)).toMatchObject({
      agreed: true,
      state: "available",
      release: { version: "1.3.0-beta.2", notes: "Faster.\n- Search" },
      page: server.feed,
      checkedAt: expect.any(String),
      obstacle: "headless",
    });
    expect(server.requests).toHaveLength(1);
    const saved = JSON.parse(readFileSync(path.join(folder(), "settings.json"), "utf8"));
    expect(saved.updates).toMatchObject({ agreed: true, checkedAt: expect.any(String) });
    await expect(ask(application, "updates.download")).rejects.toMatchObject({
      details: { reason: "update_not_possible", obstacle: "headless" },
    });
    await expect(ask(application, "updates.install", { when: "now" })).rejects.toMatchObject({
      details: { reason: "update_none" },
    });
  });

  it("do not offer the same version, nor an older one", async () => {
    server.publish({ version: "1.2.3" });
    const application = await startAgreed();
    for (const version of ["1.2.3", "1.2.2", "1.2.3-rc.1", "0.9.9"]) {
      server.publish({ version });
      expect(await check(application)).toMatchObject({ state: "current", release: null });
    }
  });

  it("refuse a release that is not signed, or with another key, or was changed after it", async () => {
    server.publish({ version: "1.2.3" });
    const application = await startAgreed();
    const other = generateKeyPairSync("ed25519").privateKey;
    const refused = async () => {
      await expect(check(application)).rejects.toMatchObject({ details: { reason: "update_not_signed" } });
      expect(await status(application)).toMatchObject({ release: null, error: { hint: expect.any(String) } });
    };
    server.publish({ version: "2.0.0", key: null });
    await refused();
    server.publish({ version: "2.0.0", key: other });
    await refused();
    server.publish({ version: "2.0.0", notes: "signed" });
    const response = await fetch(new URL(server.requests.at(-1) ?? "", server.feed));
    server.put(
      (await response.text()).replace("notes: signed", "notes: forged").replace("Notes: signed", "Notes: forged"),
    );
    await refused();
    server.publish({ version: "2.0.0" });
    expect(await check(application)).toMatchObject({ state: "available", error: null });
  });

  it("name the fault of the server and the remedy", async () => {
    server.publish({ version: "2.0.0" });
    const application = await startAgreed();
    const { host } = new URL(server.feed);
    for (const text of ["<html>Sign in</html>", "version: two", "{}"]) {
      server.put(text);
      await expect(check(application)).rejects.toMatchObject({
        message: expect.stringContaining(host),
        hint: expect.any(String),
        details: { reason: "update_unreadable" },
      });
    }
    await server.close();
    await expect(check(application)).rejects.toMatchObject({ details: { reason: "update_unreachable", host } });
    // The earlier result is kept.
    expect(await status(application)).toMatchObject({ state: "available", error: { code: "unavailable" } });
  });
});

it("reports that no source of releases is known", async () => {
  const application = await startFirst({ updates: { ...NO_UPDATES, obstacle: null } });
  expect(await status(application)).toMatchObject({ obstacle: "source", page: null });
  await ask(application, "updates.setAgreed", { agreed: true });
  await expect(check(application)).rejects.toMatchObject({ details: { obstacle: "source" } });
});

it("does not install an update that waits for a client when the application is stopped", async () => {
  writeFileSync(path.join(folder(), "settings.json"), JSON.stringify({ updates: { agreed: true, checkedAt: null } }));
  const configFile = path.join(folder(), "app-update.yml");
  writeFileSync(configFile, server.config);
  const installed: string[] = [];
  const installer: Installer = {
    download: async () => ({ version: "2.0.0", notes: "", files: [], signature: null }),
    quitAndInstall: () => void installed.push("2.0.0"),
    setInstallOnQuit: () => undefined,
  };
  const { publicKey } = server;
  const application = await startFirst({
    updates: { ...NO_UPDATES, configFile, publicKey, obstacle: null, installer },
  });
  server.publish({ version: "2.0.0" });
  await check(application);
  await ask(application, "updates.download");
  // A request whose body does not arrive.
  const { port, token } = endpoint();
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  const head = ["POST /mcp HTTP/1.1", `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`];
  client.write([...head, "Content-Length: 100", "Expect: 100-continue", "", ""].join("\r\n"));
  expect(String((await once(client, "data"))[0])).toMatch(/^HTTP\/1.1 100 /);
  expect(await ask(application, "updates.install", { when: "now" })).toMatchObject({ state: "waiting" });
  await application.stop();
  expect(installed).toEqual([]);
});
