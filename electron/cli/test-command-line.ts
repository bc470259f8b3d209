import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { startApplication } from "../app.ts";
import { RecollectError } from "../core/errors.ts";
import { dataFiles } from "../platform/paths.ts";
import { resourcePaths } from "../platform/resources.ts";

const ENTRY = path.join(import.meta.dirname, "main.ts");

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export interface CommandLine {
  /** Holds the data folder `data` and whatever a test puts there; it is the home, too. */
  readonly folder: string;
  /** Runs `recollect …` as a process of its own, in a folder without a project unless the test names one. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The answer to `--json`. */
  json<Answer>(args: readonly string[], options?: RunOptions): Promise<Answer>;
}

/** A command line with a home of its own, where nothing runs and nothing is started. */
export function openCommandLine(): CommandLine {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const base: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    USERPROFILE: folder,
    RECOLLECT_DATA_DIR: path.join(folder, "data"),
    RECOLLECT_PROJECT: "",
    RECOLLECT_START_COMMAND: "[]",
  };

  async function run(args: readonly string[], { input = "", env = {}, cwd = folder }: RunOptions = {}): Promise<Ended> {
    const child = spawn(process.execPath, [ENTRY, ...args], { env: { ...base, ...env }, cwd, stdio: "pipe" });
    let out = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const [code] = (await once(child, "close")) as [number | null];
    return { code: code ?? -1, out, errors };
  }

  return {
    folder,
    run,
    async json<Answer>(args: readonly string[], options?: RunOptions) {
      const { out, errors, code } = await run([...args, "--json"], options);
      if (out === "") throw new Error(`It printed nothing, ended with ${code}, and told: ${errors}`);
      return JSON.parse(out) as Answer;
    },
  };
}

/** The same with the real application running on its data. */
export async function openServedCommandLine(): Promise<CommandLine> {
  const commandLine = openCommandLine();
  const { folder } = commandLine;
  const unavailable = async () => {
    throw new RecollectError("unavailable", "There is no desktop here.");
  };
  const actions = {
    openDataFolder: unavailable,
    openExternal: unavailable,
    chooseFolder: unavailable,
    chooseFile: unavailable,
    openDeepLink: unavailable,
  };
  const application = await startApplication({
    host: "headless",
    files: dataFiles(path.join(folder, "data")),
    env: { RECOLLECT_PORT: "0" },
    platform: process.platform,
    home: folder,
    version: "1.2.3",
    // A folder without a model: search is by words.
    resources: {
      ...resourcePaths(folder),
      requestLogWorker: path.join(import.meta.dirname, "..", "requests", "log-worker.ts"),
    },
    shim: { command: "recollect-shim", args: [], env: {} },
    actions,
    startCommand: null,
    loginItem: null,
    keychain: null,
    ifDamaged: "ask",
  });
  onTestFinished(() => application?.stop());
  return commandLine;
}
