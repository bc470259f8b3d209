import { beforeEach, expect, it } from "vitest";
import { BrowserSessions, LINK_LIFETIME_MS, SESSION_IDLE_MS } from "./sessions.ts";

let now: number;
let changes: number;
let sessions: BrowserSessions;

beforeEach(() => {
  now = Date.parse("2026-11-22T10:00:00Z");
  changes = 0;
  let ids = 0;
  sessions = new BrowserSessions({
    clock: { now: () => now },
    newId: () => `session-${++ids}`,
    onChange: () => {
      changes += 1;
    },
  });
});

function signIn(): { readonly id: string; readonly secret: string } {
  const session = sessions.redeem(sessions.newKey());
  if (session === null) throw new Error("The link does not work.");
  return session;
}

it("starts one session per key and reports it", () => {
  const key = sessions.newKey();
  const session = sessions.redeem(key);
  expect(sessions.redeem(key)).toBeNull();
  expect(sessions.use(session?.secret ?? "")).toBe("session-1");
  expect(changes).toBe(1);
});

it("accepts no unknown key, no unknown session, and no key as a session", () => {
  const key = sessions.newKey();
  expect(sessions.redeem("guess")).toBeNull();
  expect(sessions.use("guess")).toBeNull();
  expect(sessions.use(key)).toBeNull();
  expect(sessions.openStream("guess")).toBeNull();
});

it("refuses a link after ten minutes", () => {
  const [early, late] = [sessions.newKey(), sessions.newKey()];
  now += LINK_LIFETIME_MS - 1;
  expect(sessions.redeem(early)).not.toBeNull();
  now += 1;
  expect(sessions.redeem(late)).toBeNull();
});

it("removes the oldest unused link when there are too many", () => {
  const first = sessions.newKey();
  let last = first;
  for (let count = 0; count < 32; count++) last = sessions.newKey();
  expect(sessions.redeem(first)).toBeNull();
  expect(sessions.redeem(last)).not.toBeNull();
});

it("removes the least recently used session when there are too many", () => {
  const [first, second] = [signIn(), signIn()];
  sessions.use(first.secret);
  for (let count = 0; count < 63; count++) signIn();
  expect(sessions.use(first.secret)).toBe(first.id);
  expect(sessions.use(second.secret)).toBeNull();
});

it("ends a session 12 hours after its last call", () => {
  const { secret } = signIn();
  now += SESSION_IDLE_MS - 1;
  expect(sessions.use(secret)).not.toBeNull();
  now += SESSION_IDLE_MS - 1;
  expect(sessions.use(secret)).not.toBeNull();
  now += SESSION_IDLE_MS;
  expect(sessions.use(secret)).toBeNull();
  expect(sessions.list()).toEqual([]);
});

it("counts the time from the end of an open event stream", () => {
  const { secret } = signIn();
  const stream = sessions.openStream(secret);
  now += 2 * SESSION_IDLE_MS;
  expect(sessions.list()).toMatchObject([{ lastUsedAt: new Date(now).toISOString() }]);
  stream?.close();
  now += SESSION_IDLE_MS - 1;
  expect(sessions.list()).toHaveLength(1);
  now += 1;
  expect(sessions.list()).toEqual([]);
});

it("lists sessions with their times and signs one out, or all, and ends their streams", () => {
  const [first, second, third] = [signIn(), signIn(), signIn()];
  now += 60_000;
  sessions.use(second.secret);
  expect(sessions.list()[0]).toEqual({
    id: second.id,
    createdAt: "2026-11-22T10:00:00.000Z",
    lastUsedAt: "2026-11-22T10:01:00.000Z",
  });
  const [one, other] = [sessions.openStream(first.secret), sessions.openStream(third.secret)];
  sessions.signOut(first.id);
  expect(one?.ended.aborted).toBe(true);
  expect(other?.ended.aborted).toBe(false);
  expect(sessions.use(first.secret)).toBeNull();
  sessions.signOut(null);
  expect(other?.ended.aborted).toBe(true);
  expect(sessions.list()).toEqual([]);
});
