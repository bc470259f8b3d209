import { expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KB"],
  [1434, "1.4 KB"],
  [64 * 1024, "64 KB"],
  [4 * 1024 * 1024, "4 MB"],
])("formats %d bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
