import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { anthropic } from "./anthropic.ts";
import type { Dialect, ModelReply, ModelRequest } from "./dialect.ts";
import { gemini } from "./gemini.ts";
import { openai } from "./openai.ts";

const DIALECTS: readonly Dialect[] = [anthropic, openai, gemini];

/**
 * Stands in for the vendors' models, which no test may reach: it has the client call the one tool that was ordered, and
 * ends the turn with the answer. The client itself, and what it calls, are real.
 */
export interface ModelServer {
  readonly url: string;
  /**
   * The next turn calls this tool, whatever prefix the client gives it.
   * @param turn has the client take a turn with this prompt; resolves when that has ended
   * @returns what the client handed back as the tool's answer, as text
   * @throws Error where the client does not offer the tool, or ends its turn without calling it
   */
  callThrough(turn: (prompt: string) => Promise<unknown>, tool: string, args: object): Promise<string>;
  close(): Promise<void>;
}

interface Order {
  /** Stands in the prompt: what a client asks beside the turn, or still asks about an earlier one, lacks it. */
  readonly mark: string;
  readonly tool: string;
  readonly args: object;
  offered: readonly string[];
  called: boolean;
  result: string | null;
}

export async function openModelServer(): Promise<ModelServer> {
  let order: Order | null = null;

  function replyTo({ tools, toolResult }: ModelRequest, body: unknown): ModelReply {
    const ended: ModelReply = { kind: "text", text: "Done." };
    if (order === null || !JSON.stringify(body).includes(order.mark)) return ended;
    if (toolResult !== null && order.called) {
      order.result ??= toolResult;
      return ended;
    }
    const { tool: wanted, args } = order;
    if (tools.length > order.offered.length) order.offered = tools;
    const tool = tools.find((name) => name.endsWith(wanted));
    // Clients ask other things beside the turn, a title for it, say: without our tools.
    if (tool === undefined || order.called) return ended;
    order.called = true;
    return { kind: "call", tool, args };
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const dialect = request.method === "POST" ? DIALECTS.find((each) => each.speaks(path)) : undefined;
    const body = await readJson(request);
    if (dialect === undefined) {
      // Counts of tokens, lists of models: nothing that the turn depends on.
      response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens": 1, "totalTokens": 1}');
      return;
    }
    const answer = dialect.write(replyTo(dialect.read(body), body), path, body);
    response.writeHead(200, { "content-type": answer.contentType }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async callThrough(turn, tool, args) {
      const mark = randomUUID();
      const placed: Order = { mark, tool, args, offered: [], called: false, result: null };
      order = placed;
      try {
        await turn(`Please use ${tool} (${mark}).`);
      } finally {
        order = null;
      }
      if (placed.result !== null) return placed.result;
      const offered = placed.offered.filter((name) => /recollect|memor/.test(name));
      throw new Error(
        placed.called
          ? `The client ended its turn without an answer of ${tool}.`
          : `The client did not offer ${tool} to its model; of ours it offered ${offered.join(", ") || "nothing"}.`,
      );
    },
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
