import { expect, it } from "vitest";
import { isNewer, isVersion } from "./versions.ts";

/** In the order of semver.org, section 11, with others between. */
const ORDER = [
  "0.9.10",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1",
  "1.10.0",
  "2.0.0",
];

it("orders versions as semver.org does", () => {
  for (const [index, version] of ORDER.entries()) {
    for (const [other, older] of ORDER.entries())
      expect(isNewer(version, older), `${version} ${older}`).toBe(index > other);
  }
  expect(isNewer("1.0.0+build.2", "1.0.0+build.1")).toBe(false);
});

it("accepts no other text as a version", () => {
  for (const text of ["", "1", "1.0", "v1.0.0", "1.0.0 ", "latest"]) {
    expect(isVersion(text)).toBe(false);
    expect(isNewer(text, "0.0.1")).toBe(false);
  }
});
