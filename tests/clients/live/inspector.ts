import path from "node:path";
import { runProgram } from "../run-program.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A lasting connection of the Inspector. */
interface LiveInspector extends LiveClient {
  /** Runs one of its commands, such as `skills/list`, and returns the result as JSON. */
  ask(method: string, ...args: readonly string[]): Promise<string>;
}

/** Connects the Inspector: `mcpdo` keeps the connection in a daemon that its commands use. */
export async function openInspector(options: LiveOptions, era: "legacy" | "modern"): Promise<LiveInspector> {
  const program = path.join(path.dirname(options.file), "mcpdo");
  const run = async (...args: readonly string[]) => {
    const { code, output } = await runProgram(program, ["--format", "json", ...args], options);
    if (code !== 0) throw new Error(`mcpdo ended with ${code}: ${output}`);
    return output;
  };
  await run("connect", "recollect", "--era", era);
  return {
    ask: (method, ...args) => run("@recollect", method, ...args),
    call: (tool, args) => run("@recollect", "tools/call", tool, JSON.stringify(args)),
    async close() {
      await run("daemon", "stop");
    },
  };
}
