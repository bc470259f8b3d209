import assert from "node:assert/strict";
import path from "node:path";
import { CLIENTS } from "../../electron/connect/registry.ts";
import { AGENTS, type Agent, type AgentName } from "./agents.ts";
import { type Check, ERAS, optionsOf, TIMEOUT_MS, TRANSPORTS } from "./check.ts";
import { firstMinute } from "./first-minute.ts";
import type { ClientHome } from "./home.ts";
import { openClaudeCode } from "./live/claude-code.ts";
import { openCodex } from "./live/codex.ts";
import { openInspector } from "./live/inspector.ts";
import type { LiveClient } from "./live/live-client.ts";
import { openMcpRemote } from "./live/mcp-remote.ts";
import { type ModelServer, openModelServer } from "./model/model-server.ts";
import { PLUGIN_CHECKS } from "./plugin-checks.ts";
import type { ProgramName } from "./programs.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";
import { SERVER_CHECKS } from "./server-checks.ts";
import { SKILL_CHECKS } from "./skill-checks.ts";
import { checkTranscript, checkUse } from "./transcripts.ts";

const CONTENT = "Orders live in PostgreSQL";
const CADDY = "The staging deployment runs behind Caddy on the host kestrel-7, port 8443";
const CADDY_ANSWER = "It is behind Caddy on kestrel-7, at port 8443.";

/** Lists until the server is connected: clients give it a few seconds, which a busy machine may exceed. */
async function listUntil(list: () => Promise<string>, connected: RegExp): Promise<string> {
  const end = performance.now() + TIMEOUT_MS;
  let listed = await list();
  while (!connected.test(listed) && performance.now() < end) listed = await list();
  return listed;
}

/**
 * A client that lists its servers with their state: ours is connected, and missing after disconnecting. Sessions try the
 * entry of the other transport.
 */
function lists(program: AgentName, connected: RegExp): Check {
  return {
    program,
    name: "mcp list",
    async run(file, home) {
      const list = async () => (await runProgram(file, ["mcp", "list"], optionsOf(file, home))).output;
      await home.connect(program, "stdio");
      assert.match(await listUntil(list, connected), connected);
      await home.disconnect(program);
      assert.doesNotMatch(await list(), /recollect/);
      return "connected, missing after disconnecting";
    },
  };
}

/** A client that asks a model what to do: one session with our stand-in, over restarts of Recollect. */
function converses(program: AgentName): Check[] {
  const agent: Agent = AGENTS[program];
  return TRANSPORTS.map((transport) => ({
    program,
    name: `one session over restarts, ${transport}`,
    async run(file, home) {
      const model = await openModelServer();
      try {
        agent.prepare?.(home, model);
        await home.connect(program, transport);
        const disconnects = transport === "http" && CLIENTS.some(({ id, httpCaveat }) => id === program && httpCaveat);
        const result = await survivesRestarts(await agent.open(optionsOf(file, home), model), home, disconnects);
        return `${result}; ${await checkTranscript(program, home)}`;
      } finally {
        await model.close();
      }
    },
  }));
}

/** A client that runs for one turn: how its model is configured, and its arguments. */
interface OneTurn {
  prepare(file: string, home: ClientHome, options: ProgramOptions, model: ModelServer): Promise<void> | void;
  args(prompt: string, home: ClientHome): readonly string[];
  /** Stops the processes that it leaves running. */
  finish?(file: string, options: ProgramOptions): Promise<unknown>;
}

const cline: OneTurn = {
  async prepare(file, _home, options, { url }) {
    const account = ["auth", "openai-compatible", "-k", "none-needed", "-m", "model", "-b", `${url}/v1`];
    const { code, output } = await runProgram(file, account, options);
    if (code !== 0) throw new Error(`cline auth exited with ${code}: ${output}`);
  },
  args: (prompt) => ["--json", prompt],
  finish: (file, options) => runProgram(file, ["hub", "stop"], options),
};

