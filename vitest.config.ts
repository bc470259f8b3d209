import { availableParallelism } from "node:os";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Threads and child processes of the tests run TypeScript directly. Without this cache, each of them first compiles
// Node's WebAssembly module that removes types, which takes a fifth of a second.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, "node_modules", ".cache", "node-compile");

// Texts show times in the machine's time zone. Tests of other zones set it and restore this one.
process.env.TZ = "UTC";

/** On a busy machine everything takes ten times as long: a condition is waited for, however late it becomes true. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 150_000 } } };

export default defineConfig({
  test: {
    // Many tests wait for processes and timers, so there are more workers than processors.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          // The files of a worker share its modules, whose import takes longer than most tests. A module that registers
          // hooks or changes global state when it is imported would do so for one file only.
          isolate: false,
          include: ["electron/**/*.test.ts", "scripts/**/*.test.ts", "tests/**/*.test.ts"],
          ...PATIENCE,
          // Starts nothing until a test asks for it.
          globalSetup: ["electron/postgres/testing/postgres-setup.ts"],
          // Never optimise calls from WebAssembly into JavaScript. If two threads do so at once, V8 13.6 can end the
          // process with "Check failed: jit_page.has_value()". Only the module that removes types makes such calls.
          execArgv: ["--wasm-wrapper-tiering-budget=2000000000"],
        },
      },
      {
        plugins: [react()],
        test: {
          name: "renderer",
          environment: "happy-dom",
          // No module of the window keeps state, so the files of a worker share its modules and its document.
          isolate: false,
          ...PATIENCE,
          setupFiles: ["renderer/testing/set-up.ts"],
          include: ["renderer/**/*.test.{ts,tsx}"],
        },
      },
    ],
  },
});
