import { Readable, Writable } from "node:stream";
import { readLiveEndpoint } from "../../platform/endpoint-file.ts";
import type { DetectedProject } from "../../shim/project.ts";
import { RecollectError } from "../../text/errors.ts";
import { type CommandAnswer, type CommandRequest, isHook, type OutputState } from "../../window-api/command-request.ts";
import type { CommandApplication } from "../../window-api/command-route.ts";
import type { MethodOutput } from "../../window-api/contract.ts";
import type { AppClient } from "../app-client.ts";
import { EXIT } from "../command.ts";
import { answerEvent } from "../hook/answer-event.ts";
import { runCommandLine } from "../run.ts";

type Output = NonNullable<CommandAnswer>["output"][number];

/** Runs a command line in this process, and returns what it writes. @param signal aborted if nobody waits any more */
export async function runInApplication(
  { args, input, folder, home, env, ...terminal }: CommandRequest,
  application: CommandApplication,
  signal: AbortSignal,
): Promise<CommandAnswer> {
  const { files, platform, entry } = application;
  const output: Output[] = [];
  if (isHook(args)) {
    const endpoint = readLiveEndpoint(files.endpoint);
    if (endpoint === null) return null;
    const text = await answerEvent(args[1] ?? "", input, { endpoint, env, folder, home, signal });
    return { code: EXIT.ok, output: text === null ? [] : [["stdout", `${text}\n`]] };
  }
  const code = await runCommandLine(args, {
    stdin: Readable.from([]),
    stdout: new RecordedOutput("stdout", terminal.stdout, output),
    stderr: new RecordedOutput("stderr", terminal.stderr, output),
    page: (text) => output.push(["pager", text]),
    openApp: (project) => clientWithin(application, project, signal),
    ...{ env, platform, home, folder, entry },
  });
  return { code, output };
}

/** Keeps all text that a command writes. */
class RecordedOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly #name: "stdout" | "stderr";
  readonly #output: Output[];

  constructor(name: "stdout" | "stderr", { isTTY, columns, rows }: OutputState, output: Output[]) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
    this.rows = rows;
    this.#name = name;
    this.#output = output;
  }

  override _write(text: string | Buffer, _encoding: string, done: () => void): void {
    this.#output.push([this.#name, String(text)]);
    done();
  }
}

/** The application for a command in its own process. Its commands call no tools. */
function clientWithin(
  { dispatch, projectName }: CommandApplication,
  project: DetectedProject | null,
  signal: AbortSignal,
): AppClient {
  return {
    call: (tool) => Promise.reject(new Error(`Internal: no command that the application runs calls ${tool}.`)),
    async ask<Name extends Parameters<AppClient["ask"]>[0]>(method: Name, input: unknown) {
      const result = await dispatch(method, input, signal);
      if (!result.ok) throw RecollectError.fromBody(result.error);
      return result.value as MethodOutput<Name>;
    },
    project: async () => (project === null ? null : projectName(project.name, project.host)),
    close: () => undefined,
  };
}
