import { expect, test } from "vitest";
import { readPort } from "./port.ts";

test.each([
  ["7325", { port: 7325 }],
  [" 1024 ", { port: 1024 }],
  ["65535", { port: 65_535 }],
  ["", { problem: "blank" }],
  ["73e2", { problem: "not-a-number" }],
  ["-1", { problem: "not-a-number" }],
  ["80", { problem: "out-of-range" }],
  ["65536", { problem: "out-of-range" }],
])("%j is read as %j", (text, expected) => {
  expect(readPort(text)).toEqual(expected);
});
