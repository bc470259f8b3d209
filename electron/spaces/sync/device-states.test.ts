import { expect, it } from "vitest";
import type { SpaceSummary } from "../../core/replication/change-store.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import type { CarrierDevice } from "../carrier.ts";
import { DeviceStates } from "./device-states.ts";

const [OWN, OTHER] = ["01M82KF3NV8TVQ3AEHVSTPM1XB", "01M82KF3NV8TVQ3AEHVSTPM1XC"];
const NOW = 1_800_000_000_000;

function summaryWith(device: Partial<SpaceSummary["devices"][number]>): SpaceSummary {
  const devices = [{ id: OTHER, name: "phone", received: 7, clockOffset: 0, ...device }];
  const rest = { id: "s", name: "team", domains: [], offeredDomains: [], device: { id: OWN, name: "laptop" } };
  return { ...rest, devices, published: 0, unpublished: 0, conflicts: 0, isLeaving: false, joinedAt: "" };
}

function carrierDevice(changes: Partial<CarrierDevice> = {}): CarrierDevice {
  const absent = { login: null, name: null, lastSeen: null, revokedAfter: null, problem: null };
  return { id: OTHER, head: 7, ...absent, ...changes };
}

const refused = {
  device: OTHER,
  sequence: 3,
  error: toErrorBody(new RecollectError("entry_missing", { sequence: 3, received: 1 })),
};
const unreadable = { kind: "unreadable", file: null, sequence: 3, since: NOW } as const;

it.each([
  ["a refused change", {}, {}, new Map([[OTHER, refused]])],
  ["changes that are held", { held: 2 }, {}, new Map()],
  ["a clock that is ahead", { clockOffset: 3_600_000 }, {}, new Map()],
  ["a problem of its carrier", {}, { problem: unreadable }, new Map()],
])("reports %s of a device until the device is removed", (_, device, onCarrier, blocked) => {
  const states = new DeviceStates({ now: () => NOW });
  const problemsOf = (revokedAfter: number | null) =>
    states.problems(summaryWith(device), null, [carrierDevice({ ...onCarrier, revokedAfter })], blocked, new Map(), []);
  expect(problemsOf(null)).toMatchObject([{ device: { id: OTHER, name: "phone" } }]);
  expect(problemsOf(2)).toEqual([]);
});
