import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { ulid } from "ulid";
import { describe, expect, it, onTestFinished } from "vitest";
import { FULL_GRANT } from "../core/caller.ts";
import { openTestStore } from "../store/testing/open-store.ts";
import { RecollectError } from "../text/errors.ts";
import { Tokens } from "./tokens.ts";

const START = Date.UTC(2026, 5, 1);

async function openTokens(key: Uint8Array = randomBytes(32)) {
  const clock = { time: START, now: () => clock.time };
  const store = (await openTestStore()).tokens;
  return { store, clock, key, tokens: new Tokens({ store, key: async () => key, clock, newId: () => ulid() }) };
}

describe("Tokens", () => {
  it("returns the subject and grant of a valid token", async () => {
    const { tokens } = await openTokens();
    const grant = { access: "read", domains: ["me/app"], namespaces: null } as const;
    const { token, row } = await tokens.issue({ subject: "codex", grant, expiresAt: null });
    expect(await tokens.verify(token)).toEqual({
      id: row.id,
      subject: "codex",
      grant,
      owner: false,
      paused: false,
      injection: true,
    });
    expect(await tokens.list()).toMatchObject([{ id: row.id, subject: "codex", grant, revokedAt: null }]);
  });

  it("does not store the text of a token", async () => {
    const { tokens } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    expect(JSON.stringify(await tokens.list())).not.toContain(token.split(".")[2]);
  });

  it("refuses a token of another key, a modified token and a text that is not a token", async () => {
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

  it("refuses a correctly signed token that was never issued", async () => {
    const { tokens, key } = await openTokens();
    const invented = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("recollect")
      .setSubject("codex")
      .setJti("never-issued")
      .sign(key);
    await expect(tokens.verify(invented)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("refuses an expired token that was verified before", async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    await tokens.verify(token);
    clock.time = START + 60_000;
    await expect(tokens.verify(token)).rejects.toThrow("expired");
    await expect(tokens.verify(token)).rejects.toThrow("expired");
  });

  it("returns the grants of the tokens that are neither revoked, expired nor paused", async () => {
    const { tokens, clock } = await openTokens();
    const grantOf = (domain: string) => ({ ...FULL_GRANT, domains: [domain] });
    for (const subject of ["valid", "expiring", "paused", "revoked"]) {
      const expiresAt = subject === "expiring" ? START + 60_000 : null;
      await tokens.issue({ subject, grant: grantOf(subject), expiresAt });
    }
    await tokens.update("paused", { pausedAt: START });
    await tokens.revokeSubject("revoked");
    expect(await tokens.usableGrants()).toEqual([grantOf("valid"), grantOf("expiring")]);
    clock.time = START + 60_000;
    expect(await tokens.usableGrants()).toEqual([grantOf("valid")]);
  });

  it("refuses a revoked token immediately and notifies listeners", async () => {
    const { tokens, store } = await openTokens();
    const { token, row } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await tokens.verify(token);
    const ended: string[] = [];
    tokens.onEnded((id) => ended.push(id));
    await tokens.revoke(row.id);
    await expect(tokens.verify(token)).rejects.toThrow("revoked");
    expect(ended).toEqual([row.id]);
    expect(await store.get(row.id)).toMatchObject({ revokedAt: START });
  });

  it("remembers tokens and revocations after a restart", async () => {
    const first = await openTokens();
    const kept = await first.tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    const gone = await first.tokens.issue({ subject: "cursor", grant: FULL_GRANT, expiresAt: null });
    await first.tokens.revoke(gone.row.id);
    const { store, key, clock } = first;
    const later = new Tokens({ store, key: async () => key, clock, newId: () => ulid() });
    expect(await later.verify(kept.token)).toMatchObject({ subject: "codex" });
    await expect(later.verify(gone.token)).rejects.toThrow("revoked");
  });

  it("issues an owner's token with the full grant, valid until the next start", async () => {
    const { tokens, store, key, clock } = await openTokens();
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner)).toMatchObject({ subject: "owner", owner: true, grant: FULL_GRANT });
    expect(await tokens.list()).toEqual([]);
    const next = new Tokens({ store, key: async () => key, clock, newId: () => ulid() });
    await next.issueOwner();
    await expect(next.verify(owner)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("verifies the owner's token while the signing key is unavailable, and reports the reason to clients", async () => {
    const closed = new RecollectError("keychain_closed", {});
    const { store, clock } = await openTokens();
    const key = async () => {
      throw closed;
    };
    const tokens = new Tokens({ store, key, clock, newId: () => ulid() });
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner)).toMatchObject({ owner: true });
    expect(await tokens.verify(owner, "codex")).toMatchObject({ subject: "codex", owner: false });
    await expect(tokens.verify("a.b.c")).rejects.toBe(closed);
    const earlier = await new Tokens({ store, key, clock, newId: () => ulid() }).issueOwner();
    await expect(tokens.verify(earlier)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("refuses invalid names, and the name owner, for clients' tokens", async () => {
    const { tokens } = await openTokens();
    for (const subject of ["owner", " ", "x".repeat(101), "two\nlines"]) {
      await expect(tokens.issue({ subject, grant: FULL_GRANT, expiresAt: null })).rejects.toMatchObject({
        code: "invalid_argument",
        field: "subject",
      });
    }
  });

  it("applies a changed grant from the next request on and notifies listeners", async () => {
    const { tokens, store } = await openTokens();
    const { token, row } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await tokens.verify(token);
    const changed: string[] = [];
    tokens.onChanged(({ id }) => changed.push(id));
    const grant = { access: "read", domains: ["owner/repo"], namespaces: ["apis"] } as const;
    await tokens.update("codex", { grant, pausedAt: START });
    expect(await tokens.verify(token)).toMatchObject({ grant, paused: true });
    expect(await store.get(row.id)).toMatchObject({ grant, pausedAt: START });
    await tokens.update("codex", { pausedAt: null });
    expect(await tokens.verify(token)).toMatchObject({ grant, paused: false });
    expect(changed).toEqual([row.id, row.id]);
  });

  it("accepts an expired token again after its expiry is moved", async () => {
    const { tokens, clock } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    await tokens.update("codex", { expiresAt: START + 1_000 });
    clock.time = START + 1_000;
    await expect(tokens.verify(token)).rejects.toMatchObject({
      code: "unauthenticated",
      message: "The token has expired.",
      hint: expect.stringContaining("renew"),
      details: { subject: "codex", refusal: "expired" },
    });
    await tokens.update("codex", { expiresAt: START + 90_000 });
    expect(await tokens.verify(token)).toMatchObject({ subject: "codex" });
    await tokens.update("codex", { expiresAt: null });
    clock.time = START + 100_000;
    expect(await tokens.verify(token)).toMatchObject({ subject: "codex" });
  });

  it("refuses an expiry in the past", async () => {
    const { tokens } = await openTokens();
    const past = { subject: "codex", grant: FULL_GRANT, expiresAt: START };
    await expect(tokens.issue(past)).rejects.toMatchObject({ code: "invalid_argument", field: "expiresAt" });
    expect(await tokens.list()).toEqual([]);
    await tokens.issue({ ...past, expiresAt: null });
    await expect(tokens.update("codex", { expiresAt: START - 1 })).rejects.toMatchObject({ field: "expiresAt" });
    expect(await tokens.list()).toMatchObject([{ expiresAt: null }]);
  });

  it("notifies listeners when a token expires without a request, also after a restart and with a moved expiry", async () => {
    const { store, key, clock } = await openTokens();
    const open = () => {
      const tokens = new Tokens({ store, key: async () => key, clock, newId: () => ulid() });
      onTestFinished(() => tokens.close());
      return tokens;
    };
    const first = open();
    const soon = (subject: string, wait: number) =>
      first.issue({ subject, grant: FULL_GRANT, expiresAt: START + wait });
    const kept = await soon("kept", 50);
    const moved = await soon("moved", 60_000);
    const lasting = await soon("lasting", 40);
    first.close();
    const later = open();
    const ended: string[] = [];
    later.onEnded((id) => ended.push(id));
    await later.update("lasting", { expiresAt: null });
    await later.update("moved", { expiresAt: START + 60 });
    clock.time = START + 50;
    await expect.poll(() => ended).toEqual([kept.row.id]);
    clock.time = START + 60;
    await expect.poll(() => ended).toEqual([kept.row.id, moved.row.id]);
    expect(await later.verify(lasting.token)).toMatchObject({ subject: "lasting" });
  });

  it("keeps the old token valid until the rotated one is first used", async () => {
    const { tokens, clock } = await openTokens();
    const grant = { access: "read", domains: null, namespaces: null } as const;
    const { token, row } = await tokens.issue({ subject: "codex", grant, expiresAt: null });
    clock.time += 1;
    const unused = await tokens.rotate("codex");
    const next = await tokens.rotate("codex");
    const ended: string[] = [];
    tokens.onEnded((id) => ended.push(id));
    expect(await tokens.verify(token)).toMatchObject({ grant });
    expect(await tokens.verify(await tokens.textOf(next))).toMatchObject({ id: next.id, grant });
    expect(ended).toEqual([unused.id, row.id]);
    await expect(tokens.verify(token)).rejects.toThrow("revoked");
  });

  it("gives a rotated token the lifetime of the previous one", async () => {
    const { tokens, clock } = await openTokens();
    await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: START + 60_000 });
    clock.time += 100_000;
    expect(await tokens.rotate("codex")).toMatchObject({ expiresAt: clock.time + 60_000 });
  });

  it("deletes the tokens of a revoked subject, which stay refused", async () => {
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

  it("applies only the client's grant when the owner's token names a client", async () => {
    const { tokens } = await openTokens();
    const owner = await tokens.issueOwner();
    expect(await tokens.verify(owner, "claude-code")).toMatchObject({ subject: "claude-code", owner: false });
    await tokens.update("claude-code", { grant: { access: "read", domains: ["a/b"], namespaces: null } });
    expect(await tokens.verify(owner, "claude-code")).toMatchObject({ grant: { access: "read", domains: ["a/b"] } });
    await tokens.revokeSubject("claude-code");
    await expect(tokens.verify(owner, "claude-code")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await tokens.list()).toHaveLength(1);
  });

  it("refuses another client's token that names a client", async () => {
    const { tokens } = await openTokens();
    const { token } = await tokens.issue({ subject: "codex", grant: FULL_GRANT, expiresAt: null });
    await expect(tokens.verify(token, "claude-code")).rejects.toMatchObject({ code: "permission_denied" });
    expect(await tokens.verify(token, "codex")).toMatchObject({ subject: "codex" });
  });

  it("returns the same standing token each time, also after a restart", async () => {
    const { tokens, store, key, clock } = await openTokens();
    const token = await tokens.standingText("cursor");
    clock.time += 86_400_000;
    const later = new Tokens({ store, key: async () => key, clock, newId: () => ulid() });
    expect(await later.standingText("cursor")).toBe(token);
    expect(await later.verify(token)).toMatchObject({ subject: "cursor", owner: false });
  });

  it("issues one standing token per client, also for concurrent requests", async () => {
    const { tokens } = await openTokens();
    const [one, same, other] = await Promise.all(["cursor", "cursor", "codex"].map((id) => tokens.standingText(id)));
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(await tokens.list()).toHaveLength(2);
  });

  it("does not restore access when a revoked standing token is shown", async () => {
    const { tokens } = await openTokens();
    const token = await tokens.standingText("cursor");
    await tokens.revokeSubject("cursor");
    expect(await tokens.standingText("cursor")).toBe(token);
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
    await tokens.rotate("cursor");
    const next = await tokens.standingText("cursor");
    expect(await tokens.verify(next)).toMatchObject({ subject: "cursor" });
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("keeps the text of a standing token when its grant changes", async () => {
    const { tokens } = await openTokens();
    const token = await tokens.standingText("cursor");
    await tokens.update("cursor", { grant: { access: "read", domains: null, namespaces: null } });
    expect(await tokens.standingText("cursor")).toBe(token);
  });
});
