import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The ONNX runtime in native code, or compiled to WebAssembly where there is no native build (Macs with Intel). */
export type RuntimeName = "onnxruntime-node" | "onnxruntime-web";
/** Both packages share this interface. */
export type Runtime = typeof import("onnxruntime-node");

/** The runtime this machine will most likely use, known before it is loaded. */
export function expectedRuntime(platform = process.platform, arch: string = process.arch): RuntimeName {
  try {
    const entry = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const binaries = path.join(path.dirname(entry), "bin");
    const isThere = readdirSync(binaries).some((version) =>
      existsSync(path.join(binaries, version, platform, arch, "onnxruntime_binding.node")),
    );
    return isThere ? "onnxruntime-node" : "onnxruntime-web";
  } catch {
    return "onnxruntime-web";
  }
}

/** Loads the runtime asked for; a native one that does not load here gives way to WebAssembly. */
export async function loadRuntime(wanted: RuntimeName): Promise<{ runtime: Runtime; name: RuntimeName }> {
  if (wanted === "onnxruntime-node") {
    try {
      const native = await import("onnxruntime-node");
      return { runtime: native, name: "onnxruntime-node" };
    } catch {
      // Falls through: an old C library, or a processor the build does not know.
    }
  }
  const web = await import("onnxruntime-web");
  web.env.wasm.numThreads = 1;
  return { runtime: web as unknown as Runtime, name: "onnxruntime-web" };
}
