import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { callWith } from "../../tests/testing/calls.ts";
import { connectV1, META_2026, openSession, openTestStack, post } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { Catalog } from "./catalog.ts";
import type { CatalogKind } from "./catalog-entries.ts";

async function statelessResult(stack: Stack, method: string, params: Record<string, unknown> = {}) {
  const name: Record<string, string> = typeof params.uri === "string" ? { "mcp-name": params.uri } : {};
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name };
  const response = await post(
    stack,
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META_2026 } },
    headers,
  );
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

describe("published tools", () => {
  it("publishes each tool with title, description, annotations and both schemas in JSON Schema 2020-12", async () => {
    const stack = await openTestStack();
    const validator = new AjvJsonSchemaValidator();
    for (const { definition } of stack.mcp.catalog.entries().tools.values()) {
      expect(definition).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/.{80}/),
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
        inputSchema: { type: "object" },
        outputSchema: { type: "object", anyOf: expect.any(Array) },
      });
      expect(definition.inputSchema.$schema).toBeUndefined();
      validator.getValidator(definition.inputSchema as JsonSchemaType);
      const output = validator.getValidator((definition.outputSchema ?? {}) as JsonSchemaType);
      expect(output({ code: "not_found", message: "gone", hint: "look elsewhere" })).toMatchObject({ valid: true });
      expect(output({})).toMatchObject({ valid: false });
      for (const property of Object.values(definition.inputSchema.properties ?? {})) {
        expect(property).toHaveProperty("description");
      }
    }
  });

  it("describes all tools in less than 12,000 characters", async () => {
    const stack = await openTestStack();
    const published = [...stack.mcp.catalog.entries().tools.values()].map(({ definition }) => definition);
    const shown = JSON.stringify(
      published.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    expect(shown.length).toBeLessThan(12_000);
  });
});

describe("lists and completions", () => {
  it("pages a list with opaque cursors and refuses the cursor of another list", async () => {
    const stack = await openTestStack();
    await stack.fill(150);
    const first = await statelessResult(stack, "resources/list");
    expect(first.resources).toHaveLength(100);
    const second = await statelessResult(stack, "resources/list", { cursor: first.nextCursor });
    expect(second.nextCursor).toBeUndefined();
    const uris = [first, second].flatMap((page) => (page.resources as { uri: string }[]).map(({ uri }) => uri));
    expect(new Set(uris).size).toBe(uris.length);
    const session = await openSession(stack);
    const foreign = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: first.nextCursor } };
    expect(await (await post(stack, foreign, session)).json()).toMatchObject({ error: { code: -32602 } });
  });

  it("sends cache hints to clients of revision 2026", async () => {
    const stack = await openTestStack();
    const stable = { ttlMs: 300_000, cacheScope: "public" };
    for (const method of ["tools/list", "prompts/list", "resources/templates/list", "server/discover"]) {
      expect(await statelessResult(stack, method)).toMatchObject(stable);
    }
    for (const params of [{ uri: "recollect://topics" }, { uri: "recollect://user/_" }]) {
      expect(await statelessResult(stack, "resources/read", params)).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    }
    expect(await statelessResult(stack, "resources/list")).toMatchObject({ cacheScope: "private" });
  });

  it("refuses completion for an unknown prompt or template, and suggests nothing for an unknown argument", async () => {
    const stack = await openTestStack();
    const client = await connectV1(stack);
    const argument = { name: "x", value: "" };
    for (const ref of [
      { type: "ref/prompt", name: "none" },
      { type: "ref/resource", uri: "recollect://{none}" },
    ] as const) {
      await expect(client.complete({ ref, argument })).rejects.toMatchObject({ code: -32602 });
    }
    const known = await client.complete({ ref: { type: "ref/prompt", name: "tutorial" }, argument });
    expect(known.completion.values).toEqual([]);
  });
});

describe("log notifications", () => {
  it("sends log messages down to the level that the client sets", async () => {
    const stack = await openTestStack();
    const client = await connectV1(stack);
    const received: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void received.push(params.data));
    const rebuild = () => callWith(client, "reindex_memories", { onprogress: () => undefined });
    await rebuild();
    expect(received).toEqual(["Rebuilding the indexes.", "The indexes are rebuilt."]);
    await client.setLoggingLevel("error");
    await rebuild();
    expect(received).toHaveLength(2);
  });
});

describe("Catalog", () => {
  it("merges sources, prefers the first of equal names and reports changes", () => {
    const tool = (name: string, description: string) => ({
      definition: { name, description, inputSchema: { type: "object" as const } },
      call: async () => ({ content: [] }),
    });
    const listeners: ((kind: CatalogKind) => void)[] = [];
    const tools = [tool("shared", "second"), tool("own", "second")];
    const catalog = new Catalog([
      { tools: [tool("shared", "first")] },
      {
        tools,
        onChanged: (listener) => {
          listeners.push(listener);
          return () => void listeners.splice(0);
        },
      },
    ]);
    expect(catalog.canChange).toBe(true);
    expect([...catalog.entries().tools.keys()]).toEqual(["shared", "own"]);
    expect(catalog.entries().tools.get("shared")?.definition.description).toBe("first");
    const reported: CatalogKind[] = [];
    const stop = catalog.onChanged((kind) => reported.push(kind));
    tools.push(tool("late", "second"));
    for (const listener of listeners) listener("tools");
    expect([...catalog.entries().tools.keys()]).toEqual(["shared", "own", "late"]);
    expect(reported).toEqual(["tools"]);
    stop();
    expect(listeners).toEqual([]);
  });
});
