import { describe, expect, it } from "vitest";
import { en } from "../../../../electron/text/en.ts";
import { localDay } from "../../../../electron/text/local-time.ts";
import { zh } from "../../../../electron/text/zh.ts";
import { daysLeft, describeEnd, endOfDay, endOfTerm } from "./expiry.ts";

const NOW = new Date(2026, 10, 21, 10, 30).getTime();
const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

describe("expiry", () => {
  it("computes the expiry of a lifetime, of a date, and of no expiry", () => {
    expect(endOfTerm("never", NOW)).toBeNull();
    expect(endOfTerm("30", NOW)).toBe(new Date(NOW + 30 * 86_400_000).toISOString());
    expect(new Date(endOfDay("2026-12-24")).getTime()).toBe(new Date(2026, 11, 24, 23, 59, 59, 999).getTime());
    expect(localDay(endOfDay("2026-12-24"))).toBe("2026-12-24");
  });

  it("describes an expiry by its date and the days until it", () => {
    expect(describeEnd(at(2026, 11, 21), NOW, en)).toBe("December 21, 2026, in 30 days");
    expect(describeEnd(at(2026, 10, 22, 0, 1), NOW, en)).toBe("November 22, 2026, tomorrow");
    expect(describeEnd(at(2026, 10, 20), NOW, en)).toBe("November 20, 2026, yesterday");
    expect(describeEnd(at(2026, 10, 21, 18), NOW, en)).toMatch(/^November 21, 2026 at 6:00.PM, today$/);
    expect(describeEnd(at(2026, 11, 21), NOW, zh)).toContain("30天后");
  });

  it("counts the remaining days, rounded up", () => {
    expect(daysLeft(at(2026, 10, 21, 11), NOW)).toBe(1);
    expect(daysLeft(at(2026, 10, 23, 11), NOW)).toBe(3);
    expect(daysLeft(at(2026, 10, 21, 10), NOW)).toBeNull();
    expect(daysLeft(null, NOW)).toBeNull();
  });
});
