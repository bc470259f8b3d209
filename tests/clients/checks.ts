import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openCodex } from "./codex-session.ts";
import type { ClientHome } from "./home.ts";
import type { ProgramName } from "./programs.ts";
import { runProgram } from "./run-program.ts";

const LIMIT_MS = 60_000;

/** One thing that is tried with a real program; `run` answers what was seen, and throws where it is not as it should be. */
export interface Check {
  readonly program: ProgramName;
  readonly name: string;
  run(file: string, home: ClientHome): Promise<string>;
}

type Transport = "http" | "stdio";
const TRANSPORTS: readonly Transport[] = ["stdio", "http"];

/** A client that lists its servers with their state: what we wrote is read, reached, and gone after disconnecting. */
function lists(program: "claude-code" | "gemini-cli" | "opencode", connected: RegExp): Check[] {
  return TRANSPORTS.map((transport) => ({
    program,
    name: `mcp list, ${transport}`,
    async run(file, home) {
      const list = async () => {
        const { output } = await runProgram(file, ["mcp", "list"], {
          env: home.env,
          cwd: home.project,
          limitMs: LIMIT_MS,
        });
        return output;
      };
      await home.connect(program, transport);
      const before = await list();
      assert.match(before, connected);
      await home.restart();
      assert.match(await list(), connected);
      await home.disconnect(program);
      assert.doesNotMatch(await list(), /recollect/);
      return "connected before and after a restart, gone after disconnecting";
    },
  }));
}

/** Codex lists and calls our tools, also after a restart of Recollect in the same session. */
const codex: Check[] = TRANSPORTS.map((transport) => ({
  program: "codex",
  name: `app-server, ${transport}`,
  async run(file, home) {
    await home.connect("codex", transport);
    const session = await openCodex(file, { env: home.env, cwd: home.project, limitMs: LIMIT_MS });
    try {
      const servers = await session.servers();
      const ours = servers.find(({ name }) => name === "recollect");
      const tools = ours?.tools ?? [];
      assert.ok(tools.includes("capture_memory"), JSON.stringify(servers));
      await session.callTool("recollect", "capture_memory", { content: "Orders live in PostgreSQL" });
      await home.restart();
      const found = await session.callTool("recollect", "search_memories", { query: "PostgreSQL" });
      assert.match(JSON.stringify(found), /Orders live in PostgreSQL/);
      return `${tools.length} tools; called before and after a restart`;
    } finally {
      session.close();
    }
  },
}));

/** The Inspector in both protocol eras, by both ways. */
const inspector: Check[] = (["legacy", "modern"] as const).flatMap((era) =>
  TRANSPORTS.map((transport) => ({
    program: "inspector" as const,
    name: `${era}, ${transport}`,
    async run(file: string, home: ClientHome) {
      const target =
        transport === "http"
          ? [await home.url(), "--header", `Authorization: ${await home.authorization()}`]
          : [process.execPath, home.shim, "-e", `RECOLLECT_DATA_DIR=${home.dataFolder}`];
      const call = ["--method", "tools/call", "--tool-name", "memory_status", "--format", "json"];
      const args = ["--cli", ...target, "--protocol-era", era, ...call];
      const { code, output } = await runProgram(file, args, { env: home.env, cwd: home.project, limitMs: LIMIT_MS });
      assert.equal(code, 0, output);
      assert.match(output, /uptimeSeconds/);
      return "memory_status answered";
    },
  })),
);

/** The bridge from stdio to HTTP that people use with clients that know stdio alone. */
const mcpRemote: Check = {
  program: "mcp-remote",
  name: "stdio to HTTP",
  async run(file, home) {
    const args = [await home.url(), "--header", `Authorization: ${await home.authorization()}`];
    const env = Object.fromEntries(Object.entries(home.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    const client = new Client({ name: "through-mcp-remote", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: file, args, env, stderr: "ignore" }), {
      timeout: LIMIT_MS,
    });
    try {
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "search_memories"));
      return `${tools.length} tools`;
    } finally {
      await client.close();
    }
  },
};

export const CHECKS: readonly Check[] = [
  ...lists("claude-code", /recollect: .*Connected/),
  ...codex,
  ...lists("gemini-cli", /✓ recollect: .*Connected/),
  ...lists("opencode", /✓ recollect\s+connected/),
  ...inspector,
  mcpRemote,
];
