import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import type { ConversationReader } from "./reader.ts";
import { READERS } from "./registry.ts";
import { collect, readClient } from "./testing/fixtures.ts";

/** The conversations in a home folder. Sessions in public repositories have these forms; the texts are our own. */
async function conversationsIn(client: string, home: string) {
  const reader = READERS.find((each): each is ConversationReader => each.client === client);
  if (reader === undefined) throw new Error(`There is no reader for ${client}.`);
  return collect(await readClient(reader, { home, env: {}, platform: "linux" }));
}

function openDatabase(file: string, schema: string): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(schema);
  return database;
}

describe("Goose", () => {
  const SCHEMA = `
    CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
      user_set_name BOOLEAN DEFAULT FALSE, session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL,
      created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, model_config_json TEXT, parent_session_id TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL, role TEXT NOT NULL,
      content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, timestamp TIMESTAMP, tokens INTEGER, metadata_json TEXT)`;

  async function read(
    sessions: readonly (readonly string[])[],
    messages: readonly (readonly [string, object[], object?])[],
  ) {
    const home = temporaryHome();
    const database = openDatabase(path.join(home, ".local", "share", "goose", "sessions", "sessions.db"), SCHEMA);
    const addSession = database.prepare(
      "INSERT INTO sessions (id, name, working_dir, created_at) VALUES (?, ?, '/home/ana/shop', ?)",
    );
    for (const session of sessions) addSession.run(...session);
    const add = database.prepare(
      "INSERT INTO messages (session_id, role, content_json, created_timestamp, metadata_json) VALUES ('s1', ?, ?, 1795394744, ?)",
    );
    for (const [role, content, metadata] of messages)
      add.run(role, JSON.stringify(content), JSON.stringify(metadata ?? {}));
    database.close();
    return conversationsIn("goose", home);
  }

  const QUESTION = ["user", [{ type: "text", text: "List the queues" }]] as const;

  it.each(["2026-11-23 00:45:44", "2026-11-23T00:45:44+00:00", "2026-11-23T01:45:44.000+01:00"])(
    "reads the start %s of a session",
    async (started) => {
      const { sessions } = await read([["s1", "Queues", started]], [[QUESTION[0], [...QUESTION[1]]]]);
      expect(sessions.s1?.fields.startedAt).toBe(Date.UTC(2026, 10, 23, 0, 45, 44));
    },
  );

  it.each([
    ["CLI Session", undefined],
    ["New Chat", undefined],
    ["New session 12", undefined],
    ["New session handling", "New session handling"],
  ])("reads the name %s as the title %s", async (name, title) => {
    const { sessions } = await read([["s1", name, "2026-11-23 00:45:44"]], [[QUESTION[0], [...QUESTION[1]]]]);
    expect(sessions.s1?.fields.title).toBe(title);
  });

  it("keeps what a person sees of a session with tools, pictures, errors and the context of a turn", async () => {
    const { sessions, skipped } = await read(
      [["s1", "Queues", "2026-11-23 00:45:44"]],
      [
        [
          "user",
          [
            { type: "text", text: "List the queues" },
            { type: "image", data: "AAAA", mimeType: "image/png" },
          ],
        ],
        [
          "user",
          [{ type: "text", text: "<turn-context>cwd=/home/ana/shop</turn-context>" }],
          { userVisible: false, turnContext: true },
        ],
        [
          "assistant",
          [
            { type: "thinking", thinking: "hidden", signature: "" },
            { type: "text", text: "I will look." },
            { type: "toolRequest", id: "t1", toolCall: { status: "success", value: { name: "shell", arguments: {} } } },
          ],
        ],
        ["user", [{ type: "toolResponse", id: "t1", toolResult: { status: "success", value: { content: [] } } }]],
        ["assistant", [{ type: "error", kind: "other", message: "The provider failed" }]],
        [
          "assistant",
          [
            { type: "redactedThinking", data: "x" },
            { type: "text", text: "There are two queues." },
          ],
        ],
        ["user", [{ type: "text", text: "<turn-context>cwd=/home/ana/shop</turn-context>Which one is old?" }]],
      ],
    );
    expect(sessions.s1?.messages).toEqual([
      "user: List the queues",
      "assistant: There are two queues.",
      "user: Which one is old?",
    ]);
    expect(skipped).toEqual({});
  });
});

