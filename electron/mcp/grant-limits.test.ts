import { describe, expect, it } from "vitest";
import { call, kinds, read } from "../../tests/testing/calls.ts";
import { callOverRest, openSession, openTestStack, post, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";

const HIDDEN = /lighthouse|hidden-tag|hidden-client|hidden\.md|recollect:\/\/(?:user|other)/;

/** The client may see owner/repo; the content of everything else contains `lighthouse`. */
async function fill({ service }: Stack) {
  const seen = await service.capture(OWNER, { content: "The deploy uses blue and green.", domain: "owner/repo" });
  const replaced = await service.capture(OWNER, { content: "Deploys were by hand.", domain: "owner/repo" });
  const hidden = await service.capture(
    { ...OWNER, client: { name: "hidden-client", version: "1" } },
    {
      content: "The lighthouse deploy is secret.",
      tags: ["hidden-tag"],
      source: "hidden.md",
      supersedes: replaced.memory.id,
    },
  );
  const other = await service.capture(OWNER, { content: "Another lighthouse deploy.", domain: "other/repo" });
  await service.delete(OWNER, other.memory.id);
  return { seen: seen.memory, replaced: replaced.memory, hidden: hidden.memory, other: other.memory };
}

describe.each(kinds)("a client limited to one project (%s)", (_kind, connect) => {
  it("sees nothing of other projects through tools, resources, completions or prompts", async () => {
    const stack = await openTestStack();
    const { seen, replaced, hidden, other } = await fill(stack);
    const token = await stack.issue({ domains: ["owner/repo"] }, "limited");
    const client = await connect(stack, { authorization: `Bearer ${token}` });
    const leaks: string[] = [];
    const check = (where: string, result: unknown) => {
      const text = JSON.stringify(result);
      if (HIDDEN.test(text) || text.includes(hidden.id) || text.includes(other.id)) leaks.push(`${where}: ${text}`);
    };

    const { tools } = await client.listTools();
    const given: Record<string, Record<string, unknown>[]> = {
      capture_memory: [{ content: "This deploy is secret.", domain: "owner/repo" }],
      search_memories: [
        { query: "deploy", domain: "_" },
        { query: "domain:_ superseded deploy" },
        { query: "tag:hidden-tag" },
      ],
      list_memories: [{ domain: "_" }, { domain: "user" }, { trash: "only", domain: "_" }, { domain: "other/repo" }],
      get_memory: [{ id: replaced.id }, { urn: seen.urn }],
      update_memory: [{ id: replaced.id, content: "Deploys were by hand, once." }],
      delete_memory: [{ id: replaced.id }],
      restore_memory: [{ id: replaced.id }],
      memory_status: [{}],
      reindex_memories: [{}],
    };
    for (const { name } of tools) {
      const calls = given[name];
      if (calls === undefined) throw new Error(`${name} is not covered by this test.`);
      for (const args of calls) {
        const result = await call(client, name, args);
        check(name, result);
      }
    }
    const mine = await call(client, "search_memories", { query: "secret", domain: "owner/repo" });
    const own = mine.results as { id: string }[];
    await call(client, "delete_memory", { id: own[0]?.id ?? "" });

    for (const [name, args] of [
      ["get_memory", {}],
      ["update_memory", { content: "taken" }],
      ["delete_memory", {}],
      ["restore_memory", {}],
    ] as const) {
      for (const { id } of [hidden, other]) {
        expect(await call(client, name, { id, ...args })).toMatchObject({ isError: true, code: "not_found" });
      }
    }
    expect(await call(client, "capture_memory", { content: "x", domain: "user" })).toMatchObject({
      code: "permission_denied",
    });
    expect(await call(client, "update_memory", { id: seen.id, domain: "user" })).toMatchObject({
      code: "permission_denied",
    });
    const status = await call(client, "memory_status");
    expect(status).toMatchObject({ counts: { memories: 1, domains: 1 }, index: { text: { indexed: 1 } } });

    const { resources } = await client.listResources();
    check("resources/list", resources);
    const addresses = [
      ...resources.map(({ uri }) => uri),
      `recollect://memory/${replaced.id}`,
      "recollect://user/_",
      "recollect://_/_",
      "recollect://_/context",
      "recollect://other%2Frepo/_",
      "recollect://user/context",
      "recollect://topics",
    ];
    for (const uri of addresses) {
      const text = await read(client, uri);
      if (!uri.startsWith("recollect://help/")) check(uri, text);
    }
    const closed = [hidden.urn, `recollect://memory/${hidden.id}`, other.urn, "recollect://topics/hidden-tag"];
    for (const uri of closed) await expect(client.readResource({ uri })).rejects.toThrow();

    const { resourceTemplates } = await client.listResourceTemplates();
    for (const { uriTemplate } of resourceTemplates) {
      for (const [, name = ""] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
        for (const value of ["", "h", "o", "u", hidden.id.slice(0, 4)]) {
          const ref = { type: "ref/resource", uri: uriTemplate } as const;
          const { completion } = await client.complete({ ref, argument: { name, value } });
          check(`completion of ${uriTemplate}`, completion);
          expect(completion.values).not.toContain("user");
        }
      }
    }
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: declared = [] } of prompts) {
      const args = Object.fromEntries(
        declared.filter((one) => one.name !== "focus").map((one) => [one.name, one.name === "topic" ? "deploy" : "_"]),
      );
      check(`prompt ${name}`, await client.getPrompt({ name, arguments: args }));
      for (const argument of declared) {
        const ref = { type: "ref/prompt", name } as const;
        const { completion } = await client.complete({ ref, argument: { name: argument.name, value: "" } });
        check(`completion of prompt ${name}`, completion);
        expect(completion.values).not.toContain("user");
      }
    }
    expect(leaks).toEqual([]);
  });
});

