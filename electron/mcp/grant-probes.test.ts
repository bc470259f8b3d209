import { describe, expect, it } from "vitest";
import { call, kinds, read, type StructuredContent } from "../../tests/testing/calls.ts";
import { callOverRest, openTestStack } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";

const ABSENT = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
/** A response as JSON without the given names, so that responses about different things can be compared. */
const without = (result: unknown, ...names: readonly string[]) =>
  names.reduce((text, name) => text.replaceAll(name, "…"), JSON.stringify(result));

async function limited(stack: Stack, grant: Parameters<Stack["issue"]>[0]) {
  return { authorization: `Bearer ${await stack.issue(grant, "limited")}` };
}

describe.each(kinds)("a limited client that probes for hidden data (%s)", (_kind, connect) => {
  it("gets the same response for a hidden memory as for a missing one", async () => {
    const stack = await openTestStack();
    const { memory: seen } = await stack.service.capture(OWNER, { content: "Open.", domain: "owner/repo" });
    const { memory: hidden } = await stack.service.capture(OWNER, { content: "The lighthouse.", domain: "other/repo" });
    const client = await connect(stack, await limited(stack, { domains: ["owner/repo"] }));
    const probes: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => call(client, "get_memory", { id }),
      (id) => call(client, "get_memory", { urn: `recollect://other%2Frepo/context/${id}` }),
      (id) => call(client, "get_memory", { urn: `recollect://owner%2Frepo/context/${id}` }),
      (id) => call(client, "update_memory", { id, content: "taken" }),
      (id) => call(client, "update_memory", { id, content: "taken", expectedRevision: 7 }),
      (id) => call(client, "update_memory", { id, domain: "owner/repo" }),
      (id) => call(client, "delete_memory", { id }),
      (id) => call(client, "restore_memory", { id }),
      (id) => call(client, "capture_memory", { content: `New ${id}`, domain: "owner/repo", supersedes: id }),
      (id) => client.readResource({ uri: `recollect://memory/${id}` }).catch(String),
      (id) => client.readResource({ uri: `recollect://other%2Frepo/context/${id}` }).catch(String),
      (id) => client.readResource({ uri: `recollect://_/context/${id}` }).catch(String),
      (id) =>
        client.complete({
          ref: { type: "ref/resource", uri: "recollect://memory/{id}" },
          argument: { name: "id", value: id },
        }),
    ];
    for (const probe of probes) {
      expect(without(await probe(hidden.id), hidden.id)).toBe(without(await probe(ABSENT), ABSENT));
    }
    expect((await stack.service.get(OWNER, hidden.id)).revision).toBe(hidden.revision);
    expect(await call(client, "get_memory", { id: seen.id })).toMatchObject({ memory: { content: "Open." } });
  });

  it("gets no hidden memory from the owner's cursor or as a similar memory", async () => {
    const stack = await openTestStack();
    for (const number of [1, 2, 3]) {
      await stack.service.capture(OWNER, { content: `The lighthouse keeper, part ${number}.` });
      await stack.service.capture(OWNER, { content: `The deploy of part ${number}.`, domain: "owner/repo" });
    }
    const owner = await connect(stack, { authorization: `Bearer ${stack.token}` });
    const client = await connect(stack, await limited(stack, { domains: ["owner/repo"] }));
    for (const [name, args] of [
      ["list_memories", { domain: "_", limit: 1 }],
      ["search_memories", { query: "part", domain: "_", limit: 1 }],
    ] as const) {
      const page = await call(owner, name, args);
      expect(page.nextCursor).toBeTruthy();
      const reused = await call(client, name, { ...args, limit: 50, cursor: page.nextCursor });
      expect(JSON.stringify(reused)).not.toContain("lighthouse");
    }
    const similar = await call(client, "capture_memory", {
      content: "The lighthouse keeper, part 1!",
      domain: "owner/repo",
    });
    expect(JSON.stringify(similar.similar ?? [])).not.toMatch(/recollect:\/\/user/);
  });

  it("gets the same response for a hidden namespace as for an unknown one", async () => {
    const stack = await openTestStack();
    await stack.service.addNamespace(OWNER, "lighthouse-plans");
    const { memory } = await stack.service.capture(OWNER, { content: "Endpoint.", namespace: "apis" });
    await stack.service.capture(OWNER, { content: "Hidden.", namespace: "lighthouse-plans", tags: ["lighthouse-tag"] });
    const client = await connect(stack, await limited(stack, { namespaces: ["apis"] }));
    const probes: readonly ((namespace: string) => Promise<unknown>)[] = [
      (namespace) => call(client, "list_memories", { namespace }),
      (namespace) => call(client, "search_memories", { query: "hidden", namespace }),
      (namespace) => call(client, "search_memories", { query: `ns:${namespace} hidden` }),
      (namespace) => call(client, "capture_memory", { content: "x", namespace }),
      (namespace) => call(client, "update_memory", { id: memory.id, namespace }),
      (namespace) => read(client, `recollect://user/${namespace}`).catch(String),
      (namespace) => read(client, `recollect://_/${namespace}`).catch(String),
    ];
    for (const probe of probes) {
      const result = await probe("lighthouse-plans");
      expect(without(result, "lighthouse-plans")).toBe(without(await probe("no-such-kind"), "no-such-kind"));
      expect(without(result, "lighthouse-plans")).not.toContain("lighthouse");
    }
    const seen: StructuredContent[] = [
      await call(client, "memory_status"),
      await call(client, "list_memories", { domain: "_" }),
      await call(client, "search_memories", { query: "hidden endpoint", domain: "_" }),
      { text: await read(client, "recollect://topics") },
      { ...(await client.listResources()) },
    ];
    const { prompts } = await client.listPrompts();
    for (const { name, arguments: declared = [] } of prompts) {
      const given = declared.filter((one) => one.name !== "focus").map((one) => [one.name, "_"]);
      seen.push({ ...(await client.getPrompt({ name, arguments: Object.fromEntries(given) })) });
    }
    expect(JSON.stringify(seen)).not.toContain("lighthouse");
    expect(seen[0]).toMatchObject({ counts: { memories: 1 } });
    for (const value of ["", "l", "lighthouse"]) {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: "recollect://{domain}/{namespace}" },
        argument: { name: "namespace", value },
      });
      expect(completion.values).not.toContain("lighthouse-plans");
    }
  });
});

