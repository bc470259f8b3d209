import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { droid } from "./droid.ts";
import { collect, readClient } from "./testing/fixtures.ts";

const message = (id: string, role: string, text: string) => ({
  type: "message",
  id,
  timestamp: "2026-11-23T00:45:44.000Z",
  message: { role, content: [{ type: "text", text }] },
});

async function sessionsOf(records: readonly object[]) {
  const home = temporaryHome();
  const folder = path.join(home, ".factory", "sessions");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "one.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return collect(await readClient(droid, { home, env: {}, platform: "linux" })).sessions;
}

it("leaves out a session that another session called", async () => {
  const start = { type: "session_start", id: "one", title: "Worker", cwd: "/home/ada/shop", callingSessionId: "other" };
  expect(await sessionsOf([start, message("1", "user", "Do this"), message("2", "assistant", "Done.")])).toEqual({});
});

it("reads a session of an earlier version, whose fields are in a member, and a file without a folder of its project", async () => {
  const session = { id: "one", title: "Orders", created_at: "2026-11-23T00:45:00.000Z", cwd: "/home/ada/shop" };
  const found = await sessionsOf([{ type: "session_start", session }, message("1", "user", "A question")]);
  expect(found).toEqual({
    one: {
      fields: { title: "Orders", folder: "/home/ada/shop", startedAt: Date.UTC(2026, 10, 23, 0, 45) },
      messages: ["user: A question"],
    },
  });
});
