import { describe, expect, it } from "vitest";
import {
  answer,
  type Calling,
  call,
  callWith,
  capture,
  kinds,
  type StructuredContent,
} from "../../tests/testing/calls.ts";
import { openTestStack, until } from "../../tests/testing/clients.ts";

describe.each(kinds)("%s", (_kind, connect) => {
  it("captures, finds, updates, deletes and restores a memory with the nine tools", async () => {
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
      memory: { id: expect.stringMatching(/^[0-9A-Z]{26}$/), domain: "user" },
    });
    const { id } = captured.memory as { id: string };
    const urn = `recollect://user/decisions/${id}`;

    const again = await call(client, "capture_memory", {
      content: "We deploy with Nomad, not with Kubernetes, because three machines do not need more.",
      namespace: "decisions",
    });
    expect(again).toMatchObject({ created: false, memory: { id } });

    const found = await call(client, "search_memories", { query: "kubernetes tag:nomad" });
    expect(found.results).toEqual([
      {
        id,
        content: "We deploy with Nomad, not with Kubernetes, because three machines do not need more.",
        namespace: "decisions",
        domain: "user",
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        tags: ["deployment", "nomad"],
      },
    ]);
    expect(await call(client, "search_memories", { query: "kubernetes", detail: "everything" })).toMatchObject({
      mode: "text",
      results: [
        {
          id,
          urn,
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
    expect(updated).toEqual({ memory: { id, revision: 2 } });

    const stale = await call(client, "update_memory", { id, content: "Too late.", expectedRevision: 1 });
    expect(stale).toMatchObject({ isError: true, code: "conflict", details: { current: { revision: 2 } } });

    expect(await call(client, "delete_memory", { id })).toEqual({ memory: { id, revision: 3 } });
    expect(await call(client, "search_memories", { query: "nomad" })).toMatchObject({ results: [] });
    expect(await call(client, "list_memories", { trash: "only" })).toMatchObject({
      memories: [{ id, deletedAt: expect.any(String) }],
    });
    expect(await call(client, "restore_memory", { urn })).toEqual({ memory: { id, revision: 4 } });
    expect(await call(client, "get_memory", { id })).toMatchObject({ memory: { content: "We deploy with Nomad 2." } });

    const status = await call(client, "memory_status");
    expect(status).toMatchObject({
      counts: { memories: 1, trash: 0 },
      index: { text: { state: "ready", indexed: 1 }, vectors: { pending: 0, state: "off" } },
      version: "0.0.0-test",
      uptimeSeconds: expect.any(Number),
    });
  });

  it("gets the code, message and hint of a failure, as text and structured", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await client.listTools();
    const id = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
    const failures: [string, StructuredContent, StructuredContent][] = [
      ["get_memory", { id }, { code: "not_found" }],
      ["get_memory", {}, { code: "invalid_argument", field: "id" }],
      ["get_memory", { id, urn: `recollect://memory/${id}` }, { code: "invalid_argument", field: "urn" }],
      [
        "update_memory",
        { id },
        {
          code: "invalid_argument",
          message: "No change was given.",
          hint: "Give content, namespace, domain, tags, source, validFrom or validUntil.",
        },
      ],
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

  it("gets long content shortened unless it requests everything, and long lists in pages", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const content = `${"word ".repeat(1000)}end`;
    await capture(client, { content });
    const contentAt = async (detail?: string) => {
      const { memories } = await call(client, "list_memories", { detail });
      return (memories as { content?: string; excerpt?: string }[])[0];
    };
    expect((await contentAt("light"))?.excerpt?.length).toBeLessThanOrEqual(201);
    expect(await contentAt()).toMatchObject({ length: content.length });
    expect(await contentAt("everything")).toEqual(expect.objectContaining({ content }));
    for (let number = 0; number < 5; number++) await capture(client, { content: `Fact ${number} about paging.` });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await call(client, "list_memories", { limit: 2, cursor });
      seen.push(...(page.memories as { id: string }[]).map((memory) => memory.id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
  });

  it("searches its project and the user's memories by default", async () => {
    const stack = await openTestStack();
    const inProject = await connect(stack, { "recollect-project": "owner/repo" });
    const elsewhere = await connect(stack, { "recollect-project": "owner/other" });
    const local = await capture(inProject, { content: "The tests of this repository need Redis." });
    await capture(elsewhere, { content: "The user prefers tabs, also in tests.", domain: "user" });
    expect(local.urn).toBe(`recollect://owner%2Frepo/context/${local.id}`);
    const domainsSeen = async (client: Calling, args: StructuredContent) => {
      const { results } = await call(client, "search_memories", { query: "tests", ...args });
      return (results as { domain: string }[]).map(({ domain }) => domain).sort();
    };
    expect(await domainsSeen(inProject, {})).toEqual(["owner/repo", "user"]);
    expect(await domainsSeen(elsewhere, {})).toEqual(["user"]);
    expect(await domainsSeen(elsewhere, { domain: "_" })).toEqual(["owner/repo", "user"]);
    const textOf = async (args: StructuredContent) => (await answer(elsewhere, "search_memories", args)).text;
    expect(await textOf({ query: "Redis" })).toContain("to search all projects");
    for (const args of [{ query: "zebra", domain: "_" }, { query: "zebra project:owner/other" }]) {
      expect(await textOf(args)).toContain("No memories match.");
    }
  });

  it("is recorded as the author of a memory", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    expect(await capture(client, { content: "Who wrote this?" })).toMatchObject({
      client: { name: expect.stringMatching(/^client-/), version: expect.any(String) },
    });
  });

  it("receives progress while the indexes are rebuilt", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await stack.fill(300);
    const progress: number[] = [];
    const result = await callWith(client, "reindex_memories", {
      onprogress: ({ progress: done }) => progress.push(done),
    });
    expect(result.structuredContent).toMatchObject({ index: { text: { indexed: 300 } } });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });
});

describe("cancelling a rebuild", () => {
  it.each(kinds)("stops the rebuild and records it as cancelled (%s)", async (_kind, connect) => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await stack.fill(3000);
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
