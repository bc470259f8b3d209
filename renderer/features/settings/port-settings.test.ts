import { expect, it } from "vitest";
import { readPort } from "./port-settings.tsx";

it.each([
  ["7325", { port: 7325 }],
  [" 1024 ", { port: 1024 }],
  ["65535", { port: 65_535 }],
  ["", { problem: "blank" }],
  ["73e2", { problem: "not-a-number" }],
  ["-1", { problem: "not-a-number" }],
  ["80", { problem: "out-of-range" }],
  ["65536", { problem: "out-of-range" }],
])("parses %j as %j", (text, expected) => {
  expect(readPort(text)).toEqual(expected);
});
