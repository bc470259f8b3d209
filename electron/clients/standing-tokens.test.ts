import { beforeEach, expect, it } from "vitest";
import type { TokenRow, TokenStore } from "../core/tokens.ts";
import { createStandingTokens, type StandingToken } from "./standing-tokens.ts";
import { createTokens, type Tokens } from "./tokens.ts";

let rows: Map<string, TokenRow>;
let now: number;
let tokens: Tokens;
let standingToken: StandingToken;

function open() {
  const store: TokenStore = {
    insert: async (row) => void rows.set(row.id, row),
    get: async (id) => rows.get(id) ?? null,
    list: async () => [...rows.values()].reverse(),
    update: async (id, changes) => {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, ...changes });
    },
    revoke: async (id, at) => {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, revokedAt: at });
    },
    delete: async (ids) => {
      for (const id of ids) rows.delete(id);
    },
    markUsed: () => undefined,
  };
  tokens = createTokens({
    store,
    key: async () => new Uint8Array(32),
    clock: { now: () => now },
    newId: () => `id-${rows.size}`,
  });
  standingToken = createStandingTokens(tokens);
}

beforeEach(() => {
  rows = new Map();
  now = Date.UTC(2026, 0, 1);
  open();
});

it("shows a client the same token each time, over a restart too", async () => {
  const token = await standingToken("cursor");
  now += 86_400_000;
  open();
  expect(await standingToken("cursor")).toBe(token);
  expect(await tokens.verify(token)).toMatchObject({ subject: "cursor", owner: false });
});

it("gives each client its own, and one to two who ask at once", async () => {
  const [one, same, other] = await Promise.all([
    standingToken("cursor"),
    standingToken("cursor"),
    standingToken("codex"),
  ]);
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(rows.size).toBe(2);
});

it("lets nobody in again by being shown; that takes another token", async () => {
  const token = await standingToken("cursor");
  await tokens.revokeSubject("cursor");
  expect(await standingToken("cursor")).toBe(token);
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
  await tokens.rotate("cursor");
  const next = await standingToken("cursor");
  expect(await tokens.verify(next)).toMatchObject({ subject: "cursor" });
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: "unauthenticated" });
});

it("stays the same text when the client may only read", async () => {
  const token = await standingToken("cursor");
  await tokens.update("cursor", { grant: { access: "read", domains: null, namespaces: null } });
  expect(await standingToken("cursor")).toBe(token);
});
