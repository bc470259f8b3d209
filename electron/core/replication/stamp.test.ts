import fc from "fast-check";
import { expect, it } from "vitest";
import { HybridClock, isStamp, timeOfStamp } from "./stamp.ts";

const DEVICES = ["01DEV000000000000000000001", "01DEV000000000000000000002", "01DEV000000000000000000003"];
const step = fc.record({
  on: fc.nat({ max: 2 }),
  from: fc.nat({ max: 2 }),
  time: fc.integer({ min: -1e9, max: 2e12 }),
});

it("gives every change a greater stamp than each that its device knew of the same memory, whatever the clocks say", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
      let now = 0;
      const devices = DEVICES.map((id) => ({
        id,
        clock: new HybridClock({ now: () => now }),
        known: new Set<string>(),
      }));
      const all = new Set<string>();
      for (const { on, from, time } of steps) {
        now = time;
        const device = devices[on];
        const other = devices[from];
        if (device === undefined || other === undefined) continue;
        for (const stamp of [...other.known]) {
          device.clock.observe(stamp);
          device.known.add(stamp);
        }
        const stamp = device.clock.next(device.id, [...device.known].sort().at(-1));
        expect(isStamp(stamp)).toBe(true);
        expect([...device.known].every((known) => known < stamp)).toBe(true);
        expect(all.has(stamp)).toBe(false);
        all.add(stamp);
        device.known.add(stamp);
      }
    }),
  );
});

it("counts more changes than the counter holds in one millisecond", () => {
  const clock = new HybridClock({ now: () => 5 });
  let last = "";
  for (let count = 0; count < 70_000; count++) {
    const stamp = clock.next(DEVICES[0] ?? "");
    if (stamp <= last) throw new Error(`${stamp} is not after ${last}`);
    last = stamp;
  }
  expect(timeOfStamp(last)).toBe(6);
});

it("has the time of the device's clock where that is ahead", () => {
  let now = 1_700_000_000_000;
  const clock = new HybridClock({ now: () => now });
  expect(timeOfStamp(clock.next(DEVICES[0] ?? ""))).toBe(now);
  now -= 86_400_000;
  expect(timeOfStamp(clock.next(DEVICES[0] ?? ""))).toBe(now + 86_400_000);
});

it("is not before the earliest time of a change, unless that is more than a year ahead", () => {
  const now = 1_700_000_000_000;
  const day = 86_400_000;
  const clock = new HybridClock({ now: () => now });
  const [device = ""] = DEVICES;
  expect(timeOfStamp(clock.next(device, "", now + 4 * day))).toBe(now + 4 * day);
  expect(timeOfStamp(clock.next(device, "", now - day))).toBe(now);
  expect(timeOfStamp(clock.next(device, "", now + 400 * day))).toBe(now);
});

it("is not moved by more than a day by the stamps of others, nor by a clock that was wrong before", () => {
  let now = 1_700_000_000_000;
  const clock = new HybridClock({ now: () => now });
  const day = 86_400_000;
  clock.observe(`7fffffffffffffff${DEVICES[1]}`);
  clock.observe(`${(now + 2 * day).toString(16).padStart(12, "0")}0000${DEVICES[1]}`);
  expect(timeOfStamp(clock.next(DEVICES[0] ?? ""))).toBe(now);
  clock.observe(`${(now + day).toString(16).padStart(12, "0")}0000${DEVICES[1]}`);
  expect(timeOfStamp(clock.next(DEVICES[0] ?? ""))).toBe(now + day);
  now += 1_000 * day;
  clock.next(DEVICES[0] ?? "");
  now -= 1_000 * day;
  expect(timeOfStamp(clock.next(DEVICES[0] ?? ""))).toBe(now);
});
