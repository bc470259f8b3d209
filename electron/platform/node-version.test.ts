import { expect, it } from "vitest";
import { unsupportedNode } from "./node-version.ts";

it("refuses an old Node and names both versions", () => {
  expect(unsupportedNode("20.20.2")).toMatch(/^Recollect needs Node 22\.12 or later; this is Node 20\.20\.2\./);
  expect(unsupportedNode("22.11.9")).not.toBeNull();
});

it("accepts Node 22.12 and later", () => {
  for (const version of ["22.12.0", "22.23.3", "23.0.0", "24.21.0", "100.0.0"]) {
    expect(unsupportedNode(version)).toBeNull();
  }
});
