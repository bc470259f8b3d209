import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { callWith } from "../../tests/support/calls.ts";
import { connectV1, openSession, openTestStack, post } from "../../tests/support/clients.ts";
import type { Stack } from "../../tests/support/stack.ts";
import { type CatalogKind, createCatalog } from "./catalog.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function modernResult(stack: Stack, method: string, params: Record<string, unknown> = {}) {
  const name = typeof params.uri === "string" ? { "mcp-name": params.uri } : {};
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name };
  const response = await post(stack, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }, headers);
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

describe("the published tools", () => {
  it("say what a model must know: title, description, annotations, both schemas in JSON Schema 2020-12", async () => {
    const stack = await openTestStack();
    const validator = new AjvJsonSchemaValidator();
    for (const { definition } of stack.mcp.catalog.tools().values()) {
      expect(definition).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/.{80}/),
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
        inputSchema: { type: "object", additionalProperties: false },
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

  it("ask little of a conversation", async () => {
    const stack = await openTestStack();
    const published = [...stack.mcp.catalog.tools().values()].map(({ definition }) => definition);
    const shown = JSON.stringify(
      published.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    );
    expect(shown.length).toBeLessThan(12_000);
  });
});

describe("lists and results", () => {
  it("come in pages with opaque cursors", async () => {
    const stack = await openTestStack();
    await stack.fill(150);
    const first = await modernResult(stack, "resources/list");
    expect(first.resources).toHaveLength(100);
    const second = await modernResult(stack, "resources/list", { cursor: first.nextCursor });
    expect(second.nextCursor).toBeUndefined();
    const uris = [first, second].flatMap((page) => (page.resources as { uri: string }[]).map(({ uri }) => uri));
    expect(new Set(uris).size).toBe(uris.length);
    const session = await openSession(stack);
    const foreign = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: first.nextCursor } };
    expect(await (await post(stack, foreign, session)).json()).toMatchObject({ error: { code: -32602 } });
  });

  it("tell clients of the 2026 era how long they may keep them", async () => {
    const stack = await openTestStack();
    const stable = { ttlMs: 300_000, cacheScope: "public" };
    for (const method of ["tools/list", "prompts/list", "resources/templates/list", "server/discover"]) {
      expect(await modernResult(stack, method)).toMatchObject(stable);
    }
    for (const params of [{ uri: "recollect://topics" }, { uri: "recollect://user/_" }]) {
      expect(await modernResult(stack, "resources/read", params)).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    }
    expect(await modernResult(stack, "resources/list")).toMatchObject({ cacheScope: "private" });
  });

  it("refuse to complete for what does not exist", async () => {
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
  it("reach a client down to the level it sets", async () => {
    const stack = await openTestStack();
    const client = await connectV1(stack);
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params.data));
    const rebuild = () => callWith(client, "reindex_memories", { onprogress: () => undefined });
    await rebuild();
    expect(heard).toEqual(["Rebuilding the indexes.", "The indexes are rebuilt."]);
    await client.setLoggingLevel("error");
    await rebuild();
    expect(heard).toHaveLength(2);
  });
});

describe("several sources", () => {
  it("are one catalog, in which the first wins a name and changes are told", () => {
    const tool = (name: string, description: string) => ({
      definition: { name, description, inputSchema: { type: "object" as const } },
      call: async () => ({ content: [] }),
    });
    const listeners: ((kind: CatalogKind) => void)[] = [];
    const later = [tool("shared", "second"), tool("own", "second")];
    const catalog = createCatalog([
      { tools: [tool("shared", "first")] },
      {
        tools: later,
        onChanged: (listener) => {
          listeners.push(listener);
          return () => void listeners.splice(0);
        },
      },
    ]);
    expect(catalog.changes).toBe(true);
    expect([...catalog.tools().keys()]).toEqual(["shared", "own"]);
    expect(catalog.tools().get("shared")?.definition.description).toBe("first");
    const told: CatalogKind[] = [];
    const stop = catalog.onChanged((kind) => told.push(kind));
    later.push(tool("late", "second"));
    for (const listener of listeners) listener("tools");
    expect([...catalog.tools().keys()]).toEqual(["shared", "own", "late"]);
    expect(told).toEqual(["tools"]);
    stop();
    expect(listeners).toEqual([]);
  });
});
