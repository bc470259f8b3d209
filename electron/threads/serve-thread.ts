import type { MessagePort } from "node:worker_threads";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { END, type LogLine, type ThreadAnswer, type ThreadMethods, type ThreadRequest } from "./messages.ts";

export interface ThreadService<Methods> {
  readonly methods: Methods;
  /** Closes what the thread holds, once everything is answered. */
  readonly close: () => void;
  /** Gives a failure the application's own words; what is not a `RecollectError` then is told as a defect. */
  readonly toError?: (error: unknown) => unknown;
}

/** The thread's side: answers each question as it comes, in the order in which they were asked where it can at once. */
export function serveThread<Methods extends ThreadMethods<Methods>>(
  port: MessagePort,
  { methods, close, toError = (error) => error }: ThreadService<Methods>,
): void {
  const known = new Map<string, (...args: never[]) => unknown>(Object.entries(methods));
  let underWay = 0;
  let ending = false;

  const endWhenAnswered = () => {
    if (!ending || underWay > 0) return;
    close();
    port.close();
  };

  const answerOf = async (id: number, name: string, args: readonly unknown[]): Promise<ThreadAnswer> => {
    try {
      return { id, value: await known.get(name)?.(...(args as never[])) };
    } catch (thrown) {
      const error = toError(thrown);
      return error instanceof RecollectError ? { id, error: toErrorBody(error) } : { id, defect: String(error) };
    }
  };

  port.on("message", async (request: ThreadRequest) => {
    if (request === END) ending = true;
    else {
      underWay += 1;
      port.postMessage(await answerOf(request.id, request.name, request.args));
      underWay -= 1;
    }
    endWhenAnswered();
  });
}

/** Writes into the application's log file from a thread. Fields must be what structured cloning takes. */
export function threadLogger(port: MessagePort): Logger {
  const write =
    (level: LogLine["level"]) =>
    (message: string, fields?: LogLine["fields"]): void =>
      port.postMessage({ level, message, fields } satisfies ThreadAnswer);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
