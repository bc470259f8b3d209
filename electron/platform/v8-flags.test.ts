import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { setV8Flags } from "./v8-flags.ts";

function flagsOf(version: string): string[] {
  const flags: string[] = [];
  setV8Flags(version, (flag) => flags.push(flag));
  return flags;
}

test("this version of V8 has each flag that is set for it", () => {
  const flags = flagsOf(process.versions.v8);
  // Node refuses to start with a flag that its V8 does not have.
  expect(() => execFileSync(process.execPath, [...flags, "--version"], { stdio: "pipe" })).not.toThrow();
});

test("only Node 24's V8 gets the flag that keeps optimised code: Electron's V8 does not have it", () => {
  expect(flagsOf("13.6.233.17-node.53")).toContain("--no-memory-reducer-favors-memory");
  expect(flagsOf("14.8.178.14-electron.0")).not.toContain("--no-memory-reducer-favors-memory");
});

test("an untested version of V8 keeps its defaults", () => {
  expect(flagsOf("11.3.244.8-node.33")).toEqual([]);
  expect(flagsOf("15.1.0")).toEqual([]);
});
