import { expect, it } from "vitest";
import { until } from "../../tests/testing/clients.ts";
import type { ServerSummary } from "../core/servers.ts";
import { faulty } from "../servers/testing/definitions.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { startFirst, ask } = setUpApplications();

it("starts the servers that clients called recently with the application, if it expects clients", async () => {
  const first = await startFirst();
  const called = await ask<ServerSummary>(first, "servers.add", faulty("called"));
  await ask<ServerSummary>(first, "servers.add", faulty("not-called"));
  const servers = (await ask<ServerSummary[]>(first, "servers.list")).map(({ id }) => ({ server: id, tools: "all" }));
  await ask(first, "clients.configurations");
  await ask(first, "clients.updateGrant", { subject: "claude-code", servers });
  await ask(first, "servers.call", { id: called.id, tool: "echo", arguments: { text: "x" } });
  await first.stop();

  const expecting = await startFirst({ expectsClients: true });
  const statesOf = async (application: typeof first) =>
    (await ask<ServerSummary[]>(application, "servers.list")).map(({ state }) => state);
  await until(
    () => statesOf(expecting),
    ([state]) => state === "running",
  );
  expect(await statesOf(expecting)).toEqual(["running", "stopped"]);
  await ask(expecting, "clients.revoke", { subject: "claude-code" });
  await expecting.stop();

  const revoked = await startFirst({ expectsClients: true });
  expect(await statesOf(revoked)).toEqual(["stopped", "stopped"]);
});