describe("Cursor", () => {
  const KEYS = "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);";
  const HEADERS = `CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, workspaceId TEXT, createdAt INTEGER,
    lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, value TEXT);`;
  const databaseIn = (home: string, schema: string) =>
    openDatabase(path.join(home, ".config", "Cursor", "User", "globalStorage", "state.vscdb"), schema);
  const LISTED = [
    { bubbleId: "b1", type: 1 },
    { bubbleId: "b2", type: 2 },
  ];
  const put = (database: DatabaseSync, key: string, value: unknown) =>
    database.prepare("INSERT INTO cursorDiskKV VALUES (?, ?)").run(key, Buffer.from(JSON.stringify(value)));
  const MESSAGES = ["user: Which queue?", "assistant: The new one."];
  function putMessages(database: DatabaseSync, session: string, hasTypes = true): void {
    put(database, `bubbleId:${session}:b1`, {
      ...(hasTypes && { type: 1 }),
      text: "Which queue?",
      createdAt: 1_795_394_744_000,
    });
    put(database, `bubbleId:${session}:b2`, { ...(hasTypes && { type: 2 }), text: "The new one." });
  }

  it("reads the title, folder and start of a conversation from the table of headers", async () => {
    const home = temporaryHome();
    const database = databaseIn(home, KEYS + HEADERS);
    const add = database.prepare("INSERT INTO composerHeaders VALUES (?, ?, 1, 2, 0, ?, ?)");
    const header = (id: string, subagent: number, value: object) =>
      add.run(id, "w1", subagent, JSON.stringify({ composerId: id, ...value }));
    for (const id of ["c1", "c2", "child", "task"]) {
      put(database, `composerData:${id}`, { _v: 18, composerId: id, name: "", fullConversationHeadersOnly: LISTED });
      putMessages(database, id);
    }
    const uri = { scheme: "file", fsPath: "/home/ana/shop" };
    header("c1", 0, { name: "Queues", createdAt: 1_795_394_744_000, workspaceIdentifier: { id: "w1", uri } });
    header("c2", 0, {});
    header("child", 1, {});
    header("task", 0, { subagentInfo: { parentComposerId: "c1" } });
    database.close();
    const window = path.join(home, ".config", "Cursor", "User", "workspaceStorage", "w1", "workspace.json");
    mkdirSync(path.dirname(window), { recursive: true });
    writeFileSync(window, JSON.stringify({ folder: "file:///home/ana/api" }));
    const { sessions } = await conversationsIn("cursor", home);
    expect(sessions).toEqual({
      c1: { fields: { title: "Queues", startedAt: 1_795_394_744_000, folder: "/home/ana/shop" }, messages: MESSAGES },
      c2: { fields: { folder: "/home/ana/api" }, messages: MESSAGES },
    });
  });

  it("reads messages whose type or order only the conversation has, and those that it does not list", async () => {
    const home = temporaryHome();
    const database = databaseIn(home, KEYS);
    put(database, "composerData:listed", { composerId: "listed", fullConversationHeadersOnly: LISTED });
    putMessages(database, "listed", false);
    put(database, "composerData:unlisted", { _v: 3, composerId: "unlisted", latestConversationSummary: {} });
    putMessages(database, "unlisted");
    put(database, "composerData:empty", { composerId: "empty", fullConversationHeadersOnly: [] });
    database.prepare("INSERT INTO cursorDiskKV VALUES ('composerData:deleted', NULL)").run();
    putMessages(database, "deleted");
    database.close();
    const { sessions, skipped } = await conversationsIn("cursor", home);
    expect(Object.entries(sessions).map(([id, { messages }]) => [id, messages])).toEqual([
      ["listed", MESSAGES],
      ["unlisted", MESSAGES],
    ]);
    expect(skipped).toEqual({});
  });

  it("reads nothing from a database of a version that has conversations elsewhere", async () => {
    const home = temporaryHome();
    databaseIn(home, "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)").close();
    expect(await conversationsIn("cursor", home)).toEqual({ sessions: {}, skipped: {} });
  });
});

