import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { ulid } from "ulid";
import { describe, expect, it } from "vitest";
import { FULL_GRANT } from "../core/caller.ts";
import { openTestStore } from "../store/test-store.ts";
import { createTokens } from "./tokens.ts";

const START = Date.UTC(2026, 5, 1);

async function openTokens(key: Uint8Array = randomBytes(32)) {
  const clock = { time: START, now: () => clock.time };
  const store = (await openTestStore()).tokens;
  return { store, clock, key, tokens: createTokens({ store, key, clock, newId: () => ulid() }) };
}

describe("tokens", () => {
  it("says of a good token whose it is and what it allows", async () => {
    const { tokens } = await openTokens();
    const grant = { access: "read", domains: ["me/app"], namespaces: null } as const;
    const { token, row } = await tokens.issue({ subject: "codex", grant, expiresAt: null });
    expect(await tokens.verify(token)).toEqual({ id: row.id, subject: "codex", grant, owner: false });
    expect(await tokens.list()).toMatchObject([{ id: row.id, subject: "codex", grant, revokedAt: null }]);
  });

  it("keeps no token's text", async () => {
    const { tokens } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    expect(JSON.stringify(await tokens.list())).not.toContain(token.split(".")[2]);
  });

  it("refuses what another key signed, what was changed and what is no token", async () => {
    const { tokens } = await openTokens();
    const other = await openTokens();
    const foreign = await other.tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    const [header, , signature] = token.split(".");
    const changed = `${header}.${Buffer.from('{"sub":"owner"}').toString("base64url")}.${signature}`;
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
    for (const bad of [foreign.token, changed, unsigned, "", "no token", "a.b.c"]) {
      await expect(tokens.verify(bad)).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });

  it("refuses a well-signed token that was never issued here", async () => {
    const { tokens, key } = await openTokens();
    const invented = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("recollect")
      .setSubject("codex")
      .setJti("never-issued")
      .sign(key);
    await expect(tokens.verify(invented)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("ends a token when it expires, also one that was verified before", async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    await tokens.verify(token);
    clock.time = START + 60_000;
    await expect(tokens.verify(token)).rejects.toThrow("expired");
    await expect(tokens.verify(token)).rejects.toThrow("expired");
  });

  it("ends a token at once when it is revoked, and tells who listens", async () => {
    const { tokens, store } = await openTokens();
    const { token, row } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await tokens.verify(token);
    const told: string[] = [];
    tokens.onRevoked((id) => told.push(id));
    await tokens.revoke(row.id);
    await expect(tokens.verify(token)).rejects.toThrow("revoked");
    expect(told).toEqual([row.id]);
    expect(await store.get(row.id)).toMatchObject({ revokedAt: START });
  });

  it("knows tokens and revocations of an earlier start", async () => {
    const first = await openTokens();
    const kept = await first.tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    const gone = await first.tokens.issue({ subject: "cursor", grant: FULL_GRANT, expiresAt: null });
    await first.tokens.revoke(gone.row.id);
    const { store, key, clock } = first;
    const later = createTokens({ store, key, clock, newId: () => ulid() });
    expect(await later.verify(kept.token)).toMatchObject({ subject: "codex" });
    await expect(later.verify(gone.token)).rejects.toThrow("revoked");
  });

  it("gives the owner a full grant that ends with the next start", async () => {
    const { tokens, store, key, clock } = await openTokens();
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner)).toMatchObject({ subject: "owner", owner: true, grant: FULL_GRANT });
    expect(await tokens.list()).toEqual([]);
    const next = createTokens({ store, key, clock, newId: () => ulid() });
    await next.issueOwner();
    await expect(next.verify(owner)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("lets nobody else be called owner", async () => {
    const { tokens } = await openTokens();
    for (const subject of ["owner", " ", "x".repeat(101)]) {
      await expect(tokens.issue({ subject, grant: FULL_GRANT, expiresAt: null })).rejects.toMatchObject({
        code: "invalid_argument",
        field: "subject",
      });
    }
  });
});
