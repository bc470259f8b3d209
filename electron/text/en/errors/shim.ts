import { type ErrorTexts, unavailable } from "../../message.ts";
export const shimErrors = {
  app_not_running: () => unavailable("Recollect is not running."),
  app_start_unknown: () =>
    unavailable("Recollect is not running, and no command to start it is known.", "Start Recollect and try again."),
  app_start_command_failed: ({ command, problem }: { command: string; problem: string }) =>
    unavailable(`Recollect is not running. The start command failed (${problem}).`, `Check the command: ${command}`),
  app_exited_at_start: ({ end, logFolder }: { end: string; logFolder: string }) =>
    unavailable(`Recollect is not running. It exited during startup (${end}).`, `See the log files in ${logFolder}.`),
  /** With the words of the application that did not start. */
  app_start_failed: ({ problem, remedy }: { problem: string; remedy?: string }) =>
    unavailable(`Recollect did not start. ${problem}`, remedy),
  app_start_timeout: ({ seconds }: { seconds: number }) =>
    unavailable(`Recollect did not respond within ${seconds} s of its start.`),
  app_address_foreign: ({ port }: { port: number }) =>
    unavailable(
      `Another program uses port ${port}, where Recollect was last reached. Nothing was sent to it.`,
      "Stop that program, then start Recollect again.",
    ),
  app_stopped: ({ pid }: { pid: number }) =>
    unavailable(
      `Recollect does not respond: its process (pid ${pid}) is stopped.`,
      `Continue it with \`kill -CONT ${pid}\`, or end it with \`kill -KILL ${pid}\`. No acknowledged memory is lost.`,
    ),
  app_not_responding: () => unavailable("Recollect does not respond."),
  app_connection_lost: ({ problem }: { problem: string }) =>
    unavailable(`The connection to Recollect was lost (${problem}).`),
} satisfies ErrorTexts;
