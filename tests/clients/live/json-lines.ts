import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { endProcess } from "../run-program.ts";
import { type LiveOptions, waitFor } from "./live-client.ts";

/** A program that exchanges JSON on its standard streams, one message per line. */
export interface JsonLines {
  send(message: object): void;
  /** Calls the listener for every message from now on. */
  onMessage(listener: (message: Record<string, unknown>) => void): void;
  /** Rejects with the last stderr output when the program exits. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

export function openJsonLines({ file, env, cwd }: LiveOptions, args: readonly string[]): JsonLines {
  const child = spawn(file, args, { env, cwd, stdio: "pipe" });
  const listeners: ((message: Record<string, unknown>) => void)[] = [];
  let errors = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    // Some programs print a greeting first.
    if (line.startsWith("{")) for (const listener of listeners) listener(JSON.parse(line) as Record<string, unknown>);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  child.stdin.on("error", () => undefined);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The program exited with ${code}: ${errors}`);
  });
  ended.catch(() => undefined);
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    onMessage: (listener) => void listeners.push(listener),
    ended,
    close: () => endProcess(child),
  };
}

interface Response {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** JSON-RPC 2.0 over the standard streams of a program. */
export interface JsonRpc extends Pick<JsonLines, "close"> {
  request<Result>(method: string, params: unknown): Promise<Result>;
  notify(method: string): void;
}

/** @param respond returns the result for a request of the program */
export function openJsonRpc(
  options: LiveOptions,
  args: readonly string[],
  respond: (method: string, params: unknown) => unknown = () => ({}),
): JsonRpc {
  const lines = openJsonLines(options, args);
  const pending = new Map<unknown, (message: Response) => void>();
  let lastId = 0;
  lines.onMessage(({ id, method, params, ...rest }) => {
    if (typeof method !== "string") pending.get(id)?.(rest as Response);
    else if (id !== undefined) lines.send({ jsonrpc: "2.0", id, result: respond(method, params) });
  });
  return {
    async request<Result>(method: string, params: unknown): Promise<Result> {
      lastId += 1;
      const id = lastId;
      const responded = new Promise<Response>((resolve) => pending.set(id, resolve));
      lines.send({ jsonrpc: "2.0", id, method, params });
      const { result, error } = await waitFor(Promise.race([responded, lines.ended]), options.timeoutMs, method);
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result as Result;
    },
    notify: (method) => lines.send({ jsonrpc: "2.0", method }),
    close: lines.close,
  };
}
