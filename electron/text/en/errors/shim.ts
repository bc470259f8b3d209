import type { ErrorTexts } from "../../message.ts";
export const shimErrors = {
  app_not_running: () => ({ code: "unavailable", message: "Recollect is not running." }),
  app_start_unknown: () => ({
    code: "unavailable",
    message: "Recollect is not running, and no command to start it is known.",
    hint: "Start Recollect and try again.",
  }),
  app_start_command_failed: ({ command, problem }: { command: string; problem: string }) => ({
    code: "unavailable",
    message: `Recollect is not running. The start command failed (${problem}).`,
    hint: `Check the command: ${command}`,
  }),
  app_exited_at_start: ({ end, logFolder }: { end: string; logFolder: string }) => ({
    code: "unavailable",
    message: `Recollect is not running. It exited during startup (${end}).`,
    hint: `See the log files in ${logFolder}.`,
  }),
  /** With the words of the application that did not start. */
  app_start_failed: ({ problem, remedy }: { problem: string; remedy?: string }) => ({
    code: "unavailable",
    message: `Recollect did not start. ${problem}`,
    hint: remedy,
  }),
  app_start_timeout: ({ seconds }: { seconds: number }) => ({
    code: "unavailable",
    message: `Recollect did not respond within ${seconds} s of its start.`,
  }),
  app_address_foreign: ({ port }: { port: number }) => ({
    code: "unavailable",
    message: `Another program uses port ${port}, where Recollect was last reached. Nothing was sent to it.`,
    hint: "Stop that program, then start Recollect again.",
  }),
  app_stopped: ({ pid }: { pid: number }) => ({
    code: "unavailable",
    message: `Recollect does not respond: its process (pid ${pid}) is stopped.`,
    hint: `Continue it with \`kill -CONT ${pid}\`, or end it with \`kill -KILL ${pid}\`. No acknowledged memory is lost.`,
  }),
  app_not_responding: () => ({ code: "unavailable", message: "Recollect does not respond." }),
  app_connection_lost: ({ problem }: { problem: string }) => ({
    code: "unavailable",
    message: `The connection to Recollect was lost (${problem}).`,
  }),
} satisfies ErrorTexts;
