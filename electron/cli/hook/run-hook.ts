import { homedir } from "node:os";
import { readLiveEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";
import { askApplication } from "../asked/ask-application.ts";

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
  const { env, stdin } = process;
  const timeoutMs = Number(env.RECOLLECT_HOOK_TIMEOUT_MS) || HOOK_TIMEOUT_MS;
  setTimeout(() => process.exit(0), timeoutMs).unref();
  process.stdout.on("error", () => process.exit(0));
  try {
    const input = await readText(stdin);
    const answer = await askApplication({ args: ["hook", event], input, ...NO_TERMINAL });
    if (answer === null) await runHere(event, input);
    else for (const [, text] of answer.output) process.stdout.write(text);
  } catch {
    // The shim and the command line report the problem.
  } finally {
    stdin.destroy();
  }
}

const NO_TERMINAL = { stdout: { isTTY: false }, stderr: { isTTY: false } };

/** Runs the hook in this process, for an application without a socket. */
async function runHere(event: string, input: string): Promise<void> {
  const { env, platform } = process;
  const home = homedir();
  const endpoint = readLiveEndpoint(dataFiles(dataFolder(env, platform, home)).endpoint);
  // Without a running application, the module below need not be loaded.
  if (endpoint === null) return;
  const { answerEvent } = await import("./answer-event.ts");
  const text = await answerEvent(event, input, { endpoint, env, home, folder: process.cwd() });
  if (text !== null) process.stdout.write(`${text}\n`);
}

/** Reads standard input to its end; "" for a terminal. */
async function readText(stdin: NodeJS.ReadStream): Promise<string> {
  const parts: Buffer[] = [];
  if (!stdin.isTTY) for await (const part of stdin) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
