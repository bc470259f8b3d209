import module from "node:module";
import path from "node:path";
import { unsupportedNode } from "./platform/node-version.ts";
import { setV8Flags } from "./platform/v8-flags.ts";

// Only these imports are static: the rest loads native code that crashes an old Node.
const refusal = unsupportedNode(process.versions.node);
if (refusal === null) {
  module.enableCompileCache();
  const { runHeadless } = await import("./run-headless.ts");
  await runHeadless(path.join(import.meta.dirname, "..", ".."));
  setV8Flags(process.versions.v8);
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
