import { describe, expect, it } from "vitest";
import { capture, kinds, read } from "../../tests/testing/calls.ts";
import { connectV1, connectV2, openTestStack } from "../../tests/testing/clients.ts";

describe.each(kinds)("%s", (_kind, connect) => {
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
    expect(await read(client, urn)).toMatch(/\n---\n\n<memory-\w+>\n# Cache keys\n\nKeys are versioned\.\n</);
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

  it("pages through the complete list of resources", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    await stack.fill(120);
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

  it("gets prompts that contain memories", async () => {
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
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0]?.content as { text?: string } | undefined)?.text;
    };
    expect(await textOf("recall_context", { topic: "billing" })).toContain("Billing runs on the first of the month.");
    expect(await textOf("recall_context", { topic: "astronomy" })).toContain("has no memories");
    expect(await textOf("review_memories", { namespace: "context" })).toContain('title: "Billing runs on the first');
    expect(await textOf("capture_session", { focus: "decisions" })).toContain("focusing on: decisions");
    expect(await textOf("tutorial")).toContain("memory_status");
    await expect(client.getPrompt({ name: "recall_context" })).rejects.toMatchObject({ code: -32602 });
  });

  it("completes addresses and arguments with existing values", async () => {
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
        context: { arguments: given },
      });
      return completion.values;
    };
    const template = "recollect://{domain}/{namespace}/{id}";
    expect(await complete(template, "domain", "own")).toEqual(["owner/repo"]);
    expect(await complete(template, "namespace", "de", { domain: "owner/repo" })).toEqual(["decisions"]);
    expect(await complete(template, "id", id.slice(0, 6), { domain: "owner/repo", namespace: "decisions" })).toEqual([
      id,
    ]);
    expect(await complete("recollect://topics/{tag}", "tag", "post")).toEqual(["postgres"]);
    expect(await complete("recollect://help/{topic}", "topic", "c")).toEqual(["capture", "connecting"]);
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"]) {
      expect(await complete(template, name, "abc")).toEqual([]);
    }
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "recall_context" },
      argument: { name: "topic", value: "po" },
    });
    expect(completion.values).toEqual(["postgres"]);
  });
});

describe("resource errors", () => {
  it("sends -32001 in revision 2025 and -32602 in revision 2026, with the address", async () => {
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
