import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";

/** One memory a client with a grant for `owner/mine` may see, and one in `user` that it may not. */
async function openWithGrant() {
  const opened = await openTestService();
  const { service } = opened;
  const content = "the deployment runs on two machines in the cellar";
  const { memory: mine } = await service.capture(OWNER, { content, domain: "owner/mine", tags: ["seen"] });
  const { memory: hidden } = await service.capture(OWNER, {
    content: `${content} now`,
    domain: "user",
    tags: ["secret"],
  });
  const client = clientWith({ project: "owner/mine", rights: { domains: ["owner/mine"] } });
  return { ...opened, mine, hidden, client };
}

describe("a grant", () => {
  it("hides memories outside the grant from every method", async () => {
    const { service, mine, hidden, client } = await openWithGrant();
    const gone = { code: "not_found" };
    await expect(service.get(client, hidden.id)).rejects.toMatchObject(gone);
    await expect(service.get(client, hidden.urn)).rejects.toMatchObject(gone);
    await expect(service.update(client, hidden.id, { content: "x" })).rejects.toMatchObject(gone);
    await expect(service.delete(client, hidden.id)).rejects.toMatchObject(gone);
    await expect(service.restore(client, hidden.id)).rejects.toMatchObject(gone);
    await expect(service.history(client, hidden.id)).rejects.toMatchObject(gone);
    await expect(service.similar(client, hidden.id)).rejects.toMatchObject(gone);
    await expect(service.capture(client, { content: "y", supersedes: hidden.id })).rejects.toMatchObject(gone);

    for (const domain of [undefined, "_", ["user", "owner/mine"]]) {
      expect((await service.list(client, { domain })).items.map(({ id }) => id)).toEqual([mine.id]);
      const found = await service.search(client, { query: "deployment cellar", domain });
      expect(found.items.map(({ memory }) => memory.id)).toEqual([mine.id]);
      expect(await service.facets(client, { domain })).toMatchObject({
        total: 1,
        domains: [{ value: "owner/mine", count: 1 }],
        tags: [{ value: "seen", count: 1 }],
      });
    }
    expect((await service.list(client, { domain: "user" })).items).toEqual([]);
    expect((await service.search(client, { query: "deployment", domain: "user" })).items).toEqual([]);
    expect((await service.search(client, { query: "deployment domain:user" })).items).toEqual([]);
    expect(await service.facets(client, { domain: "user" })).toMatchObject({ total: 0 });
    expect(await service.tagsStartingWith(client, "se", 9)).toEqual([{ value: "seen", count: 1 }]);
    expect((await service.status(client)).counts).toMatchObject({ memories: 1, domains: 1, tags: 1 });
    expect(await service.similar(client, mine.id)).toEqual([]);
    expect((await service.similar(OWNER, mine.id)).map(({ memory }) => memory.id)).toEqual([hidden.id]);
  });

  it("hides the revisions from before a memory was moved into a granted domain", async () => {
    const { service, hidden, client } = await openWithGrant();
    await service.update(OWNER, hidden.id, { domain: "owner/mine" });
    const history = await service.history(client, hidden.id);
    expect(history.map(({ revision }) => revision)).toEqual([2]);
  });

  it("returns no similar memories outside the grant on capture", async () => {
    const { service, mine, client } = await openWithGrant();
    const { memory, similar, created } = await service.capture(client, {
      content: "the deployment runs on two machines in the cellar today",
    });
    expect(created).toBe(true);
    expect(memory.domain).toBe("owner/mine");
    expect(similar.map((found) => found.memory.id)).toEqual([mine.id]);
  });

  it("refuses to write outside the grant and names the granted domains", async () => {
    const { service, mine, client } = await openWithGrant();
    const denied = { code: "permission_denied", field: "domain", hint: expect.stringContaining("owner/mine") };
    await expect(service.capture(client, { content: "x", domain: "user" })).rejects.toMatchObject(denied);
    await expect(service.update(client, mine.id, { domain: "user" })).rejects.toMatchObject(denied);
  });

  it("limits namespaces like domains", async () => {
    const { service } = await openWithGrant();
    await service.capture(OWNER, { content: "an endpoint", namespace: "apis" });
    const client = clientWith({ rights: { namespaces: ["apis"] } });
    expect(await service.namespaces(client)).toEqual(["apis"]);
    expect((await service.list(client, {})).items.map(({ namespace }) => namespace)).toEqual(["apis"]);
    expect((await service.list(client, { namespace: "context" })).items).toEqual([]);
    expect((await service.capture(client, { content: "another" })).memory.namespace).toBe("apis");
    await expect(service.capture(client, { content: "x", namespace: "context" })).rejects.toMatchObject({
      code: "permission_denied",
      field: "namespace",
    });
  });

  it("refuses every write with read access", async () => {
    const { service, mine } = await openWithGrant();
    const reader = clientWith({ rights: { access: "read" } });
    for (const attempt of [
      service.capture(reader, { content: "x" }),
      service.update(reader, mine.id, { content: "x" }),
      service.delete(reader, mine.id),
      service.restore(reader, mine.id),
      service.setPinned(reader, [mine.id], true),
      service.purge(reader, [mine.id]),
      service.addNamespace(reader, "more"),
      service.reindex(reader, () => {}, new AbortController().signal),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: "permission_denied" });
    }
    expect(await service.get(reader, mine.id)).toMatchObject({ content: mine.content, revision: 1 });
  });
});
