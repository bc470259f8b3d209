import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { copilotChat } from "./copilot-chat.ts";
import { collect, readFrom } from "./testing/fixtures.ts";

const request = (id: string, text: string, response: readonly object[], value = 1) => ({
  requestId: id,
  timestamp: 1795394744000,
  message: { text },
  response,
  modelState: { value },
});
const linesOf = (changes: readonly object[]) => changes.map((change) => `${JSON.stringify(change)}\n`).join("");

async function openChat(...changes: readonly object[]) {
  const home = temporaryHome();
  const folder = path.join(home, ".config/Code/User/workspaceStorage/w1/chatSessions");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "one.jsonl");
  writeFileSync(file, linesOf(changes));
  const [transcript] = await copilotChat.find({ home, env: {}, platform: "linux" });
  if (transcript === undefined) throw new Error("The chat was not found.");
  return { file, read: (position: string | null) => readFrom(copilotChat, transcript, position) };
}

it("returns only what a later change of an earlier request changed", async () => {
  const first = request("a", "First", [{ value: "One" }]);
  const second = request("b", "Second", [{ value: "Tw" }], 0);
  const { file, read } = await openChat({ kind: 0, v: { sessionId: "one", requests: [first, second] } });
  const before = await read(null);
  expect(collect(before.found).sessions.one?.messages).toEqual(["user: First", "assistant: One", "user: Second"]);
  appendFileSync(
    file,
    linesOf([
      { kind: 2, k: ["requests", 1, "response"], v: [{ value: "Two" }], i: 0 },
      { kind: 1, k: ["requests", 1, "modelState"], v: { value: 1 } },
    ]),
  );
  const after = await read(before.position);
  expect(after.found.map((each) => each.kind === "message" && each.message.text)).toEqual(["Two"]);
  // VS Code replaces a long log by a new one with the same state.
  writeFileSync(
    file,
    linesOf([{ kind: 0, v: { sessionId: "one", requests: [first, request("b", "Second", [{ value: "Two" }])] } }]),
  );
  const replaced = await read(after.position);
  expect(collect(replaced.found)).toEqual(collect([...before.found, ...after.found]));
});

it("ignores changes of members that do not exist, and counts records that are not changes", async () => {
  const { read } = await openChat(
    { kind: 1, k: ["requests", 0, "response"], v: [] },
    { kind: 0, v: { sessionId: "one", requests: [request("a", "First", [])] } },
    { kind: 1, k: ["__proto__", "polluted"], v: true },
    { kind: 1, k: ["requests", 7, "response"], v: [] },
    { kind: 9, k: ["requests"], v: [] },
  );
  const { found } = await read(null);
  expect(collect(found).sessions.one?.messages).toEqual(["user: First"]);
  expect(collect(found).skipped).toEqual({ "without a type": 4 });
  expect("polluted" in {}).toBe(false);
});
