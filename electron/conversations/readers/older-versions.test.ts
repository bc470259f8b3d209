import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ReaderSystem } from "./reader.ts";
import { READERS } from "./registry.ts";
import { type Conversations, collect, readClient, readFrom } from "./testing/fixtures.ts";

/** A home folder with these files, read by a client's reader. Formats of versions that are not among the fixtures. */
function openHome(client: string, files: Readonly<Record<string, readonly object[] | object>>) {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-versions-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(home, name);
    mkdirSync(path.dirname(file), { recursive: true });
    const lines = Array.isArray(content) ? content : [content];
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const reader = READERS.find((each) => each.client === client);
  if (reader === undefined) throw new Error(`There is no reader for ${client}.`);
  const system: ReaderSystem = { home, env: {}, platform: "linux" };
  return { reader, system, found: () => readClient(reader, system) };
}

async function messagesOf(client: string, files: Parameters<typeof openHome>[1]): Promise<Conversations["sessions"]> {
  return collect(await openHome(client, files).found()).sessions;
}

const AT = "2026-05-01T08:00:00.000Z";

it("drops the text before a tool call of Claude Code if the record lacks a stop reason", async () => {
  const record = (uuid: string, id: string, block: object) => ({
    type: "assistant",
    uuid,
    timestamp: AT,
    message: { id, role: "assistant", model: "m", stop_reason: null, content: [block] },
  });
  const lines = [
    { type: "user", uuid: "u1", timestamp: AT, message: { role: "user", content: "Question" } },
    record("a1", "m1", { type: "text", text: "I will look." }),
    record("a2", "m1", { type: "tool_use", id: "t1", name: "Read", input: {} }),
    { type: "user", uuid: "u2", message: { role: "user", content: [{ type: "tool_result", content: "output" }] } },
    record("a3", "m2", { type: "text", text: "First part" }),
    record("a4", "m2", { type: "text", text: "Second part" }),
  ];
  const { s1 } = await messagesOf("claude-code", { ".claude/projects/-work/s1.jsonl": lines });
  expect(s1?.messages).toEqual(["user: Question", "assistant: First part", "assistant: Second part"]);
});

it("keeps the arguments of a Claude Code command, and drops the additions of the program and its hooks", async () => {
  const user = (uuid: string, content: unknown, more: object = {}) => ({
    type: "user",
    uuid,
    timestamp: AT,
    message: { role: "user", content },
    ...more,
  });
  const command = "<command-message>review</command-message>\n<command-name>/review</command-name>";
  const lines = [
    user("u1", `${command}\n<command-args>the login page</command-args>`),
    user("u2", "<command-name>/clear</command-name>\n<command-args></command-args>"),
    user("u3", "Fix it.\n<system-reminder>\nhidden\n</system-reminder>\n<ide_opened_file>a.ts</ide_opened_file>"),
    user("u4", [{ type: "text", text: "[Request interrupted by user for tool use]" }]),
    user("u5", "<bash-input>ls</bash-input><bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"),
    user("u6", "Hidden", { isMeta: true }),
    user("u7", "Hidden", { isSidechain: true }),
    user("u8", "Use the tag <b>bold</b> and a < b."),
    { type: "custom-title", customTitle: "Mine" },
    { type: "ai-title", aiTitle: "The program's" },
  ];
  const { s1 } = await messagesOf("claude-code", { ".claude/projects/-work/s1.jsonl": lines });
  expect(s1?.messages).toEqual([
    "user: /review the login page",
    "user: Fix it.",
    "user: Use the tag <b>bold</b> and a < b.",
  ]);
  expect(s1?.fields.title).toBe("Mine");
});

const ORIGINAL = "01a205dd-af71-7c01-a6bb-28bbe0047c92";
const FORK = "01a205de-db3c-71e3-8f95-03832babaafc";

/** A message of older versions of Codex, without an id. */
const said = (role: string, text: string, more: object = {}) => ({
  timestamp: AT,
  type: "response_item",
  payload: {
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
    ...more,
  },
});

