import { expect, it } from "vitest";
import { createInterfaceSessions } from "./sessions.ts";

it("opens one session for one key, once", () => {
  const sessions = createInterfaceSessions();
  const key = sessions.newKey();
  const session = sessions.redeem(key);
  expect(session).not.toBeNull();
  expect(sessions.redeem(key)).toBeNull();
  expect(sessions.isValid(session ?? "")).toBe(true);
});

it("knows neither foreign keys nor foreign sessions, nor a key as a session", () => {
  const sessions = createInterfaceSessions();
  const key = sessions.newKey();
  expect(sessions.redeem("guess")).toBeNull();
  expect(sessions.isValid("guess")).toBe(false);
  expect(sessions.isValid(key)).toBe(false);
  expect(createInterfaceSessions().redeem(key)).toBeNull();
});

it("lets the oldest unused link go when many are asked for", () => {
  const sessions = createInterfaceSessions();
  const first = sessions.newKey();
  let last = first;
  for (let count = 0; count < 32; count++) last = sessions.newKey();
  expect(sessions.redeem(first)).toBeNull();
  expect(sessions.redeem(last)).not.toBeNull();
});
