import { expect, it } from "vitest";
import type { JoinPreview } from "../../../../electron/core/spaces.ts";
import { BridgeError } from "../../../bridge.ts";
import {
  canSubmit,
  inputOf,
  type JoinAction,
  type JoinState,
  reduceJoin,
  sharesUser,
  startJoin,
} from "./join-state.ts";

const LINK = "recollect://join?v=1";

const samplePreview = (rest: Partial<JoinPreview> = {}): JoinPreview => ({
  space: "01",
  name: "Team",
  carrier: "folder",
  place: null,
  role: null,
  isEncrypted: false,
  needs: [],
  isMember: false,
  domains: [{ domain: "acme/shop", outgoing: 7, takenBy: null }],
  incoming: { devices: 2, changes: 140 },
  ...rest,
});

function reduce(state: JoinState, ...actions: readonly JoinAction[]): JoinState {
  return actions.reduce(reduceJoin, state);
}

const looked = (rest: Partial<JoinPreview> = {}) =>
  reduce(startJoin(LINK), { type: "look" }, { type: "looked", preview: samplePreview(rest) });
const failed = (code: "permission_denied" | "cancelled"): JoinAction => ({
  type: "failed",
  error: new BridgeError({ code, message: "" }),
});

it("looks at an invitation only after a link was entered", () => {
  expect(canSubmit(startJoin(" "))).toBe(false);
  expect(reduce(startJoin(""), { type: "look" }).step).toBe("link");
  const entered = reduce(startJoin(""), { type: "linkEntered", link: ` ${LINK}\n` });
  expect(reduce(entered, { type: "look" }).step).toBe("looking");
  expect(inputOf(entered)).toEqual({ link: LINK });
});

it("returns to the link with the error of a failed look", () => {
  const state = reduce(startJoin(LINK), { type: "look" }, failed("permission_denied"));
  expect(state).toMatchObject({ step: "link", link: LINK, error: { code: "permission_denied" } });
  expect(reduce(state, { type: "linkEntered", link: "other" }).error).toBeNull();
});

it("asks for missing values, and keeps the preview while it looks again", () => {
  const missing = looked({ needs: ["folder", "passphrase"] });
  expect(missing.step).toBe("missing");
  expect(canSubmit(missing)).toBe(false);
  expect(reduce(missing, { type: "join" }).step).toBe("missing");
  const complete = reduce(missing, { type: "valuesEntered", values: { folder: "/sync", passphrase: "words" } });
  expect(canSubmit(complete)).toBe(true);
  expect(inputOf(complete)).toEqual({ link: LINK, folder: "/sync", passphrase: "words" });
  const looking = reduce(complete, { type: "look" });
  expect(looking).toMatchObject({ step: "looking", preview: { name: "Team" } });
  expect(reduce(looking, failed("permission_denied"))).toMatchObject({ step: "missing", values: { folder: "/sync" } });
  expect(reduce(looking, { type: "looked", preview: samplePreview() }).step).toBe("ready");
});

it("accepts the secret of an invitation instead of the single values", () => {
  const missing = looked({ needs: ["password"] });
  expect(canSubmit(reduce(missing, { type: "valuesEntered", values: { secret: "s" } }))).toBe(true);
});

it("joins, and returns to the preview when the join fails or is cancelled", () => {
  const joining = reduce(looked(), { type: "join" });
  expect(joining.step).toBe("joining");
  expect(reduce(joining, failed("permission_denied"))).toMatchObject({
    step: "ready",
    error: { code: expect.any(String) },
  });
  expect(reduce(joining, failed("cancelled"))).toMatchObject({ step: "ready", error: null });
});

it("does not join a space whose domain is in another space", () => {
  const taken = looked({ domains: [{ domain: "acme/shop", outgoing: 7, takenBy: "Home" }] });
  expect(canSubmit(taken)).toBe(false);
  expect(reduce(taken, { type: "join" }).step).toBe("ready");
});

it("needs a confirmation before `user` is shared, but not for a reader", () => {
  const domains = [{ domain: "user", outgoing: 30, takenBy: null }];
  const ready = looked({ domains });
  expect(canSubmit(ready)).toBe(false);
  expect(canSubmit(reduce(ready, { type: "userConfirmed", isConfirmed: true }))).toBe(true);
  expect(sharesUser(samplePreview({ domains, role: "reader" }))).toBe(false);
  expect(canSubmit(looked({ domains, role: "reader" }))).toBe(true);
});

it("has nothing to join for a member", () => {
  const member = looked({ isMember: true, needs: ["folder"] });
  expect([member.step, canSubmit(member)]).toEqual(["member", true]);
});

it("restarts with another invitation, and keeps only the link and the device name", () => {
  const ready = reduce(
    looked(),
    { type: "valuesEntered", values: { secret: "s" } },
    { type: "deviceNamed", deviceName: "laptop" },
    { type: "userConfirmed", isConfirmed: true },
  );
  expect(reduce(ready, { type: "restart" })).toEqual({ ...startJoin(LINK), deviceName: "laptop" });
});
