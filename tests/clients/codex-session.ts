import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ProgramOptions } from "./run-program.ts";

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export interface CodexServer {
  readonly name: string;
  readonly tools: readonly string[];
}

/** A conversation with Codex itself, without a login: JSON-RPC with its app-server over stdio. */
export interface CodexSession {
  servers(): Promise<readonly CodexServer[]>;
  /** Calls a tool as Codex would; its structured content. */
  callTool(server: string, tool: string, args: unknown): Promise<unknown>;
  close(): void;
}

export async function openCodex(file: string, { env, cwd, limitMs }: ProgramOptions): Promise<CodexSession> {
  const child = spawn(file, ["app-server"], { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = async <Result>(method: string, params: unknown): Promise<Result> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<Answer>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error(`Codex did not answer ${method}.`)), limitMs).unref();
    });
    send({ id, method, params });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  };

  await ask("initialize", {
    clientInfo: { name: "recollect-tests", version: "1.0.0" },
    capabilities: { experimentalApi: true },
  });
  send({ method: "initialized" });
  const { thread } = await ask<{ thread: { id: string } }>("thread/start", { cwd });
  return {
    async servers() {
      const { data } = await ask<{ data: { name: string; tools: Record<string, unknown> }[] }>(
        "mcpServerStatus/list",
        {},
      );
      return data.map(({ name, tools }) => ({ name, tools: Object.keys(tools) }));
    },
    async callTool(server, tool, args) {
      const params = { threadId: thread.id, server, tool, arguments: args };
      const answer = await ask<{ structuredContent?: unknown; isError?: boolean }>("mcpServer/tool/call", params);
      if (answer.isError === true) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
      return answer.structuredContent;
    },
    close: () => void child.kill(),
  };
}
