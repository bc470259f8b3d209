import assert from "node:assert/strict";
import { CATALOGUE } from "../../electron/clients/connect/catalogue.ts";
import type { ClientHome } from "./home.ts";
import { geminiSettings, openGeminiCli, openQwenCode, qwenSettings } from "./live/agent-protocol.ts";
import { openClaudeCode } from "./live/claude-code.ts";
import { openCodex } from "./live/codex.ts";
import { openInspector } from "./live/inspector.ts";
import type { LiveClient, LiveOptions } from "./live/live-client.ts";
import { openMcpRemote } from "./live/mcp-remote.ts";
import { opencodeProvider, openOpencode } from "./live/opencode.ts";
import { type ModelServer, openModelServer } from "./model/model-server.ts";
import { cline, continueCli, type OneTurn } from "./one-turn.ts";
import type { ProgramName } from "./programs.ts";
import { runProgram } from "./run-program.ts";
import { survivesRestarts } from "./survives-restarts.ts";

const LIMIT_MS = 60_000;

/** One thing that is tried with a real program; `run` answers what was seen, and throws where it is not as it should be. */
export interface Check {
  readonly program: ProgramName;
  readonly name: string;
  run(file: string, home: ClientHome): Promise<string>;
}

/** Programs that go by the same name in our catalogue. */
type Agent = "claude-code" | "gemini-cli" | "qwen-code" | "opencode";
type Transport = "http" | "stdio";
const TRANSPORTS: readonly Transport[] = ["stdio", "http"];
const ERAS = ["legacy", "modern"] as const;

const optionsOf = (file: string, { env, project }: ClientHome): LiveOptions => ({
  file,
  env,
  cwd: project,
  limitMs: LIMIT_MS,
});

/** A client that lists its servers with their state: what we wrote is read, reached, and gone after disconnecting. */
function lists(program: Agent, connected: RegExp): Check[] {
  return TRANSPORTS.map((transport) => ({
    program,
    name: `mcp list, ${transport}`,
    async run(file, home) {
      const list = async () => (await runProgram(file, ["mcp", "list"], optionsOf(file, home))).output;
      await home.connect(program, transport);
      assert.match(await list(), connected);
      await home.disconnect(program);
      assert.doesNotMatch(await list(), /recollect/);
      return "connected, gone after disconnecting";
    },
  }));
}

/** A client that asks a model what to do, which our stand-in answers: one session of it, over restarts of Recollect. */
function converses(
  program: Agent,
  open: (options: LiveOptions, model: ModelServer) => Promise<LiveClient>,
  prepare: (home: ClientHome, model: ModelServer) => void = () => undefined,
): Check[] {
  return TRANSPORTS.map((transport) => ({
    program,
    name: `one session over restarts, ${transport}`,
    async run(file, home) {
      const model = await openModelServer();
      try {
        prepare(home, model);
        await home.connect(program, transport);
        const letsGo = transport === "http" && CATALOGUE.some(({ id, httpCaveat }) => id === program && httpCaveat);
        return await survivesRestarts(await open(optionsOf(file, home), model), home, letsGo);
      } finally {
        await model.close();
      }
    },
  }));
}

/** A client that is run for one turn, with what our writer wrote. */
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
        const answer = await model.callThrough(turn, "capture_memory", { content: "Orders live in PostgreSQL" });
        assert.match(answer, /Orders live/);
        return "capture_memory answered";
      } finally {
        await finish?.(file, options);
        await model.close();
      }
    },
  }));
}

/** Codex lists and calls our tools, over restarts too. */
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

/** The Inspector in both protocol eras, by both ways: a single call, and a connection that lasts. */
const inspector: Check[] = ERAS.flatMap((era) =>
  TRANSPORTS.flatMap((transport): Check[] => [
    {
      program: "inspector",
      name: `one call, ${era}, ${transport}`,
      async run(file, home) {
        const target =
          transport === "http"
            ? [await home.url(), "--header", `Authorization: ${await home.authorization()}`]
            : [process.execPath, home.shim, "-e", `RECOLLECT_DATA_DIR=${home.dataFolder}`];
        const call = ["--method", "tools/call", "--tool-name", "memory_status", "--format", "json"];
        const args = ["--cli", ...target, "--protocol-era", era, ...call];
        const { code, output } = await runProgram(file, args, optionsOf(file, home));
        assert.equal(code, 0, output);
        assert.match(output, /uptimeSeconds/);
        return "memory_status answered";
      },
    },
    {
      program: "inspector",
      name: `one connection over restarts, ${era}, ${transport}`,
      async run(file, home) {
        home.write(".mcp-inspector/mcp.json", await home.snippet("other", transport));
        return await survivesRestarts(await openInspector(optionsOf(file, home), era), home);
      },
    },
  ]),
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
  ...lists("claude-code", /recollect: .*Connected/),
  ...converses("claude-code", openClaudeCode),
  ...codex,
  ...lists("gemini-cli", /✓ recollect: .*Connected/),
  ...converses("gemini-cli", openGeminiCli, (home) =>
    home.write(".gemini/settings.json", JSON.stringify(geminiSettings)),
  ),
  ...lists("qwen-code", /✓ recollect: .*Connected/),
  ...converses("qwen-code", openQwenCode, (home) => home.write(".qwen/settings.json", JSON.stringify(qwenSettings))),
  ...lists("opencode", /✓ recollect\s+connected/),
  ...converses("opencode", openOpencode, (home, model) =>
    home.write(".config/opencode/opencode.json", JSON.stringify({ provider: opencodeProvider(model) })),
  ),
  ...callsOnce("cline", "cline-cli", cline),
  ...callsOnce("continue", "continue", continueCli),
  ...inspector,
  mcpRemote,
];
