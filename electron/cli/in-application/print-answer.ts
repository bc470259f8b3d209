import { isatty, type WriteStream } from "node:tty";
import type { OutputState } from "../../window-api/command-request.ts";
import { askApplication } from "./ask-application.ts";
import { writeAll } from "./write-all.ts";

/** After this time the command line runs the command itself, and shows its progress. */
const ANSWER_TIMEOUT_MS = 1_000;
const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;

/**
 * Runs a command line in the application, and prints what it writes.
 * @returns its exit code; null if the application does not run, or does not run this command line in time
 * @throws the error of an output that cannot be written, such as `EPIPE` if its reader is gone
 */
export async function printAnswer(args: readonly string[]): Promise<number | null> {
  const outputs = { stdout: stateOf("stdout"), stderr: stateOf("stderr") };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  // The command line reports the problem when it runs the command itself.
  const answer = await askApplication({ args, input: "", ...outputs }, signal).catch(() => null);
  if (answer === null) return null;
  for (const [to, text] of answer.output) {
    if (to !== "pager") writeAll(DESCRIPTORS[to], text);
    else if (!(await (await import("../pager.ts")).showInPager(text, process.env))) {
      writeAll(DESCRIPTORS.stdout, `${text}\n`);
    }
  }
  return answer.code;
}

/** The stream is opened only for a terminal: opening it takes time. */
function stateOf(output: keyof typeof DESCRIPTORS): OutputState {
  if (!isatty(DESCRIPTORS[output])) return { isTTY: false };
  const { columns, rows }: WriteStream = process[output];
  return { isTTY: true, columns: columns || undefined, rows: rows || undefined };
}
