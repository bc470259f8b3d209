import { asEvents, asJson, type Dialect, type ModelReply } from "./dialect.ts";

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Chat Completions, as opencode uses it with a provider of one's own. */
export const openai: Dialect = {
  speaks: (path) => path.endsWith("/chat/completions"),
  read(body) {
    const { tools = [], messages } = body as Body;
    const last = messages.at(-1);
    return {
      tools: tools.map((tool) => tool.function.name),
      toolResult: last?.role === "tool" ? JSON.stringify(last.content) : null,
    };
  },
  write(reply, _path, body) {
    const { model, stream } = body as Body;
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
