import { describe, expect, it } from "vitest";
import { call, read } from "../../tests/testing/calls.ts";
import { connectV1, connectV2, openTestStack } from "../../tests/testing/clients.ts";
import { OWNER } from "../core/caller.ts";

describe("a grant", () => {
  it("hides other domains in every tool, resource, completion and list", async () => {
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
      expect((results as { domain: string }[]).map(({ domain }) => domain)).toEqual(["owner/repo"]);
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

  it("refuses every change with a read-only grant", async () => {
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
