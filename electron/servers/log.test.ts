import path from "node:path";
import { expect, it } from "vitest";
import { connectV1, connectV2 } from "../../tests/testing/clients.ts";
import type { RequestSummary } from "../core/request-log.ts";
import { faulty, program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { textOf } from "./testing/open-servers.ts";

it("logs the server of each call with its part of the time, in both revisions and over REST, and redacts", async () => {
  const { stack, token } = await openGateway([faulty("one"), faulty("two")]);
  const issued = await token({ one: "all", two: "all" });
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const clients = [await connectV1(stack, { token: issued }), await connectV2(stack, "auto", { token: issued })];
  for (const client of clients) {
    expect(textOf(await client.callTool({ name: "one__echo", arguments: { text: secret } }))).toBe(secret);
    await client.callTool({ name: "two__pid", arguments: {} });
    await client.callTool({ name: "memory_status", arguments: {} });
  }
  const rest = await fetch(`${stack.origin}/tools/one__echo`, {
    method: "POST",
    headers: { authorization: `Bearer ${issued}`, "content-type": "application/json" },
    body: JSON.stringify({ text: "over REST" }),
  });
  expect(await rest.json()).toEqual({ content: [{ type: "text", text: "over REST" }] });

  const list = async (server: string) => (await stack.log.list({ server }, 20, null)).items;
  await expect.poll(async () => (await list("one")).length).toBe(3);
  await expect.poll(async () => (await list("two")).length).toBe(2);
  for (const row of [...(await list("one")), ...(await list("two"))]) {
    expect(row.target).toBe(row.server === "one" ? "one__echo" : "two__pid");
    expect(row.serverMs).toBeGreaterThan(0);
    expect(row.serverMs).toBeLessThanOrEqual(row.durationMs);
  }
  const details = await Promise.all((await list("one")).map(({ id }) => stack.log.get(id)));
  expect(JSON.stringify(details)).not.toContain(secret);
  expect(JSON.stringify(details)).toContain("[redacted]");
  const own = (await stack.log.list({ target: "memory_status" }, 5, null)).items;
  expect(own).toMatchObject([
    { server: null, serverMs: null },
    { server: null, serverMs: null },
  ] satisfies Partial<RequestSummary>[]);
});

it("logs the server of a call that fails", async () => {
  const { stack, token } = await openGateway([faulty("one")]);
  const client = await connectV2(stack, "auto", { token: await token({ one: "all" }) });
  expect(await client.callTool({ name: "die", arguments: {} })).toMatchObject({ isError: true });
  await expect
    .poll(async () => (await stack.log.list({ server: "one" }, 5, null)).items)
    .toMatchObject([{ target: "die", outcome: "error", errorCode: "unavailable" }]);
});

it("logs what a server asks the client, and the response, with the server, and redacts", async () => {
  const { stack, token } = await openGateway([
    program("asking", [path.join(import.meta.dirname, "testing", "asking-process.ts")]),
  ]);
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const issued = await token({ asking: "all" });
  for (const mode of ["legacy", "auto"] as const) {
    const client = await connectV2(stack, mode, { token: issued, capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: secret } }));
    await client.callTool({ name: "ask", arguments: { message: secret } });
  }
  const rows = async () => (await stack.log.list({ server: "asking" }, 20, null)).items;
  await expect.poll(async () => (await rows()).length).toBe(5);
  const seen = (await rows()).map(({ era, direction, method }) => `${era} ${direction} ${method}`);
  // Revision 2026 has no requests to a client: the call is repeated with the responses.
  expect(seen.sort()).toEqual([
    "2025 received elicitation/create",
    "2025 received tools/call",
    "2025 sent elicitation/create",
    "2026 received tools/call",
    "2026 received tools/call",
  ]);
  const details = JSON.stringify(await Promise.all((await rows()).map(({ id }) => stack.log.get(id))));
  expect(details).toContain("asking: [redacted]");
  expect(details).not.toContain(secret);
});
