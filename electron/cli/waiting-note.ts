import type { CommandText } from "../text/command-line.ts";
import type { AppClient } from "./app-client.ts";
import type { Terminal } from "./terminal.ts";

/** Requests that can take longer than a second, and whose command shows no progress of its own. */
const SLOW =
  /^(?:servers\.(?:add|restart|move|return)|backups\.(?:make|verify|restore|compare)|updates\.(?:check|download)|conversations\.(?:survey|forget)|clientMemories\.(?:survey|scan)|memories\.movePlace|remoteDomains\.(?:add|status))$/;
const STEP_MS = 1_000;

/** Returns a client that shows on a terminal how long a request has taken, from the first second on. */
export function withWaitingNote(app: AppClient, terminal: Terminal, { usage }: CommandText): AppClient {
  if (!terminal.showsProgress) return app;
  return {
    ...app,
    async ask(method, input) {
      if (!SLOW.test(method)) return await app.ask(method, input);
      let seconds = 0;
      const timer = setInterval(() => {
        seconds += 1;
        terminal.progress(usage.working(seconds));
      }, STEP_MS);
      try {
        return await app.ask(method, input);
      } finally {
        clearInterval(timer);
        if (seconds > 0) terminal.progress("");
      }
    },
  };
}
