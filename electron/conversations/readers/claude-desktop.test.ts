import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { claudeCode } from "./claude-code.ts";
import { collect, readClient } from "./testing/fixtures.ts";

it("reads the sessions of Claude Desktop and Xcode, and names the folder that the person chose", async () => {
  const home = temporaryHome();
  const add = (folder: string, name: string, cwd: string) => {
    mkdirSync(path.join(home, folder), { recursive: true });
    const timestamp = "2026-11-23T00:45:44.000Z";
    const record = { type: "user", uuid: name, cwd, timestamp, message: { role: "user", content: `In ${name}` } };
    writeFileSync(path.join(home, folder, `${name}.jsonl`), `${JSON.stringify(record)}\n`);
  };
  const desktop = "Library/Application Support/Claude/local-agent-mode-sessions/account/organisation";
  const inside = ".claude/projects/-sessions-brave-owl";
  add(`${desktop}/local_1/${inside}`, "chosen", "/sessions/brave-owl");
  writeFileSync(path.join(home, desktop, "local_1.json"), JSON.stringify({ userSelectedFolders: ["/Users/ada/shop"] }));
  add(`${desktop}/local_2/${inside}`, "without", "/sessions/calm-owl");
  add(`${desktop}/agent/local_3/${inside}`, "agent", "/sessions/dark-owl");
  // The text of a file that the session made.
  add(`${desktop}/local_1/outputs/-sessions`, "output", "/sessions/brave-owl");
  add("Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig/projects/-Users-ada-app", "xcode", "/Users/ada/app");
  const { sessions } = collect(await readClient(claudeCode, { home, env: {}, platform: "darwin" }));
  const folders = Object.entries(sessions).map(([id, { fields }]) => [id, fields.folder]);
  expect(Object.fromEntries(folders)).toEqual({
    chosen: "/Users/ada/shop",
    without: undefined,
    agent: undefined,
    xcode: "/Users/ada/app",
  });
});
