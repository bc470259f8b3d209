import path from "node:path";
import {
  type ChunkingContext,
  type CodeSplittingGroup,
  defineConfig,
  type OutputOptions,
  type Plugin,
  type RolldownOptions,
  RUNTIME_MODULE_ID,
} from "rolldown";
import { listPackages } from "./scripts/release/bundled-packages.ts";

/**
 * Imported as an ECMAScript module, `node:http` loads all of Node's `fetch` for three exports that nobody asks for,
 * a third of the start's work. Taken as the built-in module it is, it does not.
 */
const LEAN_HTTP = `
const http = process.getBuiltinModule("node:http");
export default http;
export const { Agent, ServerResponse, createServer, request } = http;
`;
const leanHttp: Plugin = {
  name: "lean-http",
  resolveId: (id) => (id === "node:http" ? "\0lean-http" : null),
  load: (id) => (id === "\0lean-http" ? LEAN_HTTP : null),
};

/**
 * Imported as an ECMAScript module, a built-in module evaluates each of its lazy exports: `node:fs` and `node:crypto` load
 * Node's web streams, a sixth of the start of a command. The exports with a value are taken without them.
 */
const LEAN_BUILTINS = ["crypto", "fs", "module", "net", "os", "path", "tty", "url"].map((name) => `node:${name}`);
const leanBuiltins: Plugin = {
  name: "lean-builtins",
  resolveId: (id) => (LEAN_BUILTINS.includes(id) ? `\0${id}` : null),
  load(id) {
    const name = id.startsWith("\0") ? id.slice(1) : "";
    if (!LEAN_BUILTINS.includes(name)) return null;
    const members = Object.getOwnPropertyDescriptors(process.getBuiltinModule(name));
    const names = Object.keys(members).filter((member) => members[member]?.get === undefined && member !== "default");
    return `const builtin = process.getBuiltinModule("${name}");
export default builtin;
export const { ${names.join(", ")} } = builtin;
`;
  },
};

/** The functions of `node:child_process` that the shim and the command line call, and load when they are called. */
const LAZY_PROCESSES = ["execFile", "execFileSync", "spawn", "spawnSync"]
  .map(
    (name) =>
      `export const ${name} = (...values) => process.getBuiltinModule("node:child_process").${name}(...values);`,
  )
  .join("\n");
const lazyProcesses: Plugin = {
  name: "lazy-processes",
  resolveId: (id) => (id === "node:child_process" ? "\0lazy-processes" : null),
  load: (id) => (id === "\0lazy-processes" ? LAZY_PROCESSES : null),
};

/** pino-roll uses five functions of date-fns. Its CommonJS index would load 250, with their tables. */
const LEAN_DATES = ["addDays", "addHours", "format", "isValid", "parse"]
  .map((name) => `export { ${name} } from "date-fns/${name}";`)
  .join("\n");
/** The SDK validates with Ajv what a client returns for an elicitation. This server requests none. */
const LEAN_VALIDATOR = `
import process from "node:process";
class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error("Internal: the bundle contains no JSON Schema validator.");
  }
}
export { DefaultJsonSchemaValidator, process };
`;
const LEAN: Readonly<Record<string, string>> = {
  "date-fns": LEAN_DATES,
  "@modelcontextprotocol/server/_shims": LEAN_VALIDATOR,
};
/** Keeps 0.9 MB of code out of the application, which would stay in memory (ADR 0029). */
const leanPackages: Plugin = {
  name: "lean-packages",
  resolveId: (id) => (id in LEAN ? `\0lean:${id}` : null),
  load: (id) => (id.startsWith("\0lean:") ? LEAN[id.slice("\0lean:".length)] : null),
};

/** The file of better-sqlite3 that finds and loads the native module. The others are in the bundles. */
const SQLITE_BINDING = `
const [{ createRequire }, { dirname, join }] = ["node:module", "node:path"].map(process.getBuiltinModule);
const require = createRequire(import.meta.url);
const file = () => join(dirname(require.resolve("better-sqlite3")), "binding.js");
export const getBinding = (nativeBinding) => require(file()).getBinding(nativeBinding);
`;
const sqliteBinding: Plugin = {
  name: "sqlite-binding",
  resolveId: (id, importer) =>
    id === "./binding" && importer?.includes(path.join("better-sqlite3", "lib")) ? "\0sqlite-binding" : null,
  load: (id) => (id === "\0sqlite-binding" ? SQLITE_BINDING : null),
};

/**
 * V8 keeps the source in memory, with two bytes for each character of a file that has one beyond Latin-1. Those in
 * `String.raw` cannot be escaped here; a test finds them.
 */
const lean: OutputOptions = {
  sourcemap: true,
  charset: "ascii",
  comments: { legal: true, annotation: false, jsdoc: false },
};

/** Everything that runs in Node or Electron. Native modules stay outside; the shim and the preload stand alone. */
const plugins = [leanHttp, leanBuiltins, leanPackages, sqliteBinding];
const shared: RolldownOptions = {
  platform: "node",
  external: ["electron", "@napi-rs/keyring", "onnxruntime-node", "onnxruntime-web"],
  // Of jsonc-parser's two builds, that for `main` cannot be bundled.
  resolve: { conditionNames: ["node", "default"], mainFields: ["module", "main"] },
};

/** Only the application writes the endpoint file: reading it loads nothing of what writing needs. */
const READS_ENDPOINT_ONLY: RolldownOptions["treeshake"] = {
  moduleSideEffects: [{ test: /atomic-file\.ts$/, sideEffects: false }],
};

