import { defineConfig, type RolldownOptions } from "rolldown";

/** Everything that runs in Node or Electron. Native modules stay outside; the shim and the preload stand alone. */
const shared: RolldownOptions = {
  platform: "node",
  external: ["electron", "better-sqlite3", "onnxruntime-node", "onnxruntime-web"],
  resolve: { conditionNames: ["node", "import", "default"] },
};

export default defineConfig([
  {
    ...shared,
    input: {
      main: "electron/main.ts",
      headless: "electron/headless.ts",
      "embedding-worker": "electron/search/embedding/worker.ts",
    },
    output: { dir: "dist/electron", format: "esm", sourcemap: true, chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    ...shared,
    input: { preload: "electron/preload.ts" },
    output: { dir: "dist/electron", format: "cjs", sourcemap: true, entryFileNames: "[name].cjs" },
  },
  {
    ...shared,
    input: { shim: "electron/shim/main.ts" },
    output: { dir: "dist/shim", format: "esm", sourcemap: true, entryFileNames: "recollect-shim.mjs" },
  },
]);
