import { homedir } from "node:os";
import { readLiveEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";

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
  const endpoint = readLiveEndpoint(dataFiles(dataFolder(process.env, process.platform, homedir())).endpoint);
  // Without a running application, the modules below need not be loaded.
  if (endpoint === null) return;
  const timeoutMs = Number(process.env.RECOLLECT_HOOK_TIMEOUT_MS) || HOOK_TIMEOUT_MS;
  setTimeout(() => process.exit(0), timeoutMs).unref();
  process.stdout.on("error", () => process.exit(0));
  try {
    const { answerEvent } = await import("./answer-event.ts");
    const text = await answerEvent(event, process.stdin, endpoint);
    if (text !== null) process.stdout.write(`${text}\n`);
  } catch {
    // The shim and the command line report the problem.
  } finally {
    process.stdin.destroy();
  }
}
