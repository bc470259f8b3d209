import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { endProcess } from "./end-process.ts";
import { type LiveOptions, within } from "./live-client.ts";

/** A program that speaks JSON on its standard streams, one message a line. */
export interface JsonLines {
  send(message: object): void;
  /** Every message from now on, until the program ends. */
  onMessage(listener: (message: Record<string, unknown>) => void): void;
  /** Rejects with what it last said when the program ends by itself. */
  readonly ended: Promise<never>;
  close(): Promise<void>;
}

export function openJsonLines({ file, env, cwd }: LiveOptions, args: readonly string[]): JsonLines {
  const child = spawn(file, args, { env, cwd, stdio: "pipe" });
  const listeners: ((message: Record<string, unknown>) => void)[] = [];
  let said = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    // A few programs greet before they speak JSON.
    if (line.startsWith("{")) for (const listener of listeners) listener(JSON.parse(line) as Record<string, unknown>);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  child.stdin.on("error", () => undefined);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The program ended with ${code}: ${said}`);
  });
  ended.catch(() => undefined);
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    onMessage: (listener) => void listeners.push(listener),
    ended,
    close: () => endProcess(child),
  };
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** JSON-RPC 2.0 over such a program. */
export interface JsonRpc extends Pick<JsonLines, "close"> {
  ask<Result>(method: string, params: unknown): Promise<Result>;
  tell(method: string): void;
}

/** @param answer what the program's own questions are answered with */
export function openJsonRpc(
  options: LiveOptions,
  args: readonly string[],
  answer: (method: string, params: unknown) => unknown = () => ({}),
): JsonRpc {
  const lines = openJsonLines(options, args);
  const waiting = new Map<unknown, (message: Answer) => void>();
  let lastId = 0;
  lines.onMessage(({ id, method, params, ...rest }) => {
    if (typeof method !== "string") waiting.get(id)?.(rest as Answer);
    else if (id !== undefined) lines.send({ jsonrpc: "2.0", id, result: answer(method, params) });
  });
  return {
    async ask<Result>(method: string, params: unknown): Promise<Result> {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      lines.send({ jsonrpc: "2.0", id, method, params });
      const { result, error } = await within(options.limitMs, method, Promise.race([answered, lines.ended]));
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result as Result;
    },
    tell: (method) => lines.send({ jsonrpc: "2.0", method }),
    close: lines.close,
  };
}
