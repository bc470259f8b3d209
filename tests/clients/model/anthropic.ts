import { asEvents, asJson, type Dialect, type ModelReply } from "./dialect.ts";

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The Messages API, as Claude Code uses it. */
export const anthropic: Dialect = {
  speaks: (path) => path.endsWith("/messages"),
  read(body) {
    const { tools = [], messages } = body as Body;
    const last = messages.findLast(({ role }) => role === "user")?.content;
    const blocks = Array.isArray(last)
      ? (last as readonly { readonly type: string; readonly content?: unknown }[])
      : [];
    const results = blocks.filter(({ type }) => type === "tool_result");
    return {
      tools: tools.map(({ name }) => name),
      toolResult: results.length === 0 ? null : JSON.stringify(results.map(({ content }) => content)),
    };
  },
  write(reply, _path, body) {
    const { model, stream } = body as Body;
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
