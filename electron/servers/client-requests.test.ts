import path from "node:path";
import { describe, expect, it } from "vitest";
import { type ConnectOptions, connectV1, connectV2 } from "../../tests/testing/clients.ts";
import { official, program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { textOf } from "./testing/open-servers.ts";

type AnyClient = Awaited<ReturnType<typeof connectV2>>;
type Stack = Parameters<typeof connectV1>[0];

const ASKING = program("asking", [path.join(import.meta.dirname, "testing", "asking-process.ts")]);
const ABLE = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
const KINDS = ["SDK v1", "legacy", "auto"] as const;

async function connect(stack: Stack, kind: (typeof KINDS)[number], options: ConnectOptions): Promise<AnyClient> {
  if (kind !== "SDK v1") return await connectV2(stack, kind, options);
  const client = await connectV1(stack, options);
  // The methods that are used have the same form, except for handlers, which are set by schema.
  return client as unknown as AnyClient;
}

/** A client that responds to requests, and the requests that it received. */
async function respondingClient(stack: Stack, kind: "legacy" | "auto", token: string) {
  const client = await connectV2(stack, kind, { token, capabilities: ABLE });
  const asked: Record<string, unknown>[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params);
    return { action: "accept", ...(params.mode === "url" ? {} : { content: { name: `answer ${asked.length}` } }) };
  });
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    asked.push(params);
    return { role: "assistant", model: "test-model", content: { type: "text", text: "sampled" } };
  });
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///project", name: "project" }] }));
  return { client, asked };
}

const call = async (client: AnyClient, name: string, args: Record<string, unknown> = {}) =>
  textOf(await client.callTool({ name, arguments: args }));

