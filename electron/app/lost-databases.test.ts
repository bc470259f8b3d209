import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openConversationFile } from "../conversations/conversation-file.ts";
import { dataFiles } from "../platform/paths.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, start, startFirst, ask, callTool, alertsOf } = setUpApplications();

const TEXT = "not a database, but long enough to be one ".repeat(200);

it("raises an alert for each database that was deleted while it was stopped, until the owner dismisses it", async () => {
  const files = dataFiles(folder());
  const first = await startFirst();
  expect(await alertsOf(first, "database_missing")).toEqual([]);
  openConversationFile(files.conversations, Date.now(), SILENT).close();
  await callTool("capture_memory", { content: "A memory that is lost" });
  await first.stop();
  for (const file of [files.memories, files.requests, files.conversations]) rmSync(file);
  await (await startFirst()).stop();
  const third = await startFirst();
  const alerts = await alertsOf(third, "database_missing");
  expect(alerts.map(({ details }) => details?.file).sort()).toEqual([
    "conversations.sqlite",
    "memories.sqlite",
    "requests.sqlite",
  ]);
  for (const { details } of alerts) await ask(third, "app.dismissAlert", { alert: details?.alert });
  expect(await alertsOf(third, "database_missing")).toEqual([]);
}, 60_000);

it("raises an alert for a database that could not be read and was replaced", async () => {
  const files = dataFiles(folder());
  await (await startFirst()).stop();
  openConversationFile(files.conversations, Date.now(), SILENT).close();
  for (const file of [files.requests, files.conversations]) writeFileSync(file, TEXT);
  openConversationFile(files.conversations, Date.now(), SILENT).close();
  const second = await startFirst();
  await callTool("memory_status", {});
  const named = async () => (await alertsOf(second, "database_set_aside")).map(({ details }) => details?.file).sort();
  await expect.poll(named).toEqual(["conversations.sqlite", "requests.sqlite"]);
}, 60_000);

it("names a file or a broken link in the place of a folder, and works again without it", async () => {
  const files = dataFiles(folder());
  const first = await startFirst();
  rmSync(files.backups, { recursive: true, force: true });
  writeFileSync(files.backups, "a file");
  await expect(ask(first, "backups.make")).rejects.toMatchObject({
    code: "storage",
    details: { reason: "path_occupied" },
  });
  rmSync(files.backups);
  await ask(first, "backups.make");
  await first.stop();
  rmSync(files.logs, { recursive: true });
  writeFileSync(files.logs, "a file");
  await expect(start()).rejects.toMatchObject({ details: { reason: "path_occupied" } });
  rmSync(files.logs);
  await (await startFirst()).stop();
  const places = [
    ["link", (place: string) => symlinkSync(path.join(folder(), "nowhere"), place), "folder_link_broken"],
    ["file", (place: string) => writeFileSync(place, "a file"), "folder_is_file"],
    ["below-a-file/data", (place: string) => writeFileSync(path.dirname(place), "a file"), "folder_not_writable"],
  ] as const;
  for (const [name, make, reason] of places) {
    const place = path.join(folder(), name);
    make(place);
    await expect(start({ files: dataFiles(place) })).rejects.toMatchObject({ code: "storage", details: { reason } });
  }
  mkdirSync(path.join(folder(), "elsewhere"));
  symlinkSync(path.join(folder(), "elsewhere"), path.join(folder(), "linked"));
  await startFirst({ files: dataFiles(path.join(folder(), "linked")) });
}, 60_000);
