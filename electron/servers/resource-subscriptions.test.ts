import path from "node:path";
import { expect, it } from "vitest";
import { connectV2, until } from "../../tests/testing/clients.ts";
import { program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";

type AnyClient = Awaited<ReturnType<typeof connectV2>>;
type Kind = "legacy" | "auto";

const FAST = { restartDelayMs: 10, maxRestartDelayMs: 50 };
const URI = "note://one";
const processOf = (name: string) => program(name, [path.join(import.meta.dirname, "testing", `${name}-process.ts`)]);
const touch = (client: AnyClient) => client.callTool({ name: "touch", arguments: {} });

/**
 * Subscribes in the revision of the client.
 * @returns the addresses that were reported, and the end of the subscription
 */
async function subscribe(client: AnyClient, uri: string) {
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void updated.push(params.uri));
  if (client.getProtocolEra() === "legacy") {
    await client.subscribeResource({ uri });
    return { updated, end: () => client.unsubscribeResource({ uri }) };
  }
  const stream = await client.listen({ resourceSubscriptions: [uri] });
  return { updated, end: () => stream.close() };
}

/** Touches the resource until its change was reported: a subscription of revision 2026 starts with a delay. */
async function touchUntilReported(client: AnyClient, updated: readonly string[]): Promise<void> {
  await until(
    async () => {
      await touch(client);
      return updated.length;
    },
    (count) => count > 0,
  );
}

for (const name of ["asking", "modern"]) {
  it.each(["legacy", "auto"] as const)(
    `reports changes of ${name} to its subscribers only (%s)`,
    async (kind: Kind) => {
      const { stack, token } = await openGateway([processOf(name)]);
      const issued = await token({ [name]: "all" });
      const [client, other] = [
        await connectV2(stack, kind, { token: issued }),
        await connectV2(stack, kind, { token: issued }),
      ];
      const seen: string[] = [];
      other.setNotificationHandler("notifications/resources/updated", ({ params }) => void seen.push(params.uri));
      await until(
        () => stack.mcp.sessions(),
        (sessions) => sessions.every(({ listening }) => listening),
      );
      const { updated } = await subscribe(client, URI);
      await touchUntilReported(client, updated);
      expect(new Set(updated)).toEqual(new Set([URI]));
      expect(seen).toEqual([]);
    },
  );

  it(`subscribes to ${name} once for several clients, again after its end, and ends with the last client`, async () => {
    const { stack, token, servers, idOf } = await openGateway([processOf(name)], { ...FAST, idleMs: 100 });
    const issued = await token({ [name]: "all" });
    const clients = [
      await connectV2(stack, "legacy", { token: issued }),
      await connectV2(stack, "auto", { token: issued }),
    ];
    await until(
      () => stack.mcp.sessions(),
      (sessions) => sessions.every(({ listening }) => listening),
    );
    const subscriptions: Awaited<ReturnType<typeof subscribe>>[] = [];
    for (const client of clients) {
      const subscription = await subscribe(client, URI);
      await touchUntilReported(client, subscription.updated);
      subscriptions.push(subscription);
    }
    const log = () => servers.log(idOf(name)).map(({ text }) => text);
    if (name === "asking") expect(log().filter((line) => line === `subscribed ${URI}`)).toHaveLength(1);

    for (const { updated } of subscriptions) updated.length = 0;
    await clients[0]?.callTool({ name: "die", arguments: {} });
    // Without a call: a change may have been missed while the server did not run.
    await expect.poll(() => subscriptions.every(({ updated }) => updated.includes(URI))).toBe(true);
    expect(servers.list()).toMatchObject([{ state: "running" }]);

    // A server with subscriptions is not stopped for being idle.
    for (const { end } of subscriptions) await end();
    await expect.poll(() => servers.list()[0]?.state).toBe("stopped");
    if (name === "asking") expect(log()).toContain(`unsubscribed ${URI}`);
  });
}

it("ends the subscriptions of a session with it, and those to a server that is not granted any more", async () => {
  const { stack, token, servers, idOf, grant } = await openGateway([processOf("asking")]);
  const issued = await token({ asking: "all" });
  const log = () => servers.log(idOf("asking")).filter(({ text }) => text === `unsubscribed ${URI}`).length;
  const client = await connectV2(stack, "legacy", { token: issued });
  await subscribe(client, URI);
  for (const session of stack.mcp.sessions()) {
    const headers = { authorization: `Bearer ${issued}`, "mcp-session-id": session.id };
    await fetch(stack.url, { method: "DELETE", headers });
  }
  await expect.poll(log).toBe(1);
  await subscribe(await connectV2(stack, "legacy", { token: issued }), URI);
  await grant("test-client", {});
  await expect.poll(log).toBe(2);
});

it("returns the error of a server that refuses a subscription, or does not report changes", async () => {
  const { stack, token } = await openGateway([processOf("asking")]);
  const client = await connectV2(stack, "legacy", { token: await token({ asking: "all" }) });
  await expect(client.subscribeResource({ uri: "note://refused" })).rejects.toThrow("This resource does not change.");
  await expect(client.subscribeResource({ uri: URI })).resolves.toEqual({});
});
