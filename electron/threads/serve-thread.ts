import type { MessagePort } from "node:worker_threads";
import type { Logger } from "../core/ports.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { EXIT, type LogEntry, type ThreadMessage, type ThreadMethods, type ThreadRequest } from "./messages.ts";

interface ThreadService<Methods> {
  readonly methods: Methods;
  /** Called once all calls are finished, before the thread exits. */
  readonly close: () => void;
  /** Turns a failure into a `RecollectError`. A failure that is none afterwards reaches the caller as a defect. */
  readonly toError?: (error: unknown) => unknown;
}

/** The worker's side: runs each call as it arrives. Synchronous methods finish in the order of the calls. */
export function serveThread<Methods extends ThreadMethods<Methods>>(
  port: MessagePort,
  { methods, close, toError = (error) => error }: ThreadService<Methods>,
): void {
  const known = new Map<string, (...args: never[]) => unknown>(Object.entries(methods));
  let running = 0;
  let exiting = false;

  const exitWhenFinished = () => {
    if (!exiting || running > 0) return;
    close();
    port.close();
  };

  const call = async (id: number, name: string, args: readonly unknown[]): Promise<ThreadMessage> => {
    try {
      return { id, value: await known.get(name)?.(...(args as never[])) };
    } catch (thrown) {
      const error = toError(thrown);
      return error instanceof RecollectError ? { id, error: toErrorBody(error) } : { id, defect: String(error) };
    }
  };

  port.on("message", async (request: ThreadRequest) => {
    if (request === EXIT) exiting = true;
    else {
      running += 1;
      port.postMessage(await call(request.id, request.name, request.args));
      running -= 1;
    }
    exitWhenFinished();
  });
}

/** Writes to the application's log file from a thread. Fields must be structured-cloneable. */
export function threadLogger(port: MessagePort): Logger {
  const write =
    (level: LogEntry["level"]) =>
    (message: string, fields?: LogEntry["fields"]): void =>
      port.postMessage({ level, message, fields } satisfies ThreadMessage);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
