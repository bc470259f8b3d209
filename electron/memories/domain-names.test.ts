import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { EMPTY_STATE } from "../core/memory-fields.ts";
import type { SecretNotice } from "../core/memory-service.ts";
import { idAt } from "../store/testing/open-store.ts";

const SPELLINGS = [
  "https://github.com/acme/web.git",
  "git@github.com:acme/web.git",
  "Acme/Web",
  "github.com/acme/web",
  "https://github.com/acme/web/issues/7",
];

/** Stores a memory in a domain as it is written, as earlier versions did. */
async function insertAs(store: Awaited<ReturnType<typeof openTestService>>["store"], domain: string, number: number) {
  return store.memories.insert({
    ...EMPTY_STATE,
    id: idAt(900 + number),
    content: `The importer retries ${number} times.`,
    namespace: "context",
    domain,
    client: null,
    sessionId: null,
    pinned: false,
    createdAt: Date.UTC(2026, 0, 1) + number,
    supersedes: null,
  });
}

describe("a domain in another spelling", () => {
  it.each(SPELLINGS)("is the same for a capture as %j", async (domain) => {
    const { service } = await openTestService();
    const { memory } = await service.capture(clientWith(), { content: "We use pnpm.", domain });
    expect(memory.domain).toBe("acme/web");
    const again = await service.capture(clientWith({ project: "acme/web" }), { content: "We use pnpm." });
    expect(again).toMatchObject({ created: false, memory: { id: memory.id } });
  });

  it.each(SPELLINGS)("is the same for every read and change as %j", async (domain) => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "We use pnpm.", domain: "acme/web" });
    const { id } = memory;
    const client = clientWith();
    expect((await service.search(client, { query: "pnpm", domain })).items.map((hit) => hit.memory.id)).toEqual([id]);
    expect((await service.search(client, { query: `pnpm domain:"${domain}"` })).items).toHaveLength(1);
    expect((await service.list(client, { domain })).items.map((one) => one.id)).toEqual([id]);
    expect(await service.count(client, { domain: [domain] })).toBe(1);
    expect((await service.facets(client, { domain })).total).toBe(1);
    expect((await service.update(client, id, { domain, tags: ["tool"] })).domain).toBe("acme/web");
    expect((await service.search(clientWith({ project: domain }), { query: "pnpm" })).items).toHaveLength(1);
  });

  it("keeps the name of a domain that exists, whatever its letter case, for the project of a client too", async () => {
    const { service, store } = await openTestService();
    await insertAs(store, "Acme/Web", 1);
    const { memory } = await service.capture(clientWith({ project: "acme/web" }), { content: "We use pnpm." });
    expect(memory.domain).toBe("Acme/Web");
    expect((await service.list(clientWith({ project: "acme/web" }), {})).items).toHaveLength(2);
  });

  it("shows the memories of all spellings that a store has, and writes to one", async () => {
    const { service, store } = await openTestService();
    for (const [index, domain] of ["Acme/Web", "acme/web", "https://github.com/acme/web.git"].entries())
      await insertAs(store, domain, index + 1);
    for (const domain of [...SPELLINGS, "acme/web"]) {
      expect((await service.list(OWNER, { domain })).items).toHaveLength(3);
      expect((await service.capture(OWNER, { content: `Captured as ${domain}`, domain })).memory.domain).toBe(
        "acme/web",
      );
      await service.delete(OWNER, (await service.list(OWNER, { domain, limit: 1 })).items[0]?.id ?? "");
    }
    expect(
      (await service.search(clientWith({ project: "acme/web" }), { query: "importer retries" })).items,
    ).toHaveLength(3);
  });

  it("is covered by a grant in any spelling, and nothing else is", async () => {
    const { service, store } = await openTestService();
    await insertAs(store, "Acme/Web", 1);
    await insertAs(store, "acme/web", 2);
    await insertAs(store, "acme/api", 3);
    for (const granted of ["acme/web", "ACME/web", "https://github.com/acme/web"]) {
      const client = clientWith({ rights: { domains: [granted] } });
      expect((await service.list(client, { domain: "_" })).items.map(({ domain }) => domain).sort()).toEqual([
        "Acme/Web",
        "acme/web",
      ]);
      expect((await service.capture(client, { content: `As ${granted}` })).memory.domain).toBe("acme/web");
      await expect(service.capture(client, { content: "x", domain: "acme/api" })).rejects.toMatchObject({
        code: "permission_denied",
      });
      const [memory] = (await service.list(OWNER, { domain: "acme/api" })).items;
      await expect(service.get(client, memory?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
      await service.delete(OWNER, (await service.list(OWNER, { limit: 1 })).items[0]?.id ?? "");
    }
  });

  it("is the same for an import and for a proposal that is kept", async () => {
    const { service } = await openTestService();
    await service.capture(OWNER, { content: "We use pnpm.", domain: "acme/web" });
    const [outcome] = await service.importMemories(
      OWNER,
      [
        {
          ...EMPTY_STATE,
          id: idAt(700),
          urn: "",
          content: "The build needs Node 24.",
          namespace: "context",
          domain: "git@github.com:Acme/Web.git",
          client: null,
          createdAt: "2026-01-01T00:00:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z",
          revision: 1,
          deletedAt: null,
          pinned: false,
          supersededBy: null,
          recallCount: 0,
          recalledAt: null,
          history: [],
        },
      ],
      false,
    );
    expect(outcome?.kind).toBe("imported");
    const proposed = await service.capture(clientWith({ rights: { access: "propose" } }), {
      content: "Releases are on Tuesdays.",
      domain: "user",
    });
    const kept = await service.inbox.keep(OWNER, proposed.memory.id, { domain: "https://github.com/acme/web" });
    expect(kept.domain).toBe("acme/web");
    expect(await service.count(OWNER, { domain: "acme/web" })).toBe(3);
  });
});

