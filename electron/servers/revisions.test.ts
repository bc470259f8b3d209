import path from "node:path";
import { expect, it } from "vitest";
import { connectV1, connectV2, until } from "../../tests/testing/clients.ts";
import { program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

const MODERN = program("modern", [path.join(import.meta.dirname, "testing", "modern-process.ts")]);
type AnyClient = Awaited<ReturnType<typeof connectV2>>;

it("offers a server of revision 2026 to clients of both revisions, with progress", async () => {
  const { stack, servers, token } = await openGateway([MODERN]);
  expect(servers.list()).toMatchObject([{ protocolVersion: "2026-07-28", identity: { name: "modern" } }]);
  const issued = await token({ modern: "all" });
  const v1 = (await connectV1(stack, { token: issued })) as unknown as AnyClient;
  for (const client of [v1, await connectV2(stack, "auto", { token: issued })]) {
    expect(textOf(await client.callTool({ name: "add", arguments: { a: 2, b: 3 } }))).toBe("5");
  }
  const steps: number[] = [];
  const client = await connectV2(stack, "auto", { token: issued });
  await client.callTool({ name: "steps", arguments: {} }, { onprogress: ({ progress }) => void steps.push(progress) });
  expect(steps.slice(0, 2)).toEqual([1, 2]);
});

it("connects to a server of revision 2026 only that starts more slowly than its revision is looked for", async () => {
  const { servers } = openServers();
  const late = `setTimeout(() => import(${JSON.stringify(path.join(import.meta.dirname, "testing", "modern-process.ts"))}), 6500)`;
  expect(await servers.add(program("late", ["-e", late]))).toMatchObject({ protocolVersion: "2026-07-28" });
}, 120_000);

it("names itself in results, and the granted tools in the error for an unknown one", async () => {
  const { stack, token } = await openGateway([MODERN]);
  const issued = await token({ modern: ["add", "die"] });
  const client = await connectV2(stack, "auto", { token: issued });
  const { _meta } = await client.callTool({ name: "add", arguments: { a: 1, b: 1 } });
  expect(_meta?.["io.modelcontextprotocol/serverInfo"]).toMatchObject({ name: "recollect" });
  const earlier = await connectV2(stack, "legacy", { token: issued });
  expect((await earlier.callTool({ name: "add", arguments: { a: 1, b: 1 } }))._meta).toBeUndefined();
  const unknown = await client.callTool({ name: "ad", arguments: {} }).catch((error: unknown) => error);
  expect(unknown).toMatchObject({ data: { hint: expect.stringMatching(/memory_status.*\badd, die\./) } });
});

it("passes on a cancellation", async () => {
  const { stack, servers, token, idOf } = await openGateway([MODERN]);
  const id = idOf("modern");
  for (const mode of ["legacy", "auto"] as const) {
    const client = await connectV2(stack, mode, { token: await token({ modern: "all" }) });
    const cancel = new AbortController();
    const logged = (line: string) => servers.log(id).filter(({ text }) => text === line).length;
    const waits = mode === "legacy" ? 1 : 2;
    const waiting = client.callTool({ name: "wait", arguments: {} }, { signal: cancel.signal });
    await expect.poll(() => logged("The wait began.")).toBe(waits);
    await servers.call(id, "add", { a: 1, b: 1 });
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => logged("The wait was cancelled.")).toBe(waits);
  }
});

it("notices a new tool, which waits for approval", async () => {
  const { servers, idOf } = await openGateway([MODERN], { refreshDelayMs: 1 });
  const id = idOf("modern");
  await servers.call(id, "grow", {});
  await expect.poll(() => servers.tools(id).at(-1)).toMatchObject({ name: "grown", state: "new" });
});

it.each(["legacy", "auto"] as const)("forwards changes of the lists of prompts and resources (%s)", async (mode) => {
  const { stack, token } = await openGateway([MODERN], { refreshDelayMs: 1 });
  const client = await connectV2(stack, mode, { token: await token({ modern: "all" }) });
  const changed = new Set<string>();
  client.setNotificationHandler("notifications/prompts/list_changed", () => void changed.add("prompts"));
  client.setNotificationHandler("notifications/resources/list_changed", () => void changed.add("resources"));
  if (mode === "auto") await client.listen({ promptsListChanged: true, resourcesListChanged: true });
  else {
    await until(
      () => stack.mcp.sessions(),
      (sessions) => sessions.every(({ listening }) => listening),
    );
  }
  await client.callTool({ name: "grow", arguments: {} });
  await expect.poll(() => [...changed].sort()).toEqual(["prompts", "resources"]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("grown");
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("note://grown");
});

it.each(["legacy", "auto"] as const)("passes on what the server asks, and its log messages (%s)", async (mode) => {
  const { stack, token } = await openGateway([MODERN]);
  const issued = await token({ modern: "all" });
  const unable = await connectV2(stack, mode, { token: issued });
  expect(textOf(await unable.callTool({ name: "ask", arguments: {} }))).toBe("The client cannot be asked.");
  const client = await connectV2(stack, mode, { token: issued, capabilities: { elicitation: { form: {} } } });
  const asked: unknown[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: { name: "Ada" } };
  });
  const answered = JSON.parse(textOf(await client.callTool({ name: "ask", arguments: {} })));
  expect(answered).toEqual(["round 1", { who: { action: "accept", content: { name: "Ada" } } }]);
  expect(asked).toEqual(["modern: Who?"]);
  const seen: string[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    seen.push(`${params.level} ${params.logger} ${params.data}`);
  });
  if (mode === "legacy") await client.setLoggingLevel("warning");
  const _meta = mode === "auto" ? { "io.modelcontextprotocol/logLevel": "warning" as const } : {};
  await client.callTool({ name: "log", arguments: {}, _meta });
  await expect.poll(() => seen).toEqual(["warning modern/parts a warning message"]);
});