it("gives the copies in a fork of an older Codex the keys of their original", async () => {
  const meta = (id: string, more: object = {}) => ({
    timestamp: AT,
    type: "session_meta",
    payload: { id, cwd: "/w", ...more },
  });
  const shared = [
    said("user", "<environment_context>\n  <cwd>/w</cwd>\n</environment_context>"),
    said("user", "Question"),
    said("assistant", "Answer"),
  ];
  const folder = ".codex/sessions/2026/05/01";
  const { reader, system } = openHome("codex", {
    [`${folder}/rollout-2026-05-01T08-00-00-${ORIGINAL}.jsonl`]: [meta(ORIGINAL), ...shared, said("user", "More")],
    [`${folder}/rollout-2026-05-01T09-00-00-${FORK}.jsonl`]: [
      meta(FORK, { forked_from_id: ORIGINAL }),
      meta(ORIGINAL),
      ...shared,
      said("user", "Other"),
    ],
  });
  const keys: Record<string, readonly string[]> = {};
  for (const transcript of await reader.find(system)) {
    const { found } = await readFrom(reader, transcript);
    const messages = found.flatMap((each) => (each.kind === "message" ? [each] : []));
    keys[messages[0]?.session ?? ""] = messages.map(({ message }) => message.key);
    if (messages[0]?.session === FORK) expect(collect(found).sessions[FORK]?.fields.continues).toBe(ORIGINAL);
  }
  expect(keys[FORK]).toHaveLength(3);
  expect(keys[FORK]?.slice(0, 2)).toEqual(keys[ORIGINAL]?.slice(0, 2));
  expect(keys[FORK]?.[2]).not.toBe(keys[ORIGINAL]?.[2]);
});

it("drops comments, subagents and tool calls of Codex, and reads lines without an envelope", async () => {
  const folder = ".codex/sessions/2026/05/01";
  const sessions = await messagesOf("codex", {
    [`${folder}/rollout-2026-05-01T08-00-00-${ORIGINAL}.jsonl`]: [
      { id: ORIGINAL, timestamp: AT, instructions: null },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Question" }] },
      { type: "reasoning", summary: [] },
      { record_type: "state" },
      said("assistant", "A comment", { phase: "commentary" }),
      said("assistant", "I will look."),
      { timestamp: AT, type: "response_item", payload: { type: "local_shell_call", action: {} } },
      said("assistant", "Answer", { phase: "final_answer" }),
    ],
    [`${folder}/rollout-2026-05-01T09-00-00-${FORK}.jsonl`]: [
      { timestamp: AT, type: "session_meta", payload: { id: FORK, source: { subagent: "review" } } },
      said("user", "For the subagent"),
    ],
  });
  expect(sessions[ORIGINAL]?.messages).toEqual(["user: Question", "assistant: Answer"]);
  expect(Object.keys(sessions)).toEqual([ORIGINAL]);
});

it("reads the documents of older versions of Gemini CLI, without files named in a message", async () => {
  const { reader, system, found } = openHome("gemini-cli", {
    ".gemini/tmp/abc/chats/session-2026-05-01T08-00-1.json": {
      sessionId: "s1",
      startTime: AT,
      messages: [
        { id: "1", timestamp: AT, type: "user", content: "/help" },
        {
          id: "2",
          timestamp: AT,
          type: "user",
          content: ["Explain @a.ts", "\n--- Content from referenced files ---", "x"],
        },
        { id: "3", timestamp: AT, type: "gemini", content: "I will look.", toolCalls: [{ id: "t" }] },
        { id: "4", timestamp: AT, type: "gemini", content: "Answer", model: "gemini" },
        { id: "5", timestamp: AT, type: "info", content: "Update available" },
      ],
    },
  });
  const { s1 } = collect(await found()).sessions;
  expect(s1).toEqual({
    fields: { startedAt: Date.parse(AT), model: "gemini" },
    messages: ["user: Explain @a.ts", "assistant: Answer"],
  });
  const [transcript] = await reader.find(system);
  if (transcript === undefined) throw new Error("There is no transcript.");
  const { position } = await readFrom(reader, transcript);
  const later = { sessionId: "s1", messages: [{ id: "6", timestamp: AT, type: "user", content: "One more" }] };
  writeFileSync(transcript.path, JSON.stringify(later));
  expect((await readFrom(reader, transcript, position)).found).toMatchObject([{ message: { key: "6" } }]);
});

