import type { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { describe, expect, it } from "vitest";
import { connectV1, connectV2, openTestStack, until } from "../../tests/support/clients.ts";
import type { Stack } from "../../tests/support/stack.ts";
import { OWNER } from "../core/caller.ts";

type Answer = Record<string, unknown>;

interface Calling {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
}

/** A client of each kind: two implementations, both eras. */
const KINDS = {
  "v1, 2025 era": (stack: Stack, headers = {}) => connectV1(stack, { headers }),
  "v2, 2025 era": (stack: Stack, headers = {}) => connectV2(stack, "legacy", { headers }),
  "v2, 2026 era": (stack: Stack, headers = {}) => connectV2(stack, "auto", { headers }),
};
const kinds = Object.entries(KINDS);

async function call(client: Calling, name: string, args: Answer = {}): Promise<Answer & { isError?: boolean }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text: string }[];
    structuredContent: Answer;
    isError?: boolean;
  };
  // Both forms say the same: some clients hand the model one, some the other.
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  return { ...result.structuredContent, ...(result.isError === true ? { isError: true } : {}) };
}

interface Watching {
  readonly signal?: AbortSignal;
  onprogress(progress: { progress: number }): void;
}

/** The two clients take options in another place. */
async function callWith(client: Client | ModernClient, name: string, options: Watching): Promise<Answer> {
  if (client instanceof Client) return await client.callTool({ name, arguments: {} }, undefined, options);
  return await client.callTool({ name, arguments: {} }, options);
}

async function read(client: Calling, uri: string): Promise<string> {
  const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] };
  return contents[0]?.text ?? "";
}

async function capture(client: Calling, args: Answer): Promise<{ id: string; urn: string; revision: number }> {
  const { memory } = await call(client, "capture_memory", args);
  return memory as { id: string; urn: string; revision: number };
}