it("gives a limited client the same REST response for a hidden memory as for a missing one", async () => {
  const stack = await openTestStack();
  const { memory: hidden } = await stack.service.capture(OWNER, { content: "The lighthouse." });
  const token = (await limited(stack, { domains: ["owner/repo"] })).authorization;
  const ask = async (name: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await callOverRest(stack, name, body, { authorization: token, ...headers });
    return { status: response.status, text: await response.text() };
  };
  for (const probe of [
    (id: string) => ask("get_memory", { id }),
    (id: string) => ask("get_memory", { urn: `recollect://user/context/${id}` }),
    (id: string) => ask("delete_memory", { id }),
    (id: string) => ask("capture_memory", { content: `New ${id}`, domain: "owner/repo", supersedes: id }),
    // Only the owner's token may name another client; the project is a default, not a right.
    (id: string) => ask("get_memory", { id }, { "recollect-client": "limited", "recollect-project": "user" }),
  ]) {
    expect(without(await probe(hidden.id), hidden.id)).toBe(without(await probe(ABSENT), ABSENT));
  }
  expect((await ask("list_memories", {}, { "recollect-project": "other/repo" })).text).not.toContain("lighthouse");
  expect((await ask("list_memories", { domain: "_" }, { "recollect-client": "someone-else" })).status).toBe(403);
});

it("gives a limited client the same response when it subscribes to a hidden memory as to a missing one", async () => {
  const stack = await openTestStack();
  const { memory: hidden } = await stack.service.capture(OWNER, { content: "The lighthouse." });
  const headers = await limited(stack, { domains: ["owner/repo"] });
  for (const [, connect] of kinds.slice(0, 2)) {
    const client = await connect(stack, headers);
    const ask = (uri: string) => client.subscribeResource({ uri }).then(JSON.stringify, String);
    for (const place of ["recollect://memory/", "recollect://user/context/"]) {
      expect(without(await ask(place + hidden.id), hidden.id)).toBe(without(await ask(place + ABSENT), ABSENT));
    }
  }
});
