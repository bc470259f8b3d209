import { expect, it } from "vitest";
import { createInterfaceSessions } from "./sessions.ts";

it("starts one session per key", () => {
  const sessions = createInterfaceSessions();
  const key = sessions.newKey();
  const session = sessions.redeem(key);
  expect(session).not.toBeNull();
  expect(sessions.redeem(key)).toBeNull();
  expect(sessions.isValid(session ?? "")).toBe(true);
});

it("accepts no unknown key, no unknown session, and no key as a session", () => {
  const sessions = createInterfaceSessions();
  const key = sessions.newKey();
  expect(sessions.redeem("guess")).toBeNull();
  expect(sessions.isValid("guess")).toBe(false);
  expect(sessions.isValid(key)).toBe(false);
  expect(createInterfaceSessions().redeem(key)).toBeNull();
});

it("removes the oldest unused link when there are too many", () => {
  const sessions = createInterfaceSessions();
  const first = sessions.newKey();
  let last = first;
  for (let count = 0; count < 32; count++) last = sessions.newKey();
  expect(sessions.redeem(first)).toBeNull();
  expect(sessions.redeem(last)).not.toBeNull();
});