describe.each(kinds)("%s", (_kind, connect) => {
  it("walks a memory through its life with the nine tools", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(9);

    const captured = await call(client, "capture_memory", {
      content: "We deploy with Nomad, not with Kubernetes, because three machines do not need more.",
      namespace: "decisions",
      tags: ["nomad", "deployment"],
      source: "docs/deploy.md",
    });
    expect(captured).toMatchObject({
      created: true,
      similar: [],
      memory: { namespace: "decisions", domain: "user", revision: 1 },
    });
    const { id, urn } = captured.memory as { id: string; urn: string };

    const again = await call(client, "capture_memory", {
      content: "We deploy with Nomad, not with Kubernetes, because three machines do not need more.",
      namespace: "decisions",
    });
    expect(again).toMatchObject({ created: false, memory: { id } });

    const found = await call(client, "search_memories", { query: "kubernetes tag:nomad" });
    expect(found).toMatchObject({
      mode: "text",
      results: [
        {
          memory: { id },
          score: expect.any(Number),
          matched: { words: ["kubernetes"], by: expect.arrayContaining(["text"]) },
        },
      ],
    });

    const updated = await call(client, "update_memory", {
      urn,
      content: "We deploy with Nomad 2.",
      expectedRevision: 1,
    });
    expect(updated).toMatchObject({ memory: { id, revision: 2, content: "We deploy with Nomad 2." } });

    const stale = await call(client, "update_memory", { id, content: "Too late.", expectedRevision: 1 });
    expect(stale).toMatchObject({ isError: true, code: "conflict", details: { current: { revision: 2 } } });

    expect(await call(client, "delete_memory", { id })).toMatchObject({ memory: { deletedAt: expect.any(String) } });
    expect(await call(client, "search_memories", { query: "nomad" })).toMatchObject({ results: [] });
    expect(await call(client, "list_memories", { trash: "only" })).toMatchObject({ memories: [{ id }] });
    expect(await call(client, "restore_memory", { urn })).toMatchObject({ memory: { id, deletedAt: null } });
    expect(await call(client, "get_memory", { id })).toMatchObject({ memory: { content: "We deploy with Nomad 2." } });

    const status = await call(client, "memory_status");
    expect(status).toMatchObject({
      counts: { memories: 1, trash: 0 },
      index: { text: { state: "ready", indexed: 1 }, vectors: { pending: 0, state: "off" } },
      version: "0.0.0-test",
      uptimeSeconds: expect.any(Number),
    });
  });

  it("is told what failed, and what to do, in both forms", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await client.listTools();
    const id = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
    const failures: [string, Answer, Answer][] = [
      ["get_memory", { id }, { code: "not_found" }],
      ["get_memory", {}, { code: "invalid_argument", field: "urn" }],
      ["get_memory", { id, urn: `recollect://memory/${id}` }, { code: "invalid_argument", field: "urn" }],
      ["update_memory", { id }, { code: "invalid_argument", message: "Nothing to change was given." }],
      ["capture_memory", { content: "" }, { code: "invalid_argument", field: "content" }],
      ["capture_memory", { content: "x", namespace: "nonsense" }, { code: "invalid_argument", field: "namespace" }],
      ["search_memories", { query: "x", limit: 0 }, { code: "invalid_argument", field: "limit" }],
      ["search_memories", { query: "x", cursor: "!!" }, { code: "invalid_argument", field: "cursor" }],
      ["list_memories", { since: "yesteryear" }, { code: "invalid_argument", field: "since" }],
    ];
    for (const [name, args, failure] of failures) {
      expect(await call(client, name, args)).toMatchObject({ isError: true, message: expect.any(String), ...failure });
    }
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it("gets long contents cut unless it asks for everything, and pages of what is many", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const content = `${"word ".repeat(1000)}end`;
    await capture(client, { content });
    const contentAt = async (detail?: string) => {
      const { memories } = await call(client, "list_memories", detail === undefined ? {} : { detail });
      return (memories as { content: string; truncated?: boolean }[])[0];
    };
    expect((await contentAt("light"))?.content.length).toBeLessThanOrEqual(201);
    expect(await contentAt()).toMatchObject({ truncated: true });
    expect(await contentAt("everything")).toEqual(expect.objectContaining({ content }));
    for (let number = 0; number < 5; number++) await capture(client, { content: `Fact ${number} about paging.` });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await call(client, "list_memories", { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...(page.memories as { id: string }[]).map((memory) => memory.id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });

  it("defaults to the project it works in, together with what concerns the user", async () => {
    const stack = await openTestStack();
    const inProject = await connect(stack, { "recollect-project": "owner/repo" });
    const elsewhere = await connect(stack, { "recollect-project": "owner/other" });
    const local = await capture(inProject, { content: "The tests of this repository need Redis." });
    await capture(elsewhere, { content: "The user prefers tabs, also in tests.", domain: "user" });
    expect(local.urn).toBe(`recollect://owner%2Frepo/context/${local.id}`);
    const domainsSeen = async (client: Calling, args: Answer) => {
      const { results } = await call(client, "search_memories", { query: "tests", ...args });
      return (results as { memory: { domain: string } }[]).map(({ memory }) => memory.domain).sort();
    };
    expect(await domainsSeen(inProject, {})).toEqual(["owner/repo", "user"]);
    expect(await domainsSeen(elsewhere, {})).toEqual(["user"]);
    expect(await domainsSeen(elsewhere, { domain: "_" })).toEqual(["owner/repo", "user"]);
  });

  it("keeps who captured with the memory", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const { memory } = await call(client, "capture_memory", { content: "Who wrote this?" });
    expect(memory).toMatchObject({ client: { name: expect.stringMatching(/^client-/), version: expect.any(String) } });
  });

  it("reads memories, listings, topics and help as resources", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const { id, urn } = await capture(client, {
      content: "# Cache keys\n\nKeys are versioned.",
      namespace: "patterns",
      domain: "owner/repo",
      tags: ["cache"],
    });
    const document = `---
urn: "${urn}"
title: "Cache keys"
namespace: "patterns"
domain: "owner/repo"
tags: ["cache"]
`;
    expect(await read(client, `recollect://memory/${id}`)).toContain(document);
    expect(await read(client, urn)).toContain("\n---\n\n# Cache keys\n\nKeys are versioned.\n");
    const listing = `- urn: "${urn}"\n  title: "Cache keys"\n`;
    for (const uri of [
      "recollect://owner%2Frepo/patterns",
      "recollect://owner%2Frepo/_",
      "recollect://_/patterns",
      "recollect://topics/cache",
    ]) {
      const text = await read(client, uri);
      expect(text).toContain(listing);
      expect(text).not.toContain("Keys are versioned");
    }
    expect(await read(client, "recollect://user/_")).toContain("[]");
    expect(await read(client, "recollect://topics")).toContain('- tag: "cache"\n  memories: 1\n');
    expect(await read(client, "recollect://help/search")).toMatch(/^# Searching well/);

    const { resources } = await client.listResources();
    expect(resources.map((resource) => resource.uri)).toEqual(
      expect.arrayContaining([
        "recollect://topics",
        "recollect://owner%2Frepo/_",
        "recollect://_/patterns",
        urn,
        "recollect://help/capture",
      ]),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map((template) => template.uriTemplate)).toEqual(
      expect.arrayContaining([
        "recollect://memory/{id}",
        "recollect://{domain}/{namespace}/{id}",
        "recollect://{domain}/{namespace}",
        "recollect://{domain}/_",
        "recollect://topics/{tag}",
        "recollect://help/{topic}",
      ]),
    );
  });

  it("sees the whole list of resources, page by page", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await Promise.all(
      Array.from({ length: 120 }, (_, number) => stack.service.capture(OWNER, { content: `Memory number ${number}` })),
    );
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? undefined : { cursor });
      uris.push(...page.resources.map((resource) => resource.uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris.filter((uri) => uri.startsWith("recollect://user/context/"))).toHaveLength(120);
    expect(new Set(uris).size).toBe(uris.length);
  });

  it("gets prompts that carry what is known", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await capture(client, { content: "Billing runs on the first of the month.", namespace: "context" });
    const { prompts } = await client.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual([
      "recall_context",
      "capture_session",
      "review_memories",
      "tutorial",
    ]);
    const textOf = async (name: string, args?: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, ...(args === undefined ? {} : { arguments: args }) });
      return (messages[0]?.content as { text?: string } | undefined)?.text;
    };
    expect(await textOf("recall_context", { topic: "billing" })).toContain("Billing runs on the first of the month.");
    expect(await textOf("recall_context", { topic: "astronomy" })).toContain("knows nothing");
    expect(await textOf("review_memories", { namespace: "context" })).toContain('title: "Billing runs on the first');
    expect(await textOf("capture_session", { focus: "decisions" })).toContain("above all: decisions");
    expect(await textOf("tutorial")).toContain("memory_status");
    await expect(client.getPrompt({ name: "recall_context" })).rejects.toMatchObject({ code: -32602 });
  });

  it("completes addresses and arguments from what there is", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const { id } = await capture(client, {
      content: "x",
      namespace: "decisions",
      domain: "owner/repo",
      tags: ["postgres"],
    });
    const complete = async (uri: string, name: string, value: string, given?: Record<string, string>) => {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri },
        argument: { name, value },
        ...(given === undefined ? {} : { context: { arguments: given } }),
      });
      return completion.values;
    };
    const place = "recollect://{domain}/{namespace}/{id}";
    expect(await complete(place, "domain", "own")).toEqual(["owner/repo"]);
    expect(await complete(place, "namespace", "de", { domain: "owner/repo" })).toEqual(["decisions"]);
    expect(await complete(place, "id", id.slice(0, 6), { domain: "owner/repo", namespace: "decisions" })).toEqual([id]);
    expect(await complete("recollect://topics/{tag}", "tag", "post")).toEqual(["postgres"]);
    expect(await complete("recollect://help/{topic}", "topic", "c")).toEqual(["capture", "connecting"]);
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "recall_context" },
      argument: { name: "topic", value: "po" },
    });
    expect(completion.values).toEqual(["postgres"]);
  });

  it("hears of progress while the indexes are rebuilt", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => stack.service.capture(OWNER, { content: `Memory number ${number}` })),
    );
    const progress: number[] = [];
    const result = await callWith(client, "reindex_memories", {
      onprogress: ({ progress: done }) => progress.push(done),
    });
    expect(result.structuredContent).toMatchObject({ index: { text: { indexed: 300 } } });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });
});