describe("a server of revision 2025 that asks", () => {
  it.each(["legacy", "auto"] as const)("gets the responses of the client that calls (%s)", async (kind) => {
    const { stack, token } = await openGateway([ASKING]);
    const { client, asked } = await respondingClient(stack, kind, await token({ asking: "all" }));
    expect(await call(client, "ask", { message: "Who?" })).toBe('{"action":"accept","content":{"name":"answer 1"}}');
    expect(asked).toMatchObject([{ mode: "form", message: "asking: Who?" }]);
    const both = await call(client, "ask_twice");
    expect(both).toContain("answer 2");
    expect(both).toContain("answer 3");
    expect(await call(client, "sample")).toContain("sampled");
    expect(asked.at(-1)).toMatchObject({ maxTokens: 10, tools: [{ name: "look" }] });
    expect(asked.at(-1)).not.toHaveProperty("includeContext");
    expect(await call(client, "roots")).toContain("file:///project");
  });

  it.each(["legacy", "auto"] as const)("may end a call while the client is asked something else (%s)", async (kind) => {
    const { stack, token, servers, idOf } = await openGateway([ASKING]);
    const { client } = await respondingClient(stack, kind, await token({ asking: "all" }));
    const log = () => servers.log(idOf("asking")).map(({ text }) => text);
    client.setRequestHandler("roots/list", async () => {
      await expect.poll(log).toContain("The aside ended.");
      // Its response follows the result of the call.
      await servers.call(idOf("asking"), "release", {});
      return { roots: [] };
    });
    expect(await call(client, "ask_aside")).toContain("answer 1");
  });

  it("gets the responses of a client with an independent SDK", async () => {
    const { stack, token } = await openGateway([ASKING]);
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const client = await connectV1(stack, { token: await token({ asking: "all" }), capabilities: ABLE });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" }));
    const result = await client.callTool({ name: "ask", arguments: { message: "Who?" } });
    expect(textOf(result)).toBe('{"action":"decline"}');
  });

  it.each(KINDS)("is refused what the client does not support (%s)", async (kind) => {
    const { stack, token } = await openGateway([ASKING]);
    const client = await connect(stack, kind, { token: await token({ asking: "all" }) });
    expect(await call(client, "ask", { message: "Who?" })).toBe(
      "error -32601: The client of this call does not support elicitation.",
    );
    expect(await call(client, "sample")).toContain("does not support sampling");
    expect(await call(client, "roots")).toContain("does not support roots");
  });

  it("is refused without a call, over REST and when the owner tries a tool", async () => {
    const { stack, token, servers, idOf } = await openGateway([ASKING]);
    const { client } = await respondingClient(stack, "legacy", await token({ asking: "all" }));
    await call(client, "ask_later");
    const later = () => servers.log(idOf("asking")).find(({ text }) => text.startsWith("later: "))?.text;
    await expect.poll(later).toContain("error -32600: A client can only be asked during one of its calls.");
    const tried = await servers.call(idOf("asking"), "roots", {});
    expect(textOf(tried.result)).toContain("error -32601: The caller cannot be asked.");
  });

  it("is refused while it serves two clients, and then serves one after the other", async () => {
    const { stack, token, servers, idOf } = await openGateway([ASKING]);
    const issued = await token({ asking: "all" });
    const one = await respondingClient(stack, "legacy", issued);
    const other = await respondingClient(stack, "legacy", issued);
    const log = () => servers.log(idOf("asking")).map(({ text }) => text);
    const held = call(one.client, "hold");
    await expect.poll(log).toContain("The hold began.");
    expect(await call(other.client, "ask", { message: "Who?" })).toContain("error -32600: Several clients");
    expect([...one.asked, ...other.asked]).toEqual([]);
    const waiting = call(other.client, "ask", { message: "Who?" });
    expect(await call(one.client, "release")).toBe("released");
    expect(await held).toBe("held");
    expect(await waiting).toContain("answer 1");
    expect(one.asked).toEqual([]);
  });

  it("may wait for a person longer than for the response of a call", async () => {
    const { stack, token } = await openGateway([ASKING], { callTimeoutMs: 5_000 });
    for (const kind of ["legacy", "auto"] as const) {
      const client = await connectV2(stack, kind, { token: await token({ asking: "all" }), capabilities: ABLE });
      client.setRequestHandler("elicitation/create", async () => {
        await new Promise((resolve) => setTimeout(resolve, 6_000));
        return { action: "cancel" };
      });
      expect(await call(client, "ask", { message: "Who?" })).toBe('{"action":"cancel"}');
    }
  }, 300_000);

  it("passes on progress, errors and the cancellation of its request", async () => {
    const { stack, token, servers, idOf } = await openGateway([ASKING]);
    const client = await connectV2(stack, "legacy", { token: await token({ asking: "all" }), capabilities: ABLE });
    const log = () => servers.log(idOf("asking")).map(({ text }) => text);
    let cancelled = false;
    let releasing: Promise<unknown> | null = null;
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      if (params.message === "asking: slow") {
        const progressToken = mcpReq._meta?.progressToken ?? "";
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 7 } });
        await expect.poll(log).toContain("progress: 7");
        return { action: "decline" };
      }
      if (params.message === "asking: cancelled") {
        const aborted = new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
        releasing = client.callTool({ name: "release", arguments: {} });
        await aborted;
        cancelled = true;
      }
      throw Object.assign(new Error("The person is away."), { code: -32050 });
    });
    expect(await call(client, "ask_with_progress")).toBe('{"action":"decline"}');
    expect(await call(client, "ask", { message: "away" })).toBe("error -32050: The person is away.");
    await call(client, "ask_and_cancel");
    await expect.poll(() => cancelled).toBe(true);
    await releasing;
  });

  it.each(["legacy", "auto"] as const)("is cancelled with the call while a person is asked (%s)", async (kind) => {
    // A client of revision 2026 does not report that it gave up between two requests.
    const limits = kind === "auto" ? { callsAtOnce: 1, answerTimeoutMs: 1_000 } : { callsAtOnce: 1 };
    const { stack, token, servers, idOf } = await openGateway([ASKING], limits);
    const client = await connectV2(stack, kind, { token: await token({ asking: "all" }), capabilities: ABLE });
    const cancel = new AbortController();
    let aborted = false;
    client.setRequestHandler("elicitation/create", async (_request, { mcpReq }) => {
      mcpReq.signal.addEventListener("abort", () => {
        aborted = true;
      });
      cancel.abort();
      await expect.poll(() => aborted).toBe(true);
      throw new Error("The person closed the form.");
    });
    const options = { signal: cancel.signal };
    await expect(client.callTool({ name: "ask", arguments: { message: "Who?" } }, options)).rejects.toThrow();
    // The only place for a call is free again.
    expect(textOf((await servers.call(idOf("asking"), "release", {})).result)).toBe("released");
    const refused = () =>
      servers.log(idOf("asking")).filter(({ text }) => text.includes("elicitation/create was refused"));
    await expect.poll(refused).toHaveLength(1);
  });
});

