/** A client's request to its model, independent of the vendor's format. */
export interface ModelRequest {
  readonly tools: readonly OfferedTool[];
  /** The text of the tools' results if the last message contains them; null if it is a person's. */
  readonly toolResult: string | null;
}

/** A tool as the client defines it for its model. */
export interface OfferedTool {
  /** A client adds its own prefix to our names. */
  readonly name: string;
  /** What the client sends for this tool in every request: name, description, schema. */
  readonly definition: unknown;
}

/** The reply of the stand-in: a tool call, or a text that ends the turn. */
export type ModelReply =
  | { readonly kind: "call"; readonly tool: string; readonly args: object }
  | { readonly kind: "text"; readonly text: string };

interface ModelResponse {
  readonly contentType: "application/json" | "text/event-stream";
  readonly body: string;
}

/** The format of one vendor's model API. */
export interface Dialect {
  /** Whether a request to this path is one for the model. */
  matches(path: string): boolean;
  read(body: unknown): ModelRequest;
  write(reply: ModelReply, path: string, body: unknown): ModelResponse;
}

function asJson(value: unknown): ModelResponse {
  return { contentType: "application/json", body: JSON.stringify(value) };
}

/** Server-sent events. The `type` of an object is the name of its event, which Anthropic's clients require. */
function asEvents(events: readonly unknown[]): ModelResponse {
  const lines = events.map((event) => {
    if (typeof event === "string") return `data: ${event}\n\n`;
    const name = (event as { readonly type?: unknown }).type;
    return `${typeof name === "string" ? `event: ${name}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  return { contentType: "text/event-stream", body: lines.join("") };
}

interface AnthropicBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The Messages API, for Claude Code. */
const anthropic: Dialect = {
  matches: (path) => path.endsWith("/messages"),
  read(body) {
    const { tools = [], messages } = body as AnthropicBody;
    const last = messages.findLast(({ role }) => role === "user")?.content;
    const blocks = Array.isArray(last)
      ? (last as readonly { readonly type: string; readonly content?: unknown }[])
      : [];
    const results = blocks.filter(({ type }) => type === "tool_result");
    return {
      tools: tools.map((tool) => ({ name: tool.name, definition: tool })),
      toolResult: results.length === 0 ? null : results.map(({ content }) => textOf(content)).join("\n"),
    };
  },
  write(reply, _path, body) {
    const { model, stream } = body as AnthropicBody;
    const stop_reason = reply.kind === "call" ? "tool_use" : "end_turn";
    const message = {
      id: `msg_${crypto.randomUUID()}`,
      type: "message",
      role: "assistant",
      model,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    if (stream !== true) return asJson({ ...message, content: [blockOf(reply)], stop_reason });
    const [content_block, delta] =
      reply.kind === "call"
        ? [
            { ...blockOf(reply), input: {} },
            { type: "input_json_delta", partial_json: JSON.stringify(reply.args) },
          ]
        : [
            { type: "text", text: "" },
            { type: "text_delta", text: reply.text },
          ];
    return asEvents([
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ]);
  },
};

function blockOf(reply: ModelReply) {
  return reply.kind === "call"
    ? { type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name: reply.tool, input: reply.args }
    : { type: "text", text: reply.text };
}

interface OpenAiBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Chat Completions, for opencode, Qwen Code, Cline and Continue. */
const openai: Dialect = {
  matches: (path) => path.endsWith("/chat/completions"),
  read(body) {
    const { tools = [], messages } = body as OpenAiBody;
    const last = messages.at(-1);
    return {
      tools: tools.map((tool) => ({ name: tool.function.name, definition: tool })),
      toolResult: last?.role === "tool" ? textOf(last.content) : null,
    };
  },
  write(reply, _path, body) {
    const { model, stream } = body as OpenAiBody;
    const base = { id: `completion-${crypto.randomUUID()}`, created: 1, model };
    const finish_reason = reply.kind === "call" ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const message = messageOf(reply);
    if (stream !== true) {
      const choices = [{ index: 0, message, finish_reason }];
      return asJson({ ...base, object: "chat.completion", choices, usage });
    }
    const chunk = { ...base, object: "chat.completion.chunk" };
    return asEvents([
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
      "[DONE]",
    ]);
  },
};

function messageOf(reply: ModelReply) {
  if (reply.kind === "text") return { role: "assistant", content: reply.text };
  const call = { name: reply.tool, arguments: JSON.stringify(reply.args) };
  const tool_calls = [{ index: 0, id: `call_${crypto.randomUUID()}`, type: "function", function: call }];
  return { role: "assistant", content: null, tool_calls };
}

interface GeminiBody {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents: readonly {
    readonly parts: readonly { readonly functionResponse?: { readonly response?: { readonly output?: unknown } } }[];
  }[];
}

/** generateContent and its streaming form, for Gemini CLI. */
const gemini: Dialect = {
  matches: (path) => /generateContent$/i.test(path),
  read(body) {
    const { tools = [], contents } = body as GeminiBody;
    const results = (contents.at(-1)?.parts ?? []).flatMap(({ functionResponse }) => functionResponse ?? []);
    const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
    return {
      tools: declared.map((tool) => ({ name: tool.name, definition: tool })),
      toolResult:
        results.length === 0 ? null : results.map(({ response }) => textOf(response?.output ?? response)).join("\n"),
    };
  },
  write(reply, path) {
    const part =
      reply.kind === "call" ? { functionCall: { name: reply.tool, args: reply.args } } : { text: reply.text };
    const response = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return /stream/i.test(path) ? asEvents([response]) : asJson(response);
  },
};

interface ResponsesTool {
  readonly type: string;
  readonly name?: string;
  /** The tools of a namespace: Codex offers each MCP server as one. */
  readonly tools?: readonly ResponsesTool[];
}

interface ResponsesBody {
  readonly tools?: readonly ResponsesTool[];
  readonly input: readonly { readonly type: string; readonly output?: unknown }[];
}

/** The Responses API, for Codex. */
const responses: Dialect = {
  matches: (path) => path.endsWith("/responses"),
  read(body) {
    const { tools = [], input } = body as ResponsesBody;
    const last = input.at(-1);
    return {
      tools: tools.flatMap((tool) =>
        tool.tools === undefined
          ? [{ name: tool.name ?? tool.type, definition: tool }]
          : tool.tools.map((inner) => ({ name: `${tool.name}/${inner.name}`, definition: inner })),
      ),
      toolResult: last?.type === "function_call_output" ? textOf(last.output) : null,
    };
  },
  write(reply) {
    const id = `resp_${crypto.randomUUID()}`;
    const item = reply.kind === "call" ? callItem(reply) : messageItem(reply.text);
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return asEvents([
      { type: "response.created", response: { id } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id, usage } },
    ]);
  },
};

function callItem({ tool, args }: { readonly tool: string; readonly args: object }) {
  const slash = tool.indexOf("/");
  const name = slash < 0 ? { name: tool } : { namespace: tool.slice(0, slash), name: tool.slice(slash + 1) };
  return { type: "function_call", call_id: `call_${crypto.randomUUID()}`, ...name, arguments: JSON.stringify(args) };
}

function messageItem(text: string) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${crypto.randomUUID()}`, role: "assistant", status: "completed", content };
}

/** The text of a tool's result: a string, a list of text blocks, or JSON. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((block: { readonly text?: unknown }) => (typeof block.text === "string" ? block.text : JSON.stringify(block)))
    .join("\n");
}

export const DIALECTS: readonly Dialect[] = [anthropic, openai, gemini, responses];
