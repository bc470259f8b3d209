import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { COMMAND_LINE_ENTRY } from "../../../tests/testing/entries.ts";
import { applicationOptions, NO_UPDATES } from "../../app/testing/application-options.ts";
import { startApplication } from "../../app.ts";
import type { MethodInput, MethodName, MethodOutput } from "../../window-api/contract.ts";
import { runInApplication } from "../in-application/run-in-application.ts";
import { runCommandLine } from "../run.ts";

/** The result of a command. */
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
  /** The home folder, with the data folder `data`. */
  readonly folder: string;
  /**
   * Runs `recollect …` in a folder without a project unless the test sets one. It runs in this process, because the
   * start of another one takes longer than most commands.
   */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** Runs it as a process of its own. */
  runProcess(args: readonly string[], options?: RunOptions & { readonly signal?: AbortSignal }): Promise<Ended>;
  /** Runs a command with `--json` and returns its result. */
  json<Result>(args: readonly string[], options?: RunOptions): Promise<Result>;
}

export interface ServedCommandLine extends CommandLine {
  /** Calls a method of the window. */
  inWindow<Name extends MethodName>(method: Name, input: MethodInput<Name>): Promise<MethodOutput<Name>>;
}

/** A command line with its own home folder. No application runs or can be started there. */
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
    // The application runs commands for its own time zone only.
    TZ: process.env.TZ,
    // Without it, each process compiles the command line again, which takes two thirds of its time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  };

  async function run(args: readonly string[], { input = "", env = {}, cwd = folder }: RunOptions = {}): Promise<Ended> {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const [out, errors, code] = await Promise.all([
      text(stdout),
      text(stderr),
      runCommandLine(args, {
        stdin: Readable.from([Buffer.from(input)]),
        stdout,
        stderr,
        env: { ...base, ...env },
        platform: process.platform,
        home: folder,
        folder: cwd,
        entry: COMMAND_LINE_ENTRY,
      }).finally(() => {
        stdout.end();
        stderr.end();
      }),
    ]);
    return { code, out, errors };
  }

  async function runProcess(
    args: readonly string[],
    { input = "", env = {}, cwd = folder, signal }: RunOptions & { readonly signal?: AbortSignal } = {},
  ): Promise<Ended> {
    const child = spawn(process.execPath, [COMMAND_LINE_ENTRY, ...args], {
      env: { ...base, ...env },
      cwd,
      stdio: "pipe",
    });
    signal?.addEventListener("abort", () => child.kill());
    let out = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      out += part;
    });
    child.stderr.setEncoding("utf8").on("data", (part: string) => {
      errors += part;
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const [code] = (await once(child, "close")) as [number | null];
    return { code: code ?? -1, out, errors };
  }

  return {
    folder,
    run,
    runProcess,
    async json<Result>(args: readonly string[], options?: RunOptions) {
      const { out, errors, code } = await run([...args, "--json"], options);
      if (out === "") throw new Error(`No output, exit code ${code}, stderr: ${errors}`);
      return JSON.parse(out) as Result;
    },
  };
}

/**
 * The same, with the application running on its data.
 * @param prepare writes the data before it starts
 * @param updates where its releases are, by the home folder; default: nowhere
 * @param env variables of the application
 */
export async function openServedCommandLine(
  prepare?: (data: string) => void,
  updates: (folder: string) => typeof NO_UPDATES = () => NO_UPDATES,
  env: NodeJS.ProcessEnv = {},
): Promise<ServedCommandLine> {
  const commandLine = openCommandLine();
  const { folder } = commandLine;
  prepare?.(path.join(folder, "data"));
  const options = applicationOptions(path.join(folder, "data"));
  const application = await startApplication({
    ...options,
    env: { ...options.env, ...env },
    home: folder,
    runCommand: runInApplication,
    updates: updates(folder),
  });
  onTestFinished(() => application?.stop());
  return {
    ...commandLine,
    async inWindow(method, input) {
      const result = await application?.dispatch(method, input);
      if (result?.ok !== true) throw new Error(`${method} failed: ${result?.error.message}`);
      return result.value as MethodOutput<typeof method>;
    },
  };
}