describe("errors of resources", () => {
  it("are -32001 in the 2025 era and -32602 in the 2026 era, with the address", async () => {
    const stack = await openTestStack();
    const uri = "recollect://memory/01J9ZQ4K7M3N5P6R8S0T2V4W6X";
    for (const [client, code] of [
      [await connectV1(stack), -32001],
      [await connectV2(stack, "auto"), -32602],
    ] as const) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code, data: { uri, code: "not_found" } });
      for (const missing of [
        "recollect://help/nothing",
        "recollect://topics/nothing",
        "recollect://a/b/c/d",
        "nope://x",
      ]) {
        await expect(client.readResource({ uri: missing })).rejects.toMatchObject({ code });
      }
      await expect(client.readResource({ uri: "recollect://memory/short" })).rejects.toMatchObject({ code: -32602 });
    }
  });
});

describe("a grant", () => {
  it("hides what it does not reach from every tool, resource, completion and list", async () => {
    const stack = await openTestStack();
    const secret = await stack.service.capture(OWNER, {
      content: "The user's private preference about lunch.",
      tags: ["private-tag"],
      namespace: "decisions",
    });
    await stack.service.capture(OWNER, {
      content: "Project fact about lunch.",
      domain: "owner/repo",
      tags: ["open-tag"],
    });
    const token = await stack.issue({ domains: ["owner/repo"] });
    for (const client of [await connectV1(stack, { token }), await connectV2(stack, "auto", { token })]) {
      const { id, urn } = secret.memory;
      const { results } = await call(client, "search_memories", { query: "lunch", domain: "_" });
      expect((results as { memory: { domain: string } }[]).map(({ memory }) => memory.domain)).toEqual(["owner/repo"]);
      for (const name of ["get_memory", "delete_memory", "restore_memory"]) {
        expect(await call(client, name, { id })).toMatchObject({ isError: true, code: "not_found" });
      }
      expect(await call(client, "update_memory", { urn, content: "taken over" })).toMatchObject({ code: "not_found" });
      expect(await call(client, "capture_memory", { content: "x", domain: "user" })).toMatchObject({
        code: "permission_denied",
      });
      expect(await call(client, "memory_status")).toMatchObject({ counts: { memories: 1 } });
      await expect(client.readResource({ uri: urn })).rejects.toThrow("no memory");
      await expect(client.readResource({ uri: "recollect://topics/private-tag" })).rejects.toThrow("private-tag");
      for (const uri of ["recollect://user/_", "recollect://_/_", "recollect://topics", "recollect://_/decisions"]) {
        expect(await read(client, uri)).not.toMatch(/private/);
      }
      expect(JSON.stringify(await client.listResources())).not.toMatch(/private-|preference|recollect:\/\/user/);
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: "recollect://topics/{tag}" },
        argument: { name: "tag", value: "" },
      });
      expect(completion.values).toEqual(["open-tag"]);
      const domains = await client.complete({
        ref: { type: "ref/resource", uri: "recollect://{domain}/_" },
        argument: { name: "domain", value: "" },
      });
      expect(domains.completion.values).not.toContain("user");
    }
  });

  it("to read allows no change", async () => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, { content: "Fixed." });
    const client = await connectV2(stack, "auto", { token: await stack.issue({ access: "read" }) });
    expect(await call(client, "get_memory", { id: memory.id })).toMatchObject({ memory: { content: "Fixed." } });
    for (const [name, args] of [
      ["capture_memory", { content: "x" }],
      ["update_memory", { id: memory.id, content: "x" }],
      ["delete_memory", { id: memory.id }],
      ["reindex_memories", {}],
    ] as const) {
      expect(await call(client, name, args)).toMatchObject({ isError: true, code: "permission_denied" });
    }
    expect(await call(client, "memory_status")).toMatchObject({ access: "read" });
  });
});

describe("cancelling a rebuild", () => {
  it.each(kinds)("ends it in the %s", async (_kind, connect) => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await Promise.all(
      Array.from({ length: 3000 }, (_, number) =>
        stack.service.capture(OWNER, { content: `Memory ${number} of many words` }),
      ),
    );
    const abort = new AbortController();
    const rebuild = callWith(client, "reindex_memories", {
      signal: abort.signal,
      onprogress: () => abort.abort("changed my mind"),
    });
    await expect(rebuild).rejects.toThrow();
    const { items } = await until(
      () => stack.log.list({ target: "reindex_memories" }, 10, null),
      (page) => page.items.some((row) => row.method === "tools/call"),
    );
    expect(items.find((row) => row.method === "tools/call")).toMatchObject({ outcome: "cancelled" });
    expect(await call(client, "memory_status")).toMatchObject({ counts: { memories: 3000 } });
  });
});
