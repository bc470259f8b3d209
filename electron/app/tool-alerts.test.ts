import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ServerSummary } from "../core/servers.ts";
import { dataFiles } from "../platform/paths.ts";
import { faulty } from "../servers/testing/definitions.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, startFirst, ask } = setUpApplications();

it("alerts the owner when an approved tool changes, also after a restart, until it is approved or dismissed", async () => {
  const first = await startFirst();
  const added = await ask<ServerSummary>(first, "servers.add", faulty("files"));
  expect((await first.status()).alerts).toEqual([]);
  await first.stop();
  // The next version of the server has another text.
  const file = dataFiles(folder()).servers;
  const setFault = (from: string, to: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(`"${from}"`, `"${to}"`));
  setFault("none", "changed");
  const second = await startFirst();
  expect((await second.status()).alerts).toEqual([]);
  expect(second.toolsToApprove()).toBe(0);
  await ask(second, "servers.restart", { id: added.id });
  const details = { reason: "server_tools_stopped", id: added.id, server: "files", tools: ["echo"] };
  expect((await second.status()).alerts).toMatchObject([{ details }]);
  expect(second.toolsToApprove()).toBe(1);
  await second.stop();
  const third = await startFirst();
  expect((await third.status()).alerts).toMatchObject([{ details }]);
  await ask(third, "servers.approve", { id: added.id, names: ["echo"] });
  expect((await third.status()).alerts).toEqual([]);
  await third.stop();
  setFault("changed", "none");
  const fourth = await startFirst();
  await ask(fourth, "servers.restart", { id: added.id });
  const [alert] = (await fourth.status()).alerts;
  expect(alert).toMatchObject({ details });
  await ask(fourth, "app.dismissAlert", { alert: alert?.details?.alert });
  await ask(fourth, "servers.restart", { id: added.id });
  expect((await fourth.status()).alerts).toEqual([]);
  await ask(fourth, "servers.remove", { id: added.id });
  await ask(fourth, "servers.restore", { id: added.id });
  expect((await fourth.status()).alerts).toMatchObject([{ details }]);
  await ask(fourth, "servers.remove", { id: added.id });
  expect((await fourth.status()).alerts).toEqual([]);
}, 300_000);