const continueCli: OneTurn = {
  prepare(_file, home, _options, { url }) {
    const model = `{ name: stand-in, provider: openai, model: model, apiKey: none-needed, apiBase: ${url}/v1 }`;
    home.write(".continue/config.yaml", `name: Mine # kept\nversion: 1.0.0\nschema: v1\nmodels:\n  - ${model}\n`);
  },
  args: (prompt, { env }) => [
    "-p",
    "--auto",
    "--config",
    path.join(env.HOME ?? "", ".continue", "config.yaml"),
    prompt,
  ],
};

/** A client that runs for one turn with the configuration that we wrote. */
function callsOnce(program: ProgramName, clientId: string, { prepare, args, finish }: OneTurn): Check[] {
  return TRANSPORTS.map((transport) => ({
    program,
    name: `one call, ${transport}`,
    async run(file, home) {
      const options = optionsOf(file, home);
      const model = await openModelServer();
      try {
        await prepare(file, home, options, model);
        await home.connect(clientId, transport);
        const turn = (prompt: string) => runProgram(file, args(prompt, home), options);
        const result = await model.callThrough(turn, "capture_memory", { content: CONTENT });
        assert.match(result, /Captured|"created"/);
        return `capture_memory succeeded; ${await checkTranscript(clientId, home)}`;
      } finally {
        await finish?.(file, options);
        await model.close();
      }
    },
  }));
}

/**
 * Keeps one client process running while Recollect is restarted between two calls, and stopped during a call, which
 * fails. Each later call must return the captured memory.
 * @param disconnects whether the client is known to stay disconnected after the failed call (`httpCaveat`)
 */
async function survivesRestarts(client: LiveClient, home: ClientHome, disconnects = false): Promise<string> {
  const search = () => client.call("search_memories", { query: "PostgreSQL" });
  try {
    assert.match(await client.call("capture_memory", { content: CONTENT }), /Captured|"created"/, "before a restart");
    await home.restart();
    assert.match(await search(), /Orders live/, "after a restart");
    await home.stop();
    const failed = await search().catch((error: unknown) => String(error));
    assert.doesNotMatch(failed, /Orders live/, "while Recollect is stopped");
    await home.start();
    if (disconnects) {
      await assert.rejects(search(), /did not offer/, "it reconnected: its httpCaveat is obsolete");
      return "works after a restart; stays disconnected after a failed call, as its httpCaveat says";
    }
    assert.match(await search(), /Orders live/, "after a call that failed while Recollect was stopped");
    return "works after a restart, and after a call while Recollect was stopped";
  } finally {
    await client.close();
  }
}

const ADDED = /possibly relevant to this prompt/g;

/**
 * Claude Code puts before its model what our hooks return: for the start of a session, and once for a prompt. Its
 * transcript shows which memory an answer used.
 */
