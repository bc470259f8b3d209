import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { DIALECTS, type ModelReply, type ModelRequest, type OfferedTool } from "./dialects.ts";

/**
 * A stand-in for the vendors' models, which tests do not use: it makes the client call the requested tool, and ends the
 * turn after the result. The client and Recollect are real.
 */
export interface ModelServer {
  readonly url: string;
  /**
   * Makes the next turn call a tool, whatever prefix the client gives it.
   * @param turn runs one turn of the client with this prompt
   * @returns the tool's result as the client sent it to the model
   * @throws Error if the client does not offer the tool, or ends its turn without a result
   */
  callThrough(turn: (prompt: string) => Promise<unknown>, tool: string, args: object): Promise<string>;
  /** Sets the start of each following prompt. */
  setQuestion(question: string): void;
  /** Sets the text at the end of each following turn. */
  setAnswer(answer: string): void;
  /** The first request of the last turn that offered the called tool: the tools, and the full body as JSON. */
  lastOffer(): { readonly tools: readonly OfferedTool[]; readonly body: string } | null;
  /** The last request of the last turn, as JSON: the result of the call, and what the client added to it. */
  lastRequest(): string;
  close(): Promise<void>;
}

interface Order {
  /** Part of the prompt. Requests outside of the turn, or of an earlier one, do not contain it. */
  readonly mark: string;
  readonly tool: string;
  readonly args: object;
  offered: readonly OfferedTool[];
  called: boolean;
  result: string | null;
}

export async function openModelServer(): Promise<ModelServer> {
  let order: Order | null = null;
  let question = "";
  let answer = "Done.";
  let lastOffer: ReturnType<ModelServer["lastOffer"]> = null;
  let lastRequest = "";

  function replyTo({ tools, toolResult }: ModelRequest, body: unknown): ModelReply {
    const ended: ModelReply = { kind: "text", text: answer };
    const request = JSON.stringify(body);
    if (order === null || !request.includes(order.mark)) return ended;
    lastRequest = request;
    if (toolResult !== null && order.called) {
      order.result ??= toolResult;
      return ended;
    }
    const { tool: wanted, args } = order;
    if (tools.length > order.offered.length) order.offered = tools;
    const tool = tools.find(({ name }) => name.endsWith(wanted));
    // Clients send other requests too, for example for a title, without our tools.
    if (tool === undefined || order.called) return ended;
    order.called = true;
    lastOffer = { tools, body: request };
    return { kind: "call", tool: tool.name, args };
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const dialect = request.method === "POST" ? DIALECTS.find((each) => each.matches(path)) : undefined;
    const body = await readJson(request);
    if (dialect === undefined) {
      // Token counts and lists of models do not affect the turn.
      response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens": 1, "totalTokens": 1}');
      return;
    }
    const reply = dialect.write(replyTo(dialect.read(body), body), path, body);
    response.writeHead(200, { "content-type": reply.contentType }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async callThrough(turn, tool, args) {
      for (let repeated = false; ; repeated = true) {
        const mark = randomUUID();
        const current: Order = { mark, tool, args, offered: [], called: false, result: null };
        order = current;
        try {
          await turn(`${question} Please use ${tool} (${mark}).`.trim());
        } finally {
          order = null;
        }
        if (current.result !== null) return current.result;
        if (current.called) throw new Error(`The client ended its turn without a result of ${tool}.`);
        const offered = current.offered.map(({ name }) => name).filter((name) => /recollect|memor/.test(name));
        // On a busy machine a client can start a turn before its servers have started.
        if (offered.length > 0 || repeated) {
          const names = offered.join(", ") || "nothing";
          throw new Error(`The client did not offer ${tool} to its model; it offered ${names}.`);
        }
      }
    },
    setQuestion(asked) {
      question = asked;
    },
    setAnswer(given) {
      answer = given;
    },
    lastOffer: () => lastOffer,
    lastRequest: () => lastRequest,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await text(request));
  } catch {
    return null;
  }
}
