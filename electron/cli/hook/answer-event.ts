import { homedir } from "node:os";
import type { Endpoint } from "../../platform/endpoint-file.ts";
import { AppUnavailable } from "../../shim/app-locator.ts";
import { isHealthy } from "../../shim/http-channel.ts";
import { clientFolder, detectProject } from "../../shim/project.ts";
import { createAppClient } from "../app-client.ts";
import type { HookInput } from "./hook-input.ts";
import { recallForSession } from "./recall.ts";
import { BEFORE_COMPACTION, BEFORE_STOP, deservesReminder, readTail } from "./reminders.ts";

/** The application is asked no longer; the hook as a whole has its own limit. */
const HEALTH_MS = 400;

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
  PreCompact: async (_input, endpoint) => ((await isHealthy(endpoint, HEALTH_MS)) ? BEFORE_COMPACTION : null),
  // Every version knows this form; later ones set stop_hook_active for the turn that follows, which ends the matter.
  Stop: async (input, endpoint) => {
    if (input.stopHookActive || input.transcriptPath === null) return null;
    if (!deservesReminder(readTail(input.transcriptPath))) return null;
    if (!(await isHealthy(endpoint, HEALTH_MS))) return null;
    return JSON.stringify({ decision: "block", reason: BEFORE_STOP });
  },
};

/** What an event is answered with; null: nothing. */
export async function answerEvent(event: string, input: HookInput, endpoint: Endpoint): Promise<string | null> {
  const answer = Object.hasOwn(ANSWERS, event) ? ANSWERS[event] : undefined;
  return answer === undefined ? null : await answer(input, endpoint);
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
