import { cpSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openScan } from "../testing/open-scan.ts";
import { addFixture } from "./testing/fixtures.ts";

it("stores the messages of a fork, which has copies of the events, once", async () => {
  const { home, read, texts } = openScan();
  addFixture("kimi", home);
  await read();
  const stored = texts();
  expect(stored).toHaveLength(4);
  const [project = ""] = readdirSync(path.join(home, ".kimi/sessions"));
  const sessions = path.join(home, ".kimi/sessions", project);
  const [session = ""] = readdirSync(sessions);
  cpSync(path.join(sessions, session), path.join(sessions, "7c1e9a00-0000-4000-8000-00000000000f"), {
    recursive: true,
  });
  await read();
  expect(texts()).toEqual(stored);
});
