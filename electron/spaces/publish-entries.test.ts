import fc from "fast-check";
import { expect, it } from "vitest";
import { toEntry, toParcel } from "./publish-entries.ts";

const place = { device: "01M82KF3NV8TVQ3AEHVSTPM1XC", sequence: 3 };

it("reads every text that it compressed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (text) => {
      const body = text.toWellFormed();
      expect(toEntry(toParcel({ ...place, body }))).toEqual({ ...place, body });
    }),
  );
  const long = JSON.stringify({ content: "a decision about the database ".repeat(100) });
  expect(toParcel({ ...place, body: long }).body.length).toBeLessThan(long.length / 10);
});

it("refuses a body that is damaged, of a newer version, or too long once it is expanded", () => {
  const { body } = toParcel({ ...place, body: "memory ".repeat(100) });
  for (const changed of [Buffer.alloc(0), Buffer.from([9, 1, 2]), body.subarray(0, body.length - 3)]) {
    expect(toEntry({ ...place, body: changed })).toBeNull();
  }
  const bomb = toParcel({ ...place, body: "0".repeat(20 * 1024 * 1024) });
  expect(bomb.body.length).toBeLessThan(100_000);
  expect(toEntry(bomb)).toBeNull();
});