describe("log messages of a server", () => {
  it.each(["legacy", "auto"] as const)("reach the client that calls, from its level (%s)", async (kind) => {
    const { stack, token, servers, idOf } = await openGateway([ASKING]);
    const issued = await token({ asking: "all" });
    const client = await connectV2(stack, kind, { token: issued });
    const other = await connectV2(stack, kind, { token: issued });
    const seen: string[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => {
      seen.push(`${params.level} ${params.logger} ${params.data}`);
    });
    other.setNotificationHandler("notifications/message", () => void seen.push("the wrong client"));
    if (kind === "legacy") await client.setLoggingLevel("warning");
    const _meta = kind === "auto" ? { "io.modelcontextprotocol/logLevel": "warning" as const } : {};
    await client.callTool({ name: "log", arguments: {}, _meta });
    await expect.poll(() => seen).toEqual(["warning asking/parts a warning message"]);
    expect(servers.log(idOf("asking"))).toContainEqual(expect.objectContaining({ source: "message" }));
  });
});

describe("the official server", () => {
  it.each(["legacy", "auto"] as const)("asks with forms, addresses and for samples (%s)", async (kind) => {
    const { stack, token } = await openGateway([official("everything", "everything")]);
    const { client, asked } = await respondingClient(stack, kind, await token({ everything: "all" }));
    expect(await call(client, "trigger-elicitation-request")).toContain("User provided");
    expect(await call(client, "trigger-sampling-request", { prompt: "x", maxTokens: 5 })).toContain("sampled");
    const args = { url: "https://example.com/a", message: "Sign in" };
    expect(await call(client, "trigger-url-elicitation", args)).toContain("User completed");
    expect(asked.at(-1)).toMatchObject({ mode: "url", url: "https://example.com/a", message: "everything: Sign in" });
    expect(await call(client, "get-roots-list")).toContain("file:///project");
  });

  it.each(["legacy", "auto"] as const)("is refused an address that is not http or https (%s)", async (kind) => {
    const { stack, token } = await openGateway([official("everything", "everything")]);
    const { client, asked } = await respondingClient(stack, kind, await token({ everything: "all" }));
    const addresses = [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "data:text/html,x",
      "recollect://join",
      "vscode://x",
    ];
    for (const url of addresses) {
      const result = await call(client, "trigger-url-elicitation", { url, message: "Sign in" }).catch(String);
      expect(result).toContain("which is not an http or https address");
    }
    expect(asked).toEqual([]);
  });

  it("requires that a person opens an address before the call", async () => {
    const { stack, token } = await openGateway([official("everything", "everything")]);
    const issued = await token({ everything: "all" });
    const args = { url: "https://example.com/b", message: "Sign in", errorPath: true };
    const modern = await respondingClient(stack, "auto", issued);
    expect(await call(modern.client, "trigger-url-elicitation", args)).toContain("User completed");
    expect(modern.asked.map(({ url }) => url)).toEqual(["https://modelcontextprotocol.io", "https://example.com/b"]);
    const legacy = await respondingClient(stack, "legacy", issued);
    const error = await call(legacy.client, "trigger-url-elicitation", args).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: -32042, data: { elicitations: [{ url: "https://modelcontextprotocol.io" }] } });
    const unable = await connectV2(stack, "legacy", { token: issued });
    const refused = call(unable, "trigger-url-elicitation", { ...args, url: "https://example.com/c" });
    expect(await refused).toContain("which this client does not support: https://modelcontextprotocol.io");
  });
});
