import { describe, expect, it } from "vitest";
import type { TokenRow } from "../../core/tokens.ts";
import { openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

const token = (id: string, fields: Partial<TokenRow> = {}): TokenRow => ({
  id,
  subject: "codex",
  grant: { access: "write", domains: null, namespaces: ["apis"] },
  createdAt: START,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  pausedAt: null,
  injection: true,
  replaces: null,
  issued: { access: "write" },
  ...fields,
});

describe("token rows", () => {
  it("returns tokens as they were stored, the newest first", async () => {
    const { tokens } = await openTestStore();
    const old = token("old", { grant: { access: "read", domains: ["owner/repo", "user"], namespaces: null } });
    const young = token("young", { createdAt: START + 1, expiresAt: START + 2 });
    await tokens.insert(old);
    await tokens.insert(young);
    expect(await tokens.list()).toEqual([young, old]);
    expect(await tokens.get("old")).toEqual(old);
    expect(await tokens.get("none")).toBeNull();
  });

  it("updates grant, expiry, pause and injection of a token, but not its issued values", async () => {
    const { tokens } = await openTestStore();
    await tokens.insert(token("a", { replaces: "before" }));
    const servers = [
      { server: "01", tools: "read-only" },
      { server: "02", tools: ["echo"] },
    ] as const;
    const switches = { listAllTools: true, conversations: true };
    const grant = { access: "read", domains: ["owner/repo"], namespaces: null, servers, ...switches } as const;
    await tokens.update("a", { grant, expiresAt: START + 9, pausedAt: START + 1, injection: false });
    expect(await tokens.get("a")).toEqual(
      token("a", { replaces: "before", grant, expiresAt: START + 9, pausedAt: START + 1, injection: false }),
    );
  });

  it("keeps the time of the first revocation", async () => {
    const { tokens } = await openTestStore();
    await tokens.insert(token("a"));
    await tokens.revoke("a", START + 5);
    await tokens.revoke("a", START + 9);
    expect(await tokens.get("a")).toMatchObject({ revokedAt: START + 5 });
  });

  it("deletes only the given tokens", async () => {
    const { tokens } = await openTestStore();
    for (const id of ["a", "b", "c"]) await tokens.insert(token(id));
    await tokens.delete(["a", "c"]);
    expect((await tokens.list()).map(({ id }) => id)).toEqual(["b"]);
  });

  it("writes the use of a token once a minute, and when the store closes", async () => {
    const folder = await temporaryFolder();
    const { tokens, close } = await openTestStore(folder);
    await tokens.insert(token("a"));
    for (const second of [0, 1, 59]) tokens.markUsed("a", START + second * 1_000);
    await close();
    const { tokens: again } = await openTestStore(folder);
    expect(await again.get("a")).toMatchObject({ lastUsedAt: START });
  });
});
