import { expect, it } from "vitest";
import { describeTemporaryCopy } from "./own-command.ts";

const SHIM = "node_modules/recollect/dist/shim/recollect-shim.mjs";

it("says how to keep a copy that npx runs out of npm's cache, and nothing about an installed one", () => {
  expect(describeTemporaryCopy(`/home/ada/.npm/_npx/3f1c0d/${SHIM}`)).toContain("npm install --global recollect");
  expect(describeTemporaryCopy(`C:\\npm-cache\\_npx\\3f1c0d\\${SHIM.replaceAll("/", "\\")}`)).not.toBeNull();
  expect(describeTemporaryCopy(`/usr/lib/${SHIM}`)).toBeNull();
});
