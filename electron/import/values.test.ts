import { afterEach, describe, expect, it, vi } from "vitest";
import { momentOf } from "./values.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(["America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland"])("momentOf in %s", (zone) => {
  it("reads a date without a time, and a time without a zone, as one of the owner's zone", () => {
    vi.stubEnv("TZ", zone);
    expect(momentOf("2024-05-06")).toBe(new Date(2024, 4, 6).getTime());
    expect(momentOf("2024/05/06")).toBe(new Date(2024, 4, 6).getTime());
    expect(momentOf("2024-05-06T10:11:12")).toBe(new Date(2024, 4, 6, 10, 11, 12).getTime());
    expect(momentOf("2024-05-06 10:11:12")).toBe(new Date(2024, 4, 6, 10, 11, 12).getTime());
    expect(momentOf("2024-05-06T10:11:12Z")).toBe(Date.UTC(2024, 4, 6, 10, 11, 12));
    expect(momentOf("2024-05-06T10:11:12.5+02:00")).toBe(Date.UTC(2024, 4, 6, 8, 11, 12, 500));
  });
});
