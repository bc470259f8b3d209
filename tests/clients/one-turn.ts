import path from "node:path";
import type { ClientHome } from "./home.ts";
import type { ModelServer } from "./model/model-server.ts";
import { type ProgramOptions, runProgram } from "./run-program.ts";

/** A client that is started for one turn and ends with it: how its model is set, and how it is run. */
export interface OneTurn {
  prepare(file: string, home: ClientHome, options: ProgramOptions, model: ModelServer): Promise<void> | void;
  args(prompt: string, home: ClientHome): readonly string[];
  /** Ends what it leaves running. */
  finish?(file: string, options: ProgramOptions): Promise<unknown>;
}

export const cline: OneTurn = {
  async prepare(file, _home, options, { url }) {
    const account = ["auth", "openai-compatible", "-k", "none-needed", "-m", "model", "-b", `${url}/v1`];
    const { code, output } = await runProgram(file, account, options);
    if (code !== 0) throw new Error(`cline auth ended with ${code}: ${output}`);
  },
  args: (prompt) => ["--json", prompt],
  finish: (file, options) => runProgram(file, ["hub", "stop"], options),
};

export const continueCli: OneTurn = {
  prepare(_file, home, _options, { url }) {
    const model = `{ name: stand-in, provider: openai, model: model, apiKey: none-needed, apiBase: ${url}/v1 }`;
    home.write(".continue/config.yaml", `name: Mine # kept\nversion: 1.0.0\nschema: v1\nmodels:\n  - ${model}\n`);
  },
  args: (prompt, { env }) => [
    "-p",
    "--auto",
    "--config",
    path.join(env.HOME ?? "", ".continue", "config.yaml"),
    prompt,
  ],
};
