import { expect, it, onTestFinished } from "vitest";
import { type ReferenceServer, startReferenceServer } from "../../tests/conformance/reference-server.ts";
import { connectV2 } from "../../tests/testing/clients.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { textOf } from "./testing/open-servers.ts";

const CAPABILITIES = { elicitation: { form: {} }, sampling: {} };

/** Recollect with a server of the SDK over HTTP behind it. */
async function openHttpGateway(revision: keyof ReferenceServer["urls"]) {
  const reference = await startReferenceServer();
  onTestFinished(() => reference.close());
  const transport = { kind: "http", url: reference.urls[revision], headers: {} } as const;
  return await openGateway([{ name: "remote", transport, secrets: {} }]);
}

it("offers a server of revision 2026 over HTTP to clients of both revisions", async () => {
  const { stack, servers, token } = await openHttpGateway("2026");
  expect(servers.list()).toMatchObject([{ protocolVersion: "2026-07-28", identity: { name: "reference" } }]);
  for (const mode of ["legacy", "auto"] as const) {
    const client = await connectV2(stack, mode, { token: await token({ remote: "all" }), capabilities: CAPABILITIES });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
    client.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "test-model",
      content: { type: "text", text: "Paris" },
    }));
    const call = (name: string) => client.callTool({ name, arguments: {} });
    expect(textOf(await call("test_simple_text"))).toContain("simple text");
    expect(textOf(await call("test_input_required_result_elicitation"))).toBe("Hello, Ada!");
    expect(textOf(await call("test_input_required_result_sampling"))).toContain("Paris");
    const steps: number[] = [];
    const withProgress = { name: "test_tool_with_progress", arguments: {} };
    await client.callTool(withProgress, { onprogress: ({ progress }) => void steps.push(progress) });
    expect(steps.slice(0, 2)).toEqual([0, 50]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("test_simple_prompt");
    expect(JSON.stringify(await client.readResource({ uri: "test://static-text" }))).toContain("static text resource");
  }
});

it("passes on what a server of revision 2025 over HTTP asks in the calls of several clients at the same time", async () => {
  const { stack, servers, token } = await openHttpGateway("2025");
  expect(servers.list()).toMatchObject([{ protocolVersion: "2025-11-25" }]);
  const issued = await token({ remote: "all" });
  let open = 0;
  const calls = ["legacy", "auto", "legacy", "auto"].map(async (mode, number) => {
    const client = await connectV2(stack, mode as "legacy", { token: issued, capabilities: CAPABILITIES });
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      open += 1;
      // All of them are asked before one responds.
      await expect.poll(() => open).toBe(4);
      return { action: "accept", content: { username: `${number} ${params.message}`, email: "a@example.com" } };
    });
    const text = textOf(
      await client.callTool({ name: "test_elicitation", arguments: { message: `Who is ${number}?` } }),
    );
    expect(text).toContain(`"username":"${number} remote: Who is ${number}?"`);
  });
  await Promise.all(calls);
});