it("drops the summary of a compaction that older versions of Claude Code did not mark", async () => {
  const user = (uuid: string, content: string) => ({ type: "user", uuid, timestamp: AT, message: { content } });
  const summary =
    "This session is being continued from a previous conversation that ran out of context. The user asked";
  const lines = [user("u1", "Question"), user("u2", `${summary} for a queue.`), user("u3", "Continue")];
  const { s1 } = await messagesOf("claude-code", { ".claude/projects/-work/s1.jsonl": lines });
  expect(s1?.messages).toEqual(["user: Question", "user: Continue"]);
});

it("reads the sessions of opencode that are a folder of JSON files", async () => {
  const storage = ".local/share/opencode/storage";
  const created = 1_750_000_000_000;
  const message = (id: string, session: string, more: object) => ({
    [`${storage}/message/${session}/${id}.json`]: { id, sessionID: session, time: { created }, ...more },
  });
  const part = (id: string, of: string, more: object) => ({
    [`${storage}/part/${of}/${id}.json`]: { id, messageID: of, ...more },
  });
  const done = { role: "assistant", modelID: "model-1", time: { created, completed: created + 1000 } };
  const { reader, system, found } = openHome("opencode", {
    [`${storage}/session/0123abcd/ses_1.json`]: {
      id: "ses_1",
      title: "Orders",
      directory: "/home/ada/shop",
      time: { created, updated: created },
    },
    [`${storage}/session/0123abcd/ses_2.json`]: { id: "ses_2", parentID: "ses_1", directory: "/home/ada/shop" },
    ...message("msg_1", "ses_1", { role: "user" }),
    ...part("prt_1", "msg_1", { type: "text", text: "Where are orders?" }),
    ...part("prt_2", "msg_1", { type: "text", text: "Called the Read tool", synthetic: true }),
    ...message("msg_2", "ses_1", done),
    ...part("prt_3", "msg_2", { type: "text", text: "I will look." }),
    ...part("prt_4", "msg_2", { type: "tool", tool: "read", state: { status: "completed", output: "text" } }),
    ...part("prt_5", "msg_2", { type: "reasoning", text: "Let me think" }),
    ...part("prt_6", "msg_2", { type: "text", text: "In PostgreSQL." }),
    ...message("msg_3", "ses_1", { ...done, finish: "tool-calls" }),
    ...part("prt_7", "msg_3", { type: "text", text: "Another look." }),
    ...message("msg_4", "ses_1", { ...done, summary: true }),
    ...part("prt_8", "msg_4", { type: "text", text: "A summary." }),
    ...message("msg_5", "ses_1", { role: "assistant" }),
    ...part("prt_9", "msg_5", { type: "text", text: "Unfinish" }),
    ...message("msg_6", "ses_2", { role: "user" }),
    ...part("prt_a", "msg_6", { type: "text", text: "A subagent's task" }),
  });
  expect(collect(await found())).toEqual({
    sessions: {
      ses_1: {
        fields: { title: "Orders", folder: "/home/ada/shop", startedAt: created, model: "model-1" },
        messages: ["user: Where are orders?", "assistant: In PostgreSQL."],
      },
    },
    skipped: {},
  });
  for (const transcript of await reader.find(system)) {
    const { position } = await readFrom(reader, transcript);
    expect((await readFrom(reader, transcript, position)).found).toEqual([]);
    rmSync(transcript.path);
    await expect(readFrom(reader, transcript)).rejects.toThrow(transcript.path);
  }
});
