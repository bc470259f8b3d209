import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import type { SecretNotice } from "../core/memory-service.ts";
import { DEFAULT_SECRET_POLICY, type SecretPolicy } from "../core/secrets/policy.ts";
import { sampleSecrets } from "../core/secrets/testing/formats.ts";
import { RecollectError } from "../text/errors.ts";

const TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

async function openWith(changes: Partial<SecretPolicy> = {}) {
  let policy: SecretPolicy = { ...DEFAULT_SECRET_POLICY, ...changes };
  const opened = await openTestService({ secretPolicy: () => policy });
  const notices: SecretNotice[] = [];
  return {
    ...opened,
    notices,
    notify: (notice: SecretNotice) => void notices.push(notice),
    choose: (next: Partial<SecretPolicy>) => {
      policy = { ...policy, ...next };
    },
  };
}

const reasonOf = (error: unknown) =>
  error instanceof RecollectError ? { field: error.field, reason: error.details?.reason } : error;

describe("masking", () => {
  it("masks a secret in content and source, removes a tag that is one, and says so", async () => {
    const { service, notices, notify } = await openWith();
    const input = { content: `push with ${TOKEN} now`, source: `https://me:${TOKEN}@host/x`, tags: [TOKEN, "ci"] };
    const { memory } = await service.capture(clientWith(), input, notify);
    expect(memory).toMatchObject({
      content: "push with [secret: GitHub token] now",
      source: "https://me:[secret: GitHub token]@host/x",
      tags: ["ci"],
    });
    expect(notices).toEqual([
      { reason: "masked", params: { field: "content", names: ["GitHub token"] } },
      { reason: "masked", params: { field: "source", names: ["GitHub token"] } },
      { reason: "tag_removed", params: { names: ["GitHub token"] } },
    ]);
  });

  it("masks the same secrets that the log redacts and the health view would find", async () => {
    const { service } = await openWith({ action: "allow" });
    const masking = await openWith();
    let found = 0;
    for (const { text } of sampleSecrets(3)) {
      const { memory } = await masking.service.capture(OWNER, { content: text });
      if (memory.content.includes("[secret: ")) found += 1;
      await service.capture(OWNER, { content: text });
    }
    expect(found).toBeGreaterThanOrEqual(sampleSecrets(3).length - 2);
    expect((await service.findSecrets(OWNER, null)).items).toHaveLength(found);
    expect((await masking.service.findSecrets(OWNER, null)).items).toEqual([]);
  });

  it("masks in updates, merges, separations and reviews, and in every revision", async () => {
    const { service, notices, notify } = await openWith();
    const { memory } = await service.capture(OWNER, { content: "The first." });
    const { memory: other } = await service.capture(OWNER, { content: "The second." });
    await service.update(OWNER, memory.id, { content: `now ${TOKEN}` }, notify);
    await service.merge(OWNER, { keep: memory.id, others: [{ reference: other.id }], content: `both ${TOKEN}` });
    await service.separate(OWNER, { kept: memory.id, others: [{ reference: other.id }], content: `one ${TOKEN}` });
    const history = await service.history(OWNER, memory.id);
    expect(history.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify([history, await service.list(OWNER, {})])).not.toContain("ghp_");
    expect(notices).toEqual([{ reason: "masked", params: { field: "content", names: ["GitHub token"] } }]);

    const proposing = clientWith({ rights: { access: "propose" } });
    const proposed = await service.capture(proposing, { content: `wait ${TOKEN}` }, notify);
    expect(JSON.stringify(await service.inbox.list(OWNER, "waiting", 50))).not.toContain("ghp_");
    await service.inbox.keep(OWNER, proposed.memory.id, { content: `kept ${TOKEN}` });
    expect(JSON.stringify(await service.list(OWNER, {}))).not.toContain("ghp_");
  });

  it("finds a secret that removed characters divide", async () => {
    const { service } = await openWith();
    const { memory } = await service.capture(OWNER, { content: `push ${TOKEN.slice(0, 9)}\u{e0041}${TOKEN.slice(9)}` });
    expect(memory.content).toBe("push [secret: GitHub token]");
  });

  it("masks an import with its history, and recognises it at the next import", async () => {
    const { service } = await openWith();
    const source = await openWith({ action: "allow" });
    const { memory } = await source.service.capture(OWNER, { content: `first ${TOKEN}` });
    await source.service.update(OWNER, memory.id, { content: `then ${TOKEN}`, tags: [TOKEN, "ci"] });
    const archived: ArchivedMemory = {
      ...(await source.service.get(OWNER, memory.id)),
      history: (await source.service.history(OWNER, memory.id)).toReversed(),
    };
    expect(await service.importMemories(OWNER, [archived], false)).toEqual([
      { kind: "imported", id: memory.id, masked: true },
    ]);
    expect(JSON.stringify([await service.list(OWNER, {}), await service.history(OWNER, memory.id)])).not.toContain(
      "ghp_",
    );
    expect(await service.importMemories(OWNER, [archived], false)).toMatchObject([{ kind: "known" }]);
    expect(await source.service.importMemories(OWNER, [archived], false)).toMatchObject([{ kind: "known" }]);
  });
});