describe("Cline", () => {
  const say = (kind: string, text: string, rest: object = {}) => ({ type: "say", say: kind, text, ...rest });
  const EXTENSION = "User/globalStorage/saoudrizwan.claude-dev";

  async function read(records: readonly object[], folder = ".config/Code", history: object[] = []) {
    const home = temporaryHome();
    const storage = path.join(home, folder, EXTENSION);
    for (const each of ["tasks/t1", "state"]) mkdirSync(path.join(storage, each), { recursive: true });
    const timed = records.map((record, index) => ({ ts: 1_795_394_744_000 + index, ...record }));
    writeFileSync(path.join(storage, "tasks/t1/ui_messages.json"), JSON.stringify(timed));
    writeFileSync(path.join(storage, "state/taskHistory.json"), JSON.stringify(history));
    return (await conversationsIn("cline", home)).sessions.t1;
  }

  const request = (folder: string) =>
    say(
      "api_req_started",
      JSON.stringify({
        request: `<task>\nName the queue\n</task>\n\n<environment_details>\n# Current Working Directory (${folder}) Files\nREADME.md\n</environment_details>`,
        tokensIn: 100,
      }),
    );
  const TASK = say("text", "Name the queue", { modelInfo: { providerId: "p", modelId: "model-1", mode: "act" } });

  it("reads the folder and model of a task that is not in the list of tasks from its records", async () => {
    const named = { id: "t1", cwdOnTaskInitialization: "/home/ana/listed", modelId: "listed" };
    const records = [TASK, request("/home/ana/my (new) shop"), say("completion_result", "It is orders.")];
    expect((await read(records))?.fields).toMatchObject({ folder: "/home/ana/my (new) shop", model: "model-1" });
    expect((await read(records, ".config/Code", [named]))?.fields).toMatchObject({
      folder: "/home/ana/listed",
      model: "listed",
    });
    expect((await read([say("task", "Name the queue"), say("api_req_started", "{")]))?.fields).not.toHaveProperty(
      "folder",
    );
  });

  it("keeps the plans and results of a task, and drops retries, progress, hooks and texts between tool calls", async () => {
    const session = await read([
      TASK,
      request("/home/ana/shop"),
      say("reasoning", "hidden"),
      say("text", "I will look at the files."),
      say("tool", JSON.stringify({ tool: "readFile", path: "a.ts" })),
      say("plan_completion_result", "Plan: rename the queue.", { partial: false }),
      say("user_feedback", "Go on with the old name"),
      say("error_retry", JSON.stringify({ attempt: 1 })),
      say("task_progress", "- [x] done"),
      say("hook_status", "{}"),
      say("plan_completion_result", "Half of a pl", { partial: true }),
      {
        type: "ask",
        ask: "plan_mode_respond",
        text: JSON.stringify({ response: "Here is the plan.", options: ["Yes"] }),
      },
      say("completion_result", "It is renamed.HAS_CHANGES"),
      { type: "ask", ask: "completion_result", text: "" },
      { type: "ask", ask: "resume_completed_task" },
    ]);
    expect(session?.messages).toEqual([
      "user: Name the queue",
      "assistant: Plan: rename the queue.",
      "user: Go on with the old name",
      "assistant: Here is the plan.",
      "assistant: It is renamed.",
    ]);
  });

  it("does not read a record of a request as the task", async () => {
    const session = await read([
      request("/home/ana/shop"),
      say("task", "Name the queue"),
      say("completion_result", "orders"),
    ]);
    expect(session?.messages).toEqual(["user: Name the queue", "assistant: orders"]);
  });

  it.each([".vscode-server/data", ".vscode-remote/data", ".cursor-server/data", ".config/VSCodium"])(
    "finds the tasks of an editor in %s",
    async (folder) => {
      expect((await read([TASK], folder))?.messages).toEqual(["user: Name the queue"]);
    },
  );
});
