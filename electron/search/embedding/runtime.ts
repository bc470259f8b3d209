import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** ONNX Runtime as native code, or compiled to WebAssembly for platforms without a native build (Macs with Intel). */
export type RuntimeName = "onnxruntime-node" | "onnxruntime-web";
/** The interface that both packages share. */
export type Runtime = typeof import("onnxruntime-node");

/** Returns the runtime that this machine will probably use, without loading it. */
export function expectedRuntime(): RuntimeName {
  try {
    const entry = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const binaries = path.join(path.dirname(entry), "bin");
    const hasBinding = readdirSync(binaries).some((version) =>
      existsSync(path.join(binaries, version, process.platform, process.arch, "onnxruntime_binding.node")),
    );
    return hasBinding ? "onnxruntime-node" : "onnxruntime-web";
  } catch {
    return "onnxruntime-web";
  }
}

/** Loads a runtime; if the native one does not load, the one in WebAssembly. */
export async function loadRuntime(wanted: RuntimeName): Promise<{ runtime: Runtime; name: RuntimeName }> {
  if (wanted === "onnxruntime-node") {
    try {
      const native = await import("onnxruntime-node");
      return { runtime: native, name: "onnxruntime-node" };
    } catch {
      // Falls through: the C library is too old, or the processor is not supported.
    }
  }
  const web = await import("onnxruntime-web");
  web.env.wasm.numThreads = 1;
  // Both packages implement onnxruntime-common, but declare their own copies of its types.
  return { runtime: web as unknown as Runtime, name: "onnxruntime-web" };
}
