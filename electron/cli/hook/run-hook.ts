import { homedir } from "node:os";
import { readLiveEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";
import { readHookInput } from "./hook-input.ts";

/**
 * How long the whole may take before it ends without a word. It takes a tenth of that; on a busy machine an answer that
 * is late is worth more than none.
 */
const PATIENCE_MS = 400;

/**
 * Answers one of Claude Code's hooks. Never in the way: whatever happens it ends with 0, says nothing on stderr, starts
 * nothing, and where Recollect does not run or is late it says nothing at all.
 */
export async function runHook([event = ""]: readonly string[]): Promise<void> {
  const endpoint = readLiveEndpoint(dataFiles(dataFolder(process.env, process.platform, homedir())).endpoint);
  // What follows takes time to load, which nobody shall wait for where nothing runs.
  if (endpoint === null) return;
  const late = setTimeout(() => process.exit(0), PATIENCE_MS);
  process.stdout.on("error", () => process.exit(0));
  try {
    const { answerEvent } = await import("./answer-event.ts");
    const text = await answerEvent(event, await readHookInput(process.stdin), endpoint);
    if (text !== null) process.stdout.write(`${text}\n`);
  } catch {
    // Nobody asked for Recollect here; the shim and the command line tell what is wrong.
  } finally {
    clearTimeout(late);
    process.stdin.destroy();
  }
}
