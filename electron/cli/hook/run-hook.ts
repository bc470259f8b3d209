import { homedir } from "node:os";
import { type Endpoint, readLiveEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles, dataFolder } from "../../platform/paths.ts";
import { AppUnavailable } from "../../shim/app-locator.ts";
import { isHealthy } from "../../shim/http-channel.ts";
import { clientFolder, detectProject } from "../../shim/project.ts";
import { createAppClient } from "../app-client.ts";
import { type HookInput, readHookInput } from "./hook-input.ts";
import { recallForSession } from "./recall.ts";
import { BEFORE_COMPACTION, BEFORE_STOP, deservesReminder, readTail } from "./reminders.ts";

/**
 * How long the whole may take before it ends without a word. It takes a tenth of that; on a busy machine an answer that
 * is late is worth more than none.
 */
const PATIENCE_MS = 400;

type Answer = (input: HookInput, endpoint: Endpoint) => Promise<string | null>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  SessionStart: async (input, endpoint) => {
    const { env } = process;
    const folder = clientFolder({ RECOLLECT_FOLDER: env.RECOLLECT_FOLDER ?? env.CLAUDE_PROJECT_DIR }, () => {
      return input.cwd ?? process.cwd();
    });
    const project = detectProject(folder, env, homedir());
    const app = createAppClient(attachTo(endpoint), project, "recollect-hook");
    try {
      const additionalContext = await recallForSession(app, project, input.source === "compact");
      return JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext } });
    } finally {
      app.close();
    }
  },
  // Plain text: Claude Code gives it to the summary as instructions, and takes no other form here.
  PreCompact: async (_input, endpoint) => ((await isHealthy(endpoint, PATIENCE_MS)) ? BEFORE_COMPACTION : null),
  // Every version knows this form; later ones set stop_hook_active for the turn that follows, which ends the matter.
  Stop: async (input, endpoint) => {
    if (input.stopHookActive || input.transcriptPath === null) return null;
    if (!deservesReminder(readTail(input.transcriptPath))) return null;
    if (!(await isHealthy(endpoint, PATIENCE_MS))) return null;
    return JSON.stringify({ decision: "block", reason: BEFORE_STOP });
  },
};

/**
 * Answers one of Claude Code's hooks. Never in the way: whatever happens it ends with 0, says nothing on stderr, starts
 * nothing, and where Recollect does not run or is late it says nothing at all.
 */
export async function runHook([event = ""]: readonly string[]): Promise<void> {
  const late = setTimeout(() => process.exit(0), PATIENCE_MS);
  process.stdout.on("error", () => process.exit(0));
  try {
    const answer = Object.hasOwn(ANSWERS, event) ? ANSWERS[event] : undefined;
    const endpoint = readLiveEndpoint(dataFiles(dataFolder(process.env, process.platform, homedir())).endpoint);
    if (answer === undefined || endpoint === null) return;
    const text = await answer(await readHookInput(process.stdin), endpoint);
    if (text !== null) process.stdout.write(`${text}\n`);
  } catch {
    // Nobody asked for Recollect here; the shim and the command line tell what is wrong.
  } finally {
    clearTimeout(late);
    process.stdin.destroy();
  }
}

function attachTo(endpoint: Endpoint) {
  let tried = false;
  return {
    async locate() {
      if (tried) throw new AppUnavailable("Recollect does not answer.");
      return endpoint;
    },
    distrust() {
      tried = true;
    },
  };
}
