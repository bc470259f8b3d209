import { expect, it } from "vitest";
import type { LoggedClient } from "../core/request-log.ts";
import { listClients, type OpenSession } from "./clients.ts";

const NOW = Date.UTC(2026, 0, 1, 12);
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

function logged(name: string, lastSeenAt: string, era: LoggedClient["era"] = "2025"): LoggedClient {
  return {
    name,
    version: "1.0",
    subject: name,
    transport: "http",
    era,
    protocolVersion: "2025-11-25",
    project: null,
    lastSeenAt,
    lastMethod: "tools/list",
    requestsToday: 1,
    capturesToday: 0,
    errorsToday: 0,
    tokenDays: [],
  };
}

const list = (clients: readonly LoggedClient[], sessions: readonly OpenSession[]) =>
  listClients({
    logged: async () => clients,
    connected: () => sessions,
    configurations: async () => [],
    now: () => NOW,
  });

it("counts a client as connected while it has a session, or for five minutes after a stateless request", async () => {
  const session = { client: { name: "holder", version: "1.0" } };
  const clients = await list(
    [
      logged("gone", minutesAgo(6), "2026"),
      logged("heard", minutesAgo(4), "2026"),
      logged("holder", minutesAgo(600)),
      logged("left", minutesAgo(1)),
      logged("script", minutesAgo(2), null),
    ],
    [session, session, { client: null }],
  );
  expect(clients.map(({ name, connected, sessions }) => [name, connected, sessions])).toEqual([
    ["heard", true, 0],
    ["holder", true, 2],
    ["left", false, 0],
    ["script", false, 0],
    ["gone", false, 0],
  ]);
});

it.each(["recollect-cli", "curl", "node", "python-requests", "Go-http-client", "PostmanRuntime"])(
  "leaves out %s, which is not an assistant",
  async (name) => {
    const clients = [
      { ...logged(name, minutesAgo(1), null), transport: "rest" } as const,
      logged("cursor", minutesAgo(2)),
    ];
    expect((await list(clients, [])).map((client) => client.name)).toEqual(["cursor"]);
  },
);

it("keeps a client that speaks MCP, whatever its name", async () => {
  expect(await list([logged("node", minutesAgo(1))], [])).toHaveLength(1);
});

it("leaves out the window, which sends replayed requests", async () => {
  const clients = await list([logged("Recollect window", minutesAgo(1)), logged("cursor", minutesAgo(2))], []);
  expect(clients.map(({ name }) => name)).toEqual(["cursor"]);
});

it("distinguishes versions of one program", async () => {
  const [client] = await list([logged("holder", minutesAgo(600))], [{ client: { name: "holder", version: "2.0" } }]);
  expect(client).toMatchObject({ connected: false, sessions: 0 });
});
