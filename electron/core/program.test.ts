import { expect, it } from "vitest";
import { programFor } from "./program.ts";

it.each([
  "npx",
  "NPX",
  "npm",
  "pnpm",
  "yarn",
  "bunx",
  "uvx",
  "npx.cmd",
  "server.bat",
  String.raw`C:\Program Files\nodejs\npx`,
  "C:/tools/Server.CMD",
])("starts %s by cmd on Windows only, and once", (command) => {
  const program = { command, args: ["-y", "a b"] };
  const wrapped = { command: "cmd", args: ["/c", command, "-y", "a b"] };
  expect(programFor("win32", program)).toEqual(wrapped);
  expect(programFor("win32", wrapped)).toEqual(wrapped);
  for (const platform of ["linux", "darwin"]) expect(programFor(platform, program)).toEqual(program);
});

it.each(["node", "npx.exe", "uvx.exe", "docker", "cmd", "npx-server", "C:\\npx\\server.exe"])(
  "starts %s directly on Windows",
  (command) => {
    expect(programFor("win32", { command, args: [] })).toEqual({ command, args: [] });
  },
);
