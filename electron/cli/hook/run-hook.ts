import { homedir } from "node:os";
import { readLiveEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";
import { askApplication } from "../in-application/ask-application.ts";
import { writeAll } from "../in-application/write-all.ts";

/**
 * The limit for the entire hook, which usually takes a twentieth of it. The search for a prompt may wait 450 ms for its
 * model to load, and on a busy machine a late recall is still useful. `RECOLLECT_HOOK_TIMEOUT_MS` changes it.
 */
const HOOK_TIMEOUT_MS = 1_000;

/**
 * Responds to a hook of Claude Code. It never disturbs the client: it always exits with 0, writes nothing to stderr,
 * starts nothing, and prints nothing if Recollect does not run or is late.
 */
export async function runHook([event = ""]: readonly string[]): Promise<void> {
  const timeoutMs = Number(process.env.RECOLLECT_HOOK_TIMEOUT_MS) || HOOK_TIMEOUT_MS;
  setTimeout(() => process.exit(0), timeoutMs).unref();
  try {
    const text = await answerHook(event);
    if (text !== null) writeAll(STDOUT, text);
  } catch {
    // The shim and the command line report the problem.
  }
  // All is written. Node's own end takes milliseconds more.
  process.exit(0);
}

/** Returns the output of a hook; null for none, and if no application runs. */
async function answerHook(event: string): Promise<string | null> {
  const { env, platform } = process;
  const home = homedir();
  const endpoint = readLiveEndpoint(dataFiles(dataFolder(env, platform, home)).endpoint);
  // Without a running application, nothing more need be read or loaded.
  if (endpoint === null) return null;
  const input = await readText(process.stdin);
  const answer = await askApplication({ args: ["hook", event], input, ...NO_TERMINAL });
  if (answer !== null) return answer.output.map(([, text]) => text).join("");
  const { answerEvent } = await import("./answer-event.ts");
  const text = await answerEvent(event, input, { endpoint, env, home, folder: process.cwd() });
  return text === null ? null : `${text}\n`;
}

const STDOUT = 1;
const NO_TERMINAL = { stdout: { isTTY: false }, stderr: { isTTY: false } };

/** Reads standard input to its end; "" for a terminal. */
async function readText(stdin: NodeJS.ReadStream): Promise<string> {
  const parts: Buffer[] = [];
  if (!stdin.isTTY) for await (const part of stdin) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
