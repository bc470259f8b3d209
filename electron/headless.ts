import { homedir } from "node:os";
import path from "node:path";
import { enableCompileCache, storeCompileCache } from "./platform/compile-cache.ts";
import { unsupportedNode } from "./platform/node-version.ts";
import { dataFiles, dataFolder } from "./platform/paths.ts";
import { setV8Flags } from "./platform/v8-flags.ts";

// Only these imports are static: the rest loads native code that crashes an old Node.
const refusal = unsupportedNode(process.versions.node);
if (refusal === null) {
  const { compiledCode } = dataFiles(dataFolder(process.env, process.platform, homedir()));
  enableCompileCache(compiledCode);
  const { runHeadless } = await import("./run-headless.ts");
  await runHeadless(path.join(import.meta.dirname, "..", ".."));
  setV8Flags(process.versions.v8);
  storeCompileCache(compiledCode);
} else {
  process.stderr.write(`${refusal}\n`);
  process.exitCode = 1;
}
