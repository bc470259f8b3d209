import { defineConfig, type Plugin, type RolldownOptions } from "rolldown";

/**
 * Imported as an ECMAScript module, `node:http` loads all of Node's `fetch` for three exports that nobody asks for,
 * a third of the start's work. Taken as the built-in module it is, it does not.
 */
const LEAN_HTTP = `
const http = process.getBuiltinModule("node:http");
export default http;
export const { Agent, createServer, request } = http;
`;
const leanHttp: Plugin = {
  name: "lean-http",
  resolveId: (id) => (id === "node:http" ? "\0lean-http" : null),
  load: (id) => (id === "\0lean-http" ? LEAN_HTTP : null),
};

/** Everything that runs in Node or Electron. Native modules stay outside; the shim and the preload stand alone. */
const shared: RolldownOptions = {
  platform: "node",
  plugins: [leanHttp],
  external: ["electron", "better-sqlite3", "@napi-rs/keyring", "onnxruntime-node", "onnxruntime-web"],
  // Of jsonc-parser's two builds, that for `main` cannot be bundled.
  resolve: { conditionNames: ["node", "import", "default"], mainFields: ["module", "main"] },
};

export default defineConfig([
  {
    ...shared,
    input: {
      main: "electron/main.ts",
      headless: "electron/headless.ts",
      "embedding-worker": "electron/search/embedding/worker.ts",
      "aggregate-worker": "electron/store/aggregate-worker.ts",
      "request-log-worker": "electron/requests/log-worker.ts",
      "keychain-helper": "electron/platform/secrets/keychain-helper.ts",
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
    // What a client's shim does not need is loaded when it is asked for. All lies in one folder: the application is found
    // from there.
    input: { shim: "electron/cli/main.ts" },
    output: {
      dir: "dist/shim",
      format: "esm",
      sourcemap: true,
      entryFileNames: "recollect-shim.mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
  },
]);
