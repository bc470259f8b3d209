import path from "node:path";

/**
 * The programs that tests start: the built ones in a run of `npm test`, which builds them first, and otherwise their
 * sources. Node needs five times as long for the sources.
 */
const [commandLine, headless] =
  process.env.RECOLLECT_TEST_BUILD === "1"
    ? ["dist/shim/recollect-shim.mjs", "dist/electron/headless.js"]
    : ["electron/cli/main.ts", "electron/headless.ts"];
const root = path.join(import.meta.dirname, "..", "..");

/** The command line; without arguments and without a terminal, it is the shim. */
export const COMMAND_LINE_ENTRY: string = path.join(root, commandLine);
export const HEADLESS_ENTRY: string = path.join(root, headless);