const claudeHooks: Check = {
  program: "claude-code",
  name: "hooks at the start and for a prompt",
  async run(file, home) {
    const model = await openModelServer();
    const options = optionsOf(file, home);
    // On a busy machine a hook is late.
    const env = { ...options.env, RECOLLECT_DATA_DIR: home.dataFolder, RECOLLECT_HOOK_TIMEOUT_MS: String(TIMEOUT_MS) };
    try {
      await home.connect("claude-code", "stdio");
      const before = await openClaudeCode(options, model);
      await before.call("capture_memory", { content: CONTENT });
      await before.close();
      const { code, output } = await runProgram(process.execPath, [home.shim, "hooks", "--write"], { ...options, env });
      assert.equal(code, 0, output);

      const client = await openClaudeCode({ ...options, env }, model);
      const shown = async (asked: string, tool: string, args: object) => {
        model.setQuestion(asked);
        await client.call(tool, args);
        return model.lastOffer()?.body ?? "";
      };
      try {
        const invoices = "Invoices are rendered with WeasyPrint, because LibreOffice broke the pages";
        const started = await shown("", "capture_memory", { content: invoices });
        assert.match(started, /Recollect is the user's long-term memory/, "at the start");
        assert.ok(started.includes(`> ${CONTENT}`), "a memory at the start");
        assert.doesNotMatch(started, ADDED, "for a prompt about nothing");
        const asked = "Are invoices rendered with WeasyPrint or LibreOffice, and what broke the pages?";
        const added = await shown(asked, "memory_status", {});
        assert.ok(added.includes(`> ${invoices}`), "a memory for a prompt");
        assert.equal((await shown(asked, "memory_status", {})).match(ADDED)?.length, 1, "twice in a session");
        await client.call("capture_memory", { content: CADDY });
        model.setAnswer(CADDY_ANSWER);
        const given = await shown("Where does the staging deployment run?", "memory_status", {});
        assert.ok(given.includes(`> ${CADDY}`), "a memory for an answer");
        await checkUse("claude-code", CADDY, home);
        return "the model sees memories at the start, and once those relevant to a prompt; an answer used one";
      } finally {
        await client.close();
      }
    } finally {
      await model.close();
    }
  },
};

/** Codex lists and calls our tools, also over restarts. */
const codex: Check[] = TRANSPORTS.map((transport) => ({
  program: "codex",
  name: `app-server over restarts, ${transport}`,
  async run(file, home) {
    await home.connect("codex", transport);
    const session = await openCodex(optionsOf(file, home));
    const tools = (await session.servers()).find(({ name }) => name === "recollect")?.tools ?? [];
    assert.ok(tools.includes("capture_memory"), tools.join(", "));
    return `${tools.length} tools; ${await survivesRestarts(session, home)}`;
  },
}));

/** Codex with a model writes a transcript, which shows the used memory; its app-server calls tools without turns. */
const codexTranscript: Check = {
  program: "codex",
  name: "transcript of turns",
  async run(file, home) {
    const model = await openModelServer();
    try {
      await home.connect("codex", "stdio");
      const client = await AGENTS.codex.open(optionsOf(file, home), model);
      await client.call("capture_memory", { content: CADDY });
      const read = await checkTranscript("codex", home);
      model.setQuestion("Where does the staging deployment run?");
      model.setAnswer(CADDY_ANSWER);
      await client.call("search_memories", { query: "staging deployment" });
      await checkUse("codex", CADDY, home);
      return `${read}; an answer used a memory that it searched`;
    } finally {
      await model.close();
    }
  },
};

/** The Inspector with both protocol revisions and transports. */
const inspector: Check[] = ERAS.flatMap((era) =>
  TRANSPORTS.map((transport) => ({
    program: "inspector",
    name: `one connection over restarts, ${era}, ${transport}`,
    async run(file, home) {
      home.write(".mcp-inspector/mcp.json", await home.snippet("other", transport));
      return await survivesRestarts(await openInspector(optionsOf(file, home), era), home);
    },
  })),
);

const mcpRemote: Check = {
  program: "mcp-remote",
  name: "stdio to HTTP over restarts",
  async run(file, home) {
    const client = await openMcpRemote(optionsOf(file, home), await home.url(), await home.authorization());
    const tools = await client.tools();
    assert.ok(tools.includes("search_memories"), tools.join(", "));
    return `${tools.length} tools; ${await survivesRestarts(client, home)}`;
  },
};

export const CHECKS: readonly Check[] = [
  lists("claude-code", /recollect: .*Connected/),
  ...converses("claude-code"),
  claudeHooks,
  firstMinute,
  ...codex,
  codexTranscript,
  lists("gemini-cli", /✓ recollect: .*Connected/),
  ...converses("gemini-cli"),
  lists("qwen-code", /✓ recollect: .*Connected/),
  ...converses("qwen-code"),
  lists("opencode", /✓ recollect\s+connected/),
  ...converses("opencode"),
  ...callsOnce("cline", "cline-cli", cline),
  ...callsOnce("continue", "continue", continueCli),
  ...inspector,
  mcpRemote,
  ...PLUGIN_CHECKS,
  ...SERVER_CHECKS,
  ...SKILL_CHECKS,
];
