import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Transport } from "../../electron/core/client-connection.ts";
import type { NewServer, ServerSummary, ServerTool } from "../../electron/core/servers.ts";
import { manyTools, official } from "../../electron/servers/testing/definitions.ts";
import { AGENTS, type Agent, type AgentName } from "./agents.ts";
import { type Check, ERAS, optionsOf } from "./check.ts";
import type { ClientHome } from "./home.ts";
import { openInspector } from "./live/inspector.ts";
import type { LiveClient } from "./live/live-client.ts";
import { openMcpRemote } from "./live/mcp-remote.ts";
import { type ModelServer, openModelServer } from "./model/model-server.ts";

/** The subject of the token in the generic configuration. */
const OTHER = "other";
const NOTE = "Invoices are rendered with WeasyPrint";

/** Adds two servers from npm and one of sixty tools, and writes a file for the second. The last has the sixty. */
async function addServers(home: ClientHome): Promise<readonly ServerSummary[]> {
  writeFileSync(noteOf(home), NOTE);
  const definitions: readonly NewServer[] = [
    official("everything", "everything"),
    official("filesystem", "filesystem", [home.project]),
    manyTools("shop"),
  ];
  return await Promise.all(definitions.map((server) => home.ask<ServerSummary>("servers.add", server)));
}

const noteOf = ({ project }: ClientHome) => path.join(project, "note.txt");

/** Grants servers to a client, and returns the names of their tools. */
async function grant(home: ClientHome, subject: string, servers: readonly ServerSummary[]): Promise<readonly string[]> {
  const grants = servers.map(({ id }) => ({ server: id, tools: "all" }));
  await home.ask("clients.updateGrant", { subject, servers: grants });
  const tools = await Promise.all(servers.map(({ id }) => home.ask<readonly ServerTool[]>("servers.tools", { id })));
  return tools.flat().flatMap(({ exposedName }) => exposedName ?? []);
}

/** Calls a tool of each of the two servers. */
async function callsFew(client: Pick<LiveClient, "call">, home: ClientHome): Promise<void> {
  assert.match(await client.call("echo", { message: "through Recollect" }), /Echo: through Recollect/);
  assert.ok((await client.call("read_text_file", { path: noteOf(home) })).includes(NOTE), "read_text_file");
}

/**
 * Which of these tools the client offered to its model in the last turn. Clients have tools of the same names, put a prefix
 * before ours, and some replace hyphens.
 */
function offered(model: ModelServer, names: readonly string[]): readonly string[] {
  const plain = (name: string) => name.replaceAll("-", "_");
  const ours = (model.lastOffer()?.tools ?? []).map(({ name }) => plain(name)).filter((name) => /recollect/.test(name));
  return names.filter((name) => ours.some((own) => own.endsWith(plain(name))));
}

/**
 * A client that asks a model what to do. It puts the tools of two servers before its model and calls one of each. With a
 * third server it has more than forty, and finds and calls them instead.
 */
function agentThroughServers(program: AgentName): Check {
  const agent: Agent = AGENTS[program];
  return {
    program,
    name: "tools of other servers",
    async run(file, home) {
      const model = await openModelServer();
      const inClient = async (transport: Transport, use: (client: LiveClient) => Promise<void>) => {
        await home.connect(program, transport);
        const client = await agent.open(optionsOf(file, home), model);
        await use(client).finally(() => client.close());
      };
      try {
        agent.prepare?.(home, model);
        const servers = await addServers(home);
        const fewTools = await grant(home, program, servers.slice(0, 2));
        await inClient("http", async (client) => {
          await callsFew(client, home);
          assert.deepEqual(offered(model, fewTools), fewTools);
        });
        const tools = await grant(home, program, servers);
        await inClient("stdio", async (client) => {
          assert.match(await client.call("find_tools", { query: "read refund" }), /read_refund/);
          const call = { name: "read_refund", arguments: { number: 7 } };
          assert.match(await client.call("call_tool", call), /read_refund \{\\*"number\\*":7/);
          assert.deepEqual(offered(model, tools), []);
        });
        return `${fewTools.length} tools listed and two called, HTTP; one of ${tools.length} found and called, stdio`;
      } finally {
        await model.close();
      }
    },
  };
}

/** The Inspector calls through Recollect in both protocol revisions. */
const inspector: Check[] = ERAS.map((era) => ({
  program: "inspector",
  name: `tools of other servers, ${era}`,
  async run(file, home) {
    home.write(".mcp-inspector/mcp.json", await home.snippet(OTHER, "http"));
    await grant(home, OTHER, (await addServers(home)).slice(0, 2));
    const client = await openInspector(optionsOf(file, home), era);
    await callsFew(client, home).finally(() => client.close());
    return "a tool of each of two servers called";
  },
}));

const mcpRemote: Check = {
  program: "mcp-remote",
  name: "tools of other servers",
  async run(file, home) {
    const authorization = await home.authorization();
    const servers = await addServers(home);
    const few = await grant(home, OTHER, servers.slice(0, 2));
    const client = await openMcpRemote(optionsOf(file, home), await home.url(), authorization);
    try {
      const listed = await client.tools();
      assert.deepEqual(
        few.filter((name) => !listed.includes(name)),
        [],
      );
      await callsFew(client, home);
      return `${few.length} tools listed and two called`;
    } finally {
      await client.close();
    }
  },
};

export const SERVER_CHECKS: readonly Check[] = [
  ...(["claude-code", "codex", "gemini-cli", "opencode", "qwen-code"] as const).map(agentThroughServers),
  ...inspector,
  mcpRemote,
];
