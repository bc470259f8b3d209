import path from "node:path";
import { expect, it } from "vitest";
import { giveHome, here, machine, write } from "../testing/connections.ts";
import { runCommand } from "./run-command.ts";

giveHome();

it.skipIf(process.platform === "win32")("finds the interpreter beside a program that is not on the PATH", async () => {
  const folder = path.join(here.home, "elsewhere");
  write(path.join(folder, "interpreter"), '#!/bin/sh\nshift\necho "interpreted $*"\n', 0o755);
  const program = write(path.join(folder, "client"), "#!/usr/bin/env interpreter\n", 0o755);
  const { code, output } = await runCommand(program, ["plugin", "list"], { ...machine(), env: { PATH: "/usr/bin" } });
  expect({ code, output }).toEqual({ code: 0, output: "interpreted plugin list" });
});
