import { expect, it } from "vitest";
import { commandText as text } from "../text/en/command-line.ts";
import { describeTemporaryCopy } from "./own-command.ts";

const SHIM = "node_modules/recollect/dist/shim/recollect-shim.mjs";

it("explains how to keep a copy that npx runs from the npm cache, and says nothing about an installed copy", () => {
  expect(describeTemporaryCopy({ entry: `/home/ada/.npm/_npx/3f1c0d/${SHIM}`, text })).toContain(
    "npm install --global recollect",
  );
  const windows = `C:\\npm-cache\\_npx\\3f1c0d\\${SHIM.replaceAll("/", "\\")}`;
  expect(describeTemporaryCopy({ entry: windows, text })).not.toBeNull();
  expect(describeTemporaryCopy({ entry: `/usr/lib/${SHIM}`, text })).toBeNull();
});