/** What the entry of the shim and the command line loads on demand. */
const LOADED_BY_ENTRY = {
  main: "electron/shim/main.ts",
  run: "electron/cli/run.ts",
  serve: "electron/cli/serve.ts",
  pager: "electron/cli/pager.ts",
  "answer-event": "electron/cli/hook/answer-event.ts",
};
const onDemand: Plugin = {
  name: "on-demand",
  resolveId(id, _importer, { kind }) {
    const name = path.basename(id, ".ts");
    return kind === "dynamic-import" && name in LOADED_BY_ENTRY ? { id: `./${name}.mjs`, external: true } : null;
  },
};

/** What hooks and the command line share while the application cannot run them. */
const SHARED_WITH_HOOK =
  /electron[\\/]shim[\\/](?:project|app-unavailable)|core[\\/](?:domain|project-(?:address|name)|gate[\\/]normal-text)\.ts|text[\\/](?:errors|format|message|local-time)\.ts|text[\\/]en[\\/](?:errors|format)|wildcards|is-record|server-proof|hidden-characters|file-error/;
/** The shim's other modules except its entry, and the others that it loads. */
const SHARED_WITH_SHIM =
  /electron[\\/]shim[\\/](?!main\.ts)|app-image|lean-http|verified-agent|start-failure|atomic-file|process-memory/;

/** The modules that nearly every command of the command line loads: as one file, they load in half the time. */
const SHARED_BY_COMMANDS =
  /electron[\\/]cli[\\/](?:run|parse|declaration|command|commands|terminal|display-width|columns|output|filter-options|memory-list|app-client|dry-run)\.ts|text[\\/](?:command-line|error-text|language)\.ts|text[\\/]en[\\/](?:command-line(?!-help|-general)|connect|notices|activity-sentences|tool-actions)|text[\\/]sentence\.ts|core[\\/](?:filter|typed-filters|memory|memory-fields|tags|moment|namespace|validity|urn|search|request-log)\.ts|similar-names/;

/** It imports what each start of the application needs, in a window too. */
const START = path.resolve("electron/run-headless.ts");
/** They enable the cache of compiled code before they load the rest, so their own imports are not part of it. */
const ENTRIES = ["electron/main.ts", "electron/headless.ts"].map((entry) => path.resolve(entry));
let loadedAtStart: ReadonlySet<string> | null = null;

/** Returns the module and all that it imports statically. */
function importedBy(start: string, context: ChunkingContext): ReadonlySet<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * One chunk with all that each start loads, and one with the wrappers of Node's modules, which the entries load too: each
 * file takes a third of a millisecond or more. One wrapper is a chunk of its own, because Rolldown's runtime imports it.
 */
const START_CHUNKS: CodeSplittingGroup = {
  debugName: "start and node",
  name(id, context) {
    loadedAtStart ??= importedBy(START, context).difference(
      new Set(ENTRIES.flatMap((entry) => [...importedBy(entry, context)])),
    );
    if (id.startsWith("\0node:")) return id === "\0node:module" ? null : "node";
    return loadedAtStart.has(id) && id !== RUNTIME_MODULE_ID ? "start" : null;
  },
};

export default defineConfig([
  {
    ...shared,
    plugins: [...plugins, listPackages("application")],
    input: { main: "electron/main.ts", headless: "electron/headless.ts" },
    output: {
      ...lean,
      dir: "dist/electron",
      format: "esm",
      chunkFileNames: "chunks/[name]-[hash].js",
      codeSplitting: { includeDependenciesRecursively: false, groups: [START_CHUNKS] },
    },
  },
  {
    ...shared,
    plugins: [...plugins, listPackages("workers")],
    // They share no chunk with the application, so that a thread does not load the code of its start.
    input: {
      "embedding-worker": "electron/search/embedding/worker.ts",
      "aggregate-worker": "electron/store/counts/aggregate-worker.ts",
      "maintenance-worker": "electron/store/lifecycle/maintenance-worker.ts",
      "request-log-worker": "electron/requests/log-worker.ts",
      "conversation-worker": "electron/conversations/conversation-worker.ts",
      "import-worker": "electron/import/import-worker.ts",
      "connect-worker": "electron/connect/install/connect-worker.ts",
      "language-worker": "electron/search/language-worker.ts",
      "map-worker": "electron/map/map-worker.ts",
      "keychain-helper": "electron/secrets/keychain-helper.ts",
    },
    output: { ...lean, dir: "dist/electron", format: "esm", chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    ...shared,
    plugins: [...plugins, listPackages("preload")],
    input: { preload: "electron/preload.ts" },
    output: { ...lean, dir: "dist/electron", format: "cjs", entryFileNames: "[name].cjs" },
  },
  {
    ...shared,
    plugins: [lazyProcesses, onDemand, ...plugins, listPackages("shim entry")],
    // One file, which asks the application to run a command: each further file costs the start half a millisecond.
    input: { "recollect-shim": "electron/cli/main.ts" },
    treeshake: READS_ENDPOINT_ONLY,
    output: { ...lean, dir: "dist/shim", format: "esm", entryFileNames: "[name].mjs", codeSplitting: false },
  },
  {
    ...shared,
    plugins: [lazyProcesses, ...plugins, listPackages("shim")],
    // All files are in one folder, from which the shim finds the application.
    input: LOADED_BY_ENTRY,
    treeshake: READS_ENDPOINT_ONLY,
    output: {
      ...lean,
      dir: "dist/shim",
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      // What the shim shares with the command line is two chunks, of which hooks load one: each further file costs the
      // start about 0.5 ms, and Node's `http` more.
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: "hook", test: SHARED_WITH_HOOK, minShareCount: 2, priority: 1 },
          { name: "shared", test: SHARED_WITH_SHIM, minShareCount: 2 },
          { name: "command-line", test: SHARED_BY_COMMANDS, minShareCount: 1 },
        ],
      },
    },
  },
]);