describe("a domain that does not exist", () => {
  const open = async () => {
    const opened = await openTestService();
    await opened.service.capture(OWNER, { content: "We use pnpm.", domain: "acme/web" });
    await opened.service.capture(OWNER, { content: "Tabs, not spaces." });
    return opened;
  };

  it.each([
    ["web", ["acme/web"]],
    ["acme/wbe", ["acme/web"]],
    ["Acme/Wbe", ["acme/web"]],
    ["zebra", []],
  ])("is named in a search and a list of %j, with the nearest", async (domain, similar) => {
    const { service } = await open();
    const expected = [{ reason: "domain_unknown", params: { domain: domain.toLowerCase(), similar } }];
    expect(await service.search(clientWith(), { query: "pnpm", domain })).toMatchObject({
      items: [],
      notices: expected,
    });
    expect(await service.search(clientWith(), { query: `pnpm domain:${domain}` })).toMatchObject({ notices: expected });
    expect(await service.list(clientWith(), { domain })).toMatchObject({ items: [], notices: expected });
  });

  it.each(["*", "all", "ALL", "_"])("does not limit a read if it is %j", async (domain) => {
    const { service } = await open();
    const client = clientWith({ project: "other/project" });
    expect(await service.search(client, { query: "pnpm", domain })).toMatchObject({ items: [{}], notices: [] });
    expect((await service.list(client, { domain })).items).toHaveLength(2);
    await expect(service.capture(client, { content: "x", domain })).rejects.toMatchObject({ field: "domain" });
  });

  it("does not mean everything if a domain has that name", async () => {
    const { service, store } = await open();
    await insertAs(store, "all", 1);
    expect((await service.list(OWNER, { domain: "all" })).items).toHaveLength(1);
    expect((await service.capture(OWNER, { content: "x", domain: "all" })).memory.domain).toBe("all");
  });

  it("is stored by a capture, which names the similar domain", async () => {
    const { service } = await open();
    const noticesOf = async (domain: string, project: string | null = null) => {
      const notices: SecretNotice[] = [];
      await service.capture(clientWith({ project }), { content: `In ${domain}`, domain }, (notice) =>
        notices.push(notice),
      );
      return notices;
    };
    expect(await noticesOf("acme/wbe")).toEqual([
      { reason: "domain_new", params: { domain: "acme/wbe", similar: ["acme/web"] } },
    ]);
    expect(await noticesOf("acme/wbe")).toEqual([]);
    expect(await noticesOf("Acme/Web")).toEqual([]);
    expect(await noticesOf("acme/wee", "acme/wee")).toEqual([]);
  });

  it("gives a limited caller the same results for an unknown domain as for a hidden one", async () => {
    const { service } = await open();
    const client = clientWith({ rights: { domains: ["user"] } });
    const answers = await Promise.all(
      ["acme/web", "acme/wex"].map(async (domain) => ({
        list: await service.list(client, { domain }),
        search: await service.search(client, { query: "pnpm", domain }),
      })),
    );
    expect(JSON.stringify(answers[0]).replaceAll("acme/web", "acme/wex")).toBe(JSON.stringify(answers[1]));
    expect(answers[1]?.list.notices).toEqual([
      { reason: "domain_unknown", params: { domain: "acme/wex", similar: [] } },
    ]);
  });
});

describe("a mistyped namespace", () => {
  it("is stored by a client in the namespace that it means, with a notice", async () => {
    const { service } = await openTestService();
    for (const [given, used] of [
      ["decision", "decisions"],
      ["decisons", "decisions"],
      ["techdebt", "tech-debt"],
    ] as const) {
      const notices: SecretNotice[] = [];
      const input = { content: `Kept under ${given}`, namespace: given };
      const { memory } = await service.capture(clientWith(), input, (notice) => notices.push(notice));
      expect(memory.namespace).toBe(used);
      expect(notices).toEqual([{ reason: "namespace_replaced", params: { namespace: given, used } }]);
    }
  });

  it("is refused with the nearest for the owner, and for a name that is like none", async () => {
    const { service } = await openTestService();
    await expect(service.capture(OWNER, { content: "x", namespace: "decison" })).rejects.toMatchObject({
      field: "namespace",
      details: { similar: ["decisions"] },
    });
    await expect(service.capture(clientWith(), { content: "x", namespace: "recipes" })).rejects.toMatchObject({
      field: "namespace",
    });
  });
});