it("shows a limited client nothing of other projects over REST", async () => {
  const stack = await openTestStack();
  const { hidden, replaced } = await fill(stack);
  const token = await stack.issue({ domains: ["owner/repo"] }, "limited");
  const ask = async (name: string, body: unknown) =>
    await (await callOverRest(stack, name, body, { authorization: `Bearer ${token}` })).text();
  const texts = [
    await ask("search_memories", { query: "deploy", domain: "_" }),
    await ask("list_memories", { domain: "_", trash: "include" }),
    await ask("get_memory", { id: replaced.id }),
    await ask("memory_status", {}),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(HIDDEN);
    expect(text).not.toContain(hidden.id);
  }
  expect(await ask("get_memory", { id: hidden.id })).toContain("not_found");
});

describe("a grant that changes while a client is connected", () => {
  const list = { jsonrpc: "2.0", id: 7, method: "tools/list" };

  it("pauses and resumes an open session with the next request", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({}, "codex");
    const headers = await openSession(stack, { headers: { authorization: `Bearer ${token}` } });
    expect((await post(stack, list, headers)).status).toBe(200);
    await stack.tokens.update("codex", { pausedAt: 1 });
    const refused = await post(stack, list, headers);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { code: -32003, message: expect.stringContaining("codex is paused") },
    });
    const row = await until(
      async () => (await stack.log.list({ outcome: "error" }, 1, null)).items[0],
      (found) => found !== undefined,
    );
    expect(row).toMatchObject({ subject: "codex", httpStatus: 403, client: { name: "raw" } });
    await stack.tokens.update("codex", { pausedAt: null });
    expect((await post(stack, list, headers)).status).toBe(200);
  });

  it("closes the stream of a paused client, and does not notify a limited one about hidden memories", async () => {
    const stack = await openTestStack();
    const token = await stack.issue({}, "codex");
    const headers = await openSession(stack, { headers: { authorization: `Bearer ${token}` } });
    await post(stack, { jsonrpc: "2.0", method: "notifications/initialized" }, headers);
    const subscribe = (uri: string) =>
      post(stack, { jsonrpc: "2.0", id: uri, method: "resources/subscribe", params: { uri } }, headers);
    await subscribe("recollect://user/_");
    await subscribe("recollect://owner%2Frepo/_");
    const stream = await fetch(stack.url, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", ...headers },
    });
    let received = "";
    const ended = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) received += decoder.decode(chunk);
    })();
    await stack.tokens.update("codex", { grant: { access: "write", domains: ["owner/repo"], namespaces: null } });
    await stack.service.capture(OWNER, { content: "The lighthouse." });
    await stack.service.capture(OWNER, { content: "Visible.", domain: "owner/repo" });
    await until(
      () => received,
      (text) => text.includes("owner%2Frepo"),
    );
    expect(received).not.toContain("recollect://user");
    await stack.tokens.update("codex", { pausedAt: 1 });
    await ended;
  });

  it("applies to a program that acts for a client with the owner's token", async () => {
    const stack = await openTestStack();
    const owner = await stack.tokens.issueOwner();
    await stack.service.capture(OWNER, { content: "The lighthouse." });
    const ask = async () =>
      await fetch(`${stack.origin}/tools/list_memories`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${owner}`,
          "recollect-client": "claude-code",
          "content-type": "application/json",
        },
        body: JSON.stringify({ domain: "_" }),
      });
    expect(await (await ask()).text()).toContain("lighthouse");
    await stack.tokens.update("claude-code", { grant: { access: "read", domains: ["owner/repo"], namespaces: null } });
    expect(await (await ask()).text()).not.toContain("lighthouse");
    await stack.tokens.revokeSubject("claude-code");
    expect((await ask()).status).toBe(401);
  });
});
