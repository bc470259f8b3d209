import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { ulid } from "ulid";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FULL_GRANT } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import { openTestStore } from "../store/test-store.ts";
import { createTokens } from "./tokens.ts";

const START = Date.UTC(2026, 5, 1);

async function openTokens(key: Uint8Array = randomBytes(32)) {
  const clock = { time: START, now: () => clock.time };
  const store = (await openTestStore()).tokens;
  return { store, clock, key, tokens: createTokens({ store, key: async () => key, clock, newId: () => ulid() }) };
}

describe("tokens", () => {
  it("says of a good token whose it is and what it allows", async () => {
    const { tokens } = await openTokens();
    const grant = { access: "read", domains: ["me/app"], namespaces: null } as const;
    const { token, row } = await tokens.issue({ subject: "codex", grant, expiresAt: null });
    expect(await tokens.verify(token)).toEqual({ id: row.id, subject: "codex", grant, owner: false, paused: false });
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
    tokens.onEnded((id) => told.push(id));
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
    const later = createTokens({ store, key: async () => key, clock, newId: () => ulid() });
    expect(await later.verify(kept.token)).toMatchObject({ subject: "codex" });
    await expect(later.verify(gone.token)).rejects.toThrow("revoked");
  });

  it("gives the owner a full grant that ends with the next start", async () => {
    const { tokens, store, key, clock } = await openTokens();
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner)).toMatchObject({ subject: "owner", owner: true, grant: FULL_GRANT });
    expect(await tokens.list()).toEqual([]);
    const next = createTokens({ store, key: async () => key, clock, newId: () => ulid() });
    await next.issueOwner();
    await expect(next.verify(owner)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("serves the owner while the key of the clients' tokens cannot be read, and tells clients why they are not", async () => {
    const closed = new RecollectError("unavailable", "The keychain is closed.");
    const { store, clock } = await openTokens();
    const key = async () => {
      throw closed;
    };
    const tokens = createTokens({ store, key, clock, newId: () => ulid() });
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner)).toMatchObject({ owner: true });
    expect(await tokens.verify(owner, "codex")).toMatchObject({ subject: "codex", owner: false });
    await expect(tokens.verify("a.b.c")).rejects.toBe(closed);
    const earlier = await createTokens({ store, key, clock, newId: () => ulid() }).issueOwner();
    await expect(tokens.verify(earlier)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("lets nobody else be called owner", async () => {
    const { tokens } = await openTokens();
    for (const subject of ["owner", " ", "x".repeat(101), "two\nlines"]) {
      await expect(tokens.issue({ subject, grant: FULL_GRANT, expiresAt: null })).rejects.toMatchObject({
        code: "invalid_argument",
        field: "subject",
      });
    }
  });

  it("changes what a token allows from the next request on, and tells who listens", async () => {
    const { tokens, store } = await openTokens();
    const { token, row } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await tokens.verify(token);
    const told: string[] = [];
    tokens.onChanged(({ id }) => told.push(id));
    const grant = { access: "read", domains: ["owner/repo"], namespaces: ["apis"] } as const;
    await tokens.update("codex", { grant, pausedAt: START });
    expect(await tokens.verify(token)).toMatchObject({ grant, paused: true });
    expect(await store.get(row.id)).toMatchObject({ grant, pausedAt: START });
    await tokens.update("codex", { pausedAt: null });
    expect(await tokens.verify(token)).toMatchObject({ grant, paused: false });
    expect(told).toEqual([row.id, row.id]);
  });

  it("moves the day a token ends, and one that has ended serves again with the same text", async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    await tokens.update("codex", { expiresAt: START + 1_000 });
    clock.time = START + 1_000;
    await expect(tokens.verify(token)).rejects.toMatchObject({
      code: "unauthenticated",
      message: "The token has expired.",
      hint: expect.stringContaining("renew"),
      details: { subject: "codex", reason: "expired" },
    });
    await tokens.update("codex", { expiresAt: START + 90_000 });
    expect(await tokens.verify(token)).toMatchObject({ subject: "codex" });
    await tokens.update("codex", { expiresAt: null });
    clock.time = START + 100_000;
    expect(await tokens.verify(token)).toMatchObject({ subject: "codex" });
  });

  it("ends no token in the past", async () => {
    const { tokens } = await openTokens();
    const past = { subject: "codex", grant: FULL_GRANT, expiresAt: START };
    await expect(tokens.issue(past)).rejects.toMatchObject({ code: "invalid_argument", field: "expiresAt" });
    expect(await tokens.list()).toEqual([]);
    await tokens.issue({ ...past, expiresAt: null });
    await expect(tokens.update("codex", { expiresAt: START - 1 })).rejects.toMatchObject({ field: "expiresAt" });
    expect(await tokens.list()).toMatchObject([{ expiresAt: null }]);
  });

  it("tells when a token expires though nobody asks, also one of an earlier start or with its day moved", async () => {
    const { store, key } = await openTokens();
    const open = () => {
      const tokens = createTokens({ store, key: async () => key, clock: { now: Date.now }, newId: () => ulid() });
      onTestFinished(() => tokens.close());
      return tokens;
    };
    const first = open();
    const soon = (subject: string, wait: number) =>
      first.issue({ subject, grant: FULL_GRANT, expiresAt: Date.now() + wait });
    const kept = await soon("kept", 400);
    const moved = await soon("moved", 60_000);
    const lasting = await soon("lasting", 300);
    first.close();
    const later = open();
    const told: string[] = [];
    later.onEnded((id) => told.push(id));
    await later.update("lasting", { expiresAt: null });
    await later.update("moved", { expiresAt: Date.now() + 700 });
    await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 10_000 });
    expect(told).toEqual([kept.row.id, moved.row.id]);
    expect(await later.verify(lasting.token)).toMatchObject({ subject: "lasting" });
  });

  it("rotates: the old token serves until the new one is first used", async () => {
    const { tokens, clock } = await openTokens();
    const grant = { access: "read", domains: null, namespaces: null } as const;
    const { token, row } = await tokens.issue({ subject: "codex", grant, expiresAt: null });
    clock.time += 1;
    const unused = await tokens.rotate("codex");
    const next = await tokens.rotate("codex");
    const told: string[] = [];
    tokens.onEnded((id) => told.push(id));
    expect(await tokens.verify(token)).toMatchObject({ grant });
    expect(await tokens.verify(await tokens.textOf(next))).toMatchObject({ id: next.id, grant });
    expect(told).toEqual([unused.id, row.id]);
    await expect(tokens.verify(token)).rejects.toThrow("revoked");
  });

  it("rotates into a token that lasts as long as the one before was to", async () => {
    const { tokens, clock } = await openTokens();
    await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    clock.time += 100_000;
    expect(await tokens.rotate("codex")).toMatchObject({ expiresAt: clock.time + 60_000 });
  });

  it("forgets a subject once it is revoked; its tokens are refused as before, and its name is free", async () => {
    const { tokens, store } = await openTokens();
    const { token } = await tokens.issue({ subject: "nightly", grant: FULL_GRANT, expiresAt: null });
    await tokens.rotate("nightly");
    await expect(tokens.forget("nightly")).rejects.toMatchObject({ code: "conflict" });
    await tokens.revokeSubject("nightly");
    await tokens.forget("nightly");
    expect(await tokens.list()).toEqual([]);
    expect(await store.list()).toEqual([]);
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(tokens.forget("nightly")).rejects.toMatchObject({ code: "not_found" });
  });

  it("lets the owner's token speak for a client, with that client's rights alone", async () => {
    const { tokens } = await openTokens();
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner, "claude-code")).toMatchObject({ subject: "claude-code", owner: false });
    await tokens.update("claude-code", { grant: { access: "read", domains: ["a/b"], namespaces: null } });
    expect(await tokens.verify(owner, "claude-code")).toMatchObject({ grant: { access: "read", domains: ["a/b"] } });
    await tokens.revokeSubject("claude-code");
    await expect(tokens.verify(owner, "claude-code")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await tokens.list()).toHaveLength(1);
  });

  it("believes nobody else who names a client", async () => {
    const { tokens } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await expect(tokens.verify(token, "claude-code")).rejects.toMatchObject({ code: "permission_denied" });
    expect(await tokens.verify(token, "codex")).toMatchObject({ subject: "codex" });
  });
});