describe("the owner's choice", () => {
  it("refuses with the field and stores nothing", async () => {
    const { service } = await openWith({ action: "refuse" });
    const { memory } = await service.capture(OWNER, { content: "Fine." });
    for (const [field, input] of [
      ["content", { content: `a ${TOKEN}` }],
      ["source", { content: "a", source: TOKEN }],
      ["tags", { content: "a", tags: [TOKEN] }],
    ] as const) {
      const expected = { field, reason: "secret_refused" };
      expect(reasonOf(await service.capture(clientWith(), input).catch((error: unknown) => error))).toEqual(expected);
      expect(reasonOf(await service.update(OWNER, memory.id, input).catch((error: unknown) => error))).toEqual(
        expected,
      );
    }
    const archived = { ...memory, id: "01J9ZQ4K7M3N5P6R8S0T2V4W6X", content: TOKEN, history: [] };
    const [outcome] = await service.importMemories(OWNER, [archived], false);
    expect(outcome).toMatchObject({ kind: "refused", error: { field: "content" } });
    expect((await service.list(OWNER, {})).items).toEqual([memory]);
  });

  it("differs by domain, also for a memory that is changed", async () => {
    const { service } = await openWith({ domains: { "acme/open": "allow", "acme/closed": "refuse" } });
    const content = `a ${TOKEN}`;
    const { memory } = await service.capture(OWNER, { content, domain: "acme/open" });
    expect(memory.content).toBe(content);
    expect((await service.update(OWNER, memory.id, { content: `b ${TOKEN}` })).content).toBe(`b ${TOKEN}`);
    await expect(service.capture(OWNER, { content, domain: "acme/closed" })).rejects.toThrow(/contains a secret/);
    await expect(service.update(OWNER, memory.id, { content, domain: "acme/closed" })).rejects.toThrow(
      /contains a secret/,
    );
    const project = clientWith({ project: "acme/open" });
    expect((await service.capture(project, { content: `c ${TOKEN}` })).memory.content).toBe(`c ${TOKEN}`);
  });

  it("refuses names that are secrets, because a name cannot be masked", async () => {
    const { service, choose } = await openWith();
    await expect(service.capture(OWNER, { content: "a", domain: `https://me:${TOKEN}@host/r` })).rejects.toMatchObject({
      field: "domain",
    });
    const project = `https://me:${TOKEN}@host/r`;
    await expect(service.capture(clientWith({ project }), { content: "a" })).rejects.toMatchObject({ field: "domain" });
    const key = `pul-${"a1b2c3d4e5".repeat(4)}`;
    await expect(service.addNamespace(OWNER, key)).rejects.toMatchObject({ field: "namespace" });
    choose({ action: "allow" });
    expect(await service.addNamespace(OWNER, key)).toContain(key);
  });
});

describe("private parts", () => {
  it.each([
    ["a <private>b</private> c", "a  c"],
    ["a <private>b <private>c</private> d</private> e", "a  e"],
    ["a <PRIVATE>b\nc</Private > d", "a  d"],
    ["a <private>b", "a "],
    ['a <private reason="x">b</private>', "a "],
    ["a b</private> c", "a b c"],
  ])("removes them from %j whatever the owner chose", async (content, expected) => {
    for (const action of ["mask", "refuse", "allow"] as const) {
      const { service, notices, notify } = await openWith({ action });
      const { memory } = await service.capture(OWNER, { content }, notify);
      expect(memory.content).toBe(expected);
      expect(notices).toEqual([{ reason: "private_removed", params: { field: "content", count: 1 } }]);
    }
  });

  it("keeps text that only mentions something private", async () => {
    const { service } = await openWith();
    const content = "Put <private key> here; private: true";
    expect((await service.capture(OWNER, { content })).memory.content).toBe(content);
  });

  it("refuses content that is completely private", async () => {
    const { service } = await openWith();
    await expect(service.capture(OWNER, { content: " <private>all</private> " })).rejects.toMatchObject({
      field: "content",
      details: { reason: "content_private" },
    });
    expect((await service.list(OWNER, {})).items).toEqual([]);
  });

  it("removes them from updates, imports, sources and tags", async () => {
    const { service } = await openWith({ action: "allow" });
    const { memory } = await service.capture(OWNER, {
      content: "a",
      source: "x<private>hidden</private>",
      tags: ["<private>hidden</private>", "t<private>hidden"],
    });
    expect(memory).toMatchObject({ source: "x", tags: ["t"] });
    await service.update(OWNER, memory.id, { content: "b <private>hidden</private>" });
    const archived = { ...memory, id: "01J9ZQ4K7M3N5P6R8S0T2V4W6X", content: "c <private>hidden", history: [] };
    await service.importMemories(OWNER, [archived], false);
    const stored = [await service.list(OWNER, {}), await service.history(OWNER, memory.id)];
    expect(JSON.stringify(stored)).not.toContain("hidden");
  });
});

describe("personal data", () => {
  const text = "Ann: ann.lee@example.com, +49 170 1234567, DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111.";

  it("is stored by default, and masked where the owner turned it on", async () => {
    const { service } = await openWith();
    expect((await service.capture(OWNER, { content: text })).memory.content).toBe(text);
    const careful = await openWith({ personalData: true });
    expect((await careful.service.capture(OWNER, { content: text })).memory.content).toBe(
      "Ann: [personal: e-mail address], [personal: phone number], [personal: IBAN], [personal: card number].",
    );
  });

  it.each([
    "DE89 3704 0044 0532 0130 01 has a wrong check digit",
    "4111 1111 1111 1112 has a wrong check digit",
    "version 1.2.3-beta.4 of @acme/pkg@2.0.0, git@github.com:acme/shop.git",
    "2026-01-31T09:00:00.000Z, 1769850000000, 0.75, 10,000 rows, port 7325, 127.0.0.1",
    "01J9ZQ4K7M3N5P6R8S0T2V4W6X 7c9e6679-7425-40de-944b-e07fc1f90ae7",
  ])("does not include %j", async (content) => {
    const { service } = await openWith({ personalData: true });
    expect((await service.capture(OWNER, { content })).memory.content).toBe(content);
  });
});
