import assert from "node:assert/strict";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { NewServer, ServerSummary, ServerTool } from "../../electron/core/servers.ts";
import type { ClientHome } from "../clients/home.ts";
import { compareOffers, compareResults, type Difference } from "./compare.ts";
import { type Entry, LISTS, type List, type Offer, OfferClient } from "./offer.ts";
import type { PublicServer } from "./public-servers.ts";

/** The subject of the token in the generic configuration. */
const OTHER = "other";

export interface CheckedServer {
  /** The number of entries of each list of the server. */
  readonly counts: Readonly<Record<List, number>>;
  readonly differences: readonly Difference[];
  /** Tools that the owner had to approve, with the kinds of their findings. */
  readonly findings: readonly string[];
}

interface Sent {
  readonly offer: Offer;
  readonly results: readonly Entry[];
}

/**
 * Compares what a server sends to a client that starts it with what a client receives through Recollect, over HTTP in
 * the newest revision and over the shim in revision 2025.
 * @throws if the server cannot be used directly, or not through Recollect
 */
export async function checkServer(
  home: ClientHome,
  name: string,
  file: string,
  { args = [], env = {}, calls }: PublicServer,
): Promise<CheckedServer> {
  const filled = args.map((argument) => argument.replace("{folder}", home.project));
  const environment = { PATH: process.env.PATH ?? "", HOME: home.userHome, ...env };
  const read = async (transport: Transport, mode: "auto" | "legacy", names: readonly string[]): Promise<Sent> => {
    const client = await OfferClient.connect(transport, mode);
    try {
      const offer = await client.read();
      const results = [];
      for (const [index, call] of calls.entries()) {
        results.push(await client.call({ ...call, tool: names[index] ?? call.tool }));
      }
      return { offer, results };
    } finally {
      await client.close();
    }
  };
  const startDirectly = () =>
    new StdioClientTransport({ command: file, args: filled, env: environment, cwd: home.project, stderr: "ignore" });
  const direct = await read(startDirectly(), "auto", []);
  const again = await read(startDirectly(), "auto", []);
  assert.ok(direct.offer.tools.size > 0, "the server has no tools");

  const { PATH: _path, ...ownEnvironment } = environment;
  const added = await home.ask<ServerSummary>("servers.add", {
    name,
    transport: { kind: "stdio", command: file, args: filled, cwd: home.project, env: ownEnvironment, inherit: [] },
    secrets: {},
  } satisfies NewServer);
  try {
    const authorization = await home.authorization();
    const overHttp = async () =>
      new StreamableHTTPClientTransport(new URL(await home.url()), { requestInit: { headers: { authorization } } });
    const token = authorization.replace(/^Bearer /, "");
    const overShim = async () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [home.shim],
        env: {
          PATH: environment.PATH,
          HOME: home.userHome,
          RECOLLECT_DATA_DIR: home.dataFolder,
          RECOLLECT_TOKEN: token,
        },
        cwd: home.project,
        stderr: "ignore",
      });
    await home.ask("clients.updateGrant", { subject: OTHER, servers: [] });
    const { offer: own } = await readOnly(await overHttp());
    const findings = await approveAll(home, added.id);
    const servers = [{ server: added.id, tools: "all" }];
    await home.ask("clients.updateGrant", { subject: OTHER, servers, listAllTools: true });
    const tools = await home.ask<readonly ServerTool[]>("servers.tools", { id: added.id });
    const exposed = (list: List, entry: string) => exposedName(name, own, tools, list, entry);
    const names = calls.map(({ tool }) => exposed("tools", tool));
    const paths = [
      { transport: await overHttp(), mode: "auto", label: "HTTP" },
      { transport: await overShim(), mode: "legacy", label: "shim" },
    ] as const;
    const differences = [];
    for (const { transport, mode, label } of paths) {
      // A server may count its calls.
      await home.ask("servers.restart", { id: added.id });
      const through = await read(transport, mode, names);
      differences.push(
        ...compareOffers(direct.offer, without(through.offer, own), exposed),
        ...calls.flatMap(({ tool }, index) =>
          compareResults(tool, direct.results[index] ?? {}, again.results[index] ?? {}, through.results[index] ?? {}),
        ),
      );
      assert.ok(through.offer.tools.size > own.tools.size, `${label} lists no tools`);
    }
    const counts = Object.fromEntries(LISTS.map((list) => [list, direct.offer[list].size]));
    return { counts: counts as CheckedServer["counts"], differences, findings };
  } finally {
    await home.ask("servers.remove", { id: added.id });
  }
}

async function readOnly(transport: Transport): Promise<{ readonly offer: Offer }> {
  const client = await OfferClient.connect(transport, "auto");
  const offer = await client.read();
  await client.close();
  return { offer };
}

/** Approves the tools with findings, as the owner does. @returns a text for each of them */
async function approveAll(home: ClientHome, id: string): Promise<readonly string[]> {
  const tools = await home.ask<readonly ServerTool[]>("servers.tools", { id });
  const waiting = tools.filter(({ state }) => state !== "approved");
  if (waiting.length > 0) await home.ask("servers.approve", { id, names: waiting.map((tool) => tool.name) });
  return waiting.map((tool) => `${tool.name} (${tool.findings.map(({ kind }) => kind).join(", ")})`);
}

/** Tools have the name that Recollect tells the owner; prompts and addresses are prefixed if Recollect has the same. */
function exposedName(server: string, own: Offer, tools: readonly ServerTool[], list: List, name: string): string {
  if (list === "tools") return tools.find((tool) => tool.name === name)?.exposedName ?? name;
  if (!own[list].has(name)) return name;
  return list === "prompts" ? `${server}__${name}` : `${server}+${name}`;
}

function without(offer: Offer, own: Offer): Offer {
  const others = LISTS.map((list) => [list, new Map([...offer[list]].filter(([name]) => !own[list].has(name)))]);
  return Object.fromEntries(others) as unknown as Offer;
}
