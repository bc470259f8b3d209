import { asEvents, asJson, type Dialect } from "./dialect.ts";

interface Body {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents: readonly { readonly parts: readonly { readonly functionResponse?: unknown }[] }[];
}

/** generateContent and its streaming form, as Gemini CLI uses them. */
export const gemini: Dialect = {
  speaks: (path) => /generateContent$/i.test(path),
  read(body) {
    const { tools = [], contents } = body as Body;
    const results = (contents.at(-1)?.parts ?? []).filter(({ functionResponse }) => functionResponse !== undefined);
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      toolResult: results.length === 0 ? null : JSON.stringify(results),
    };
  },
  write(reply, path) {
    const part =
      reply.kind === "call" ? { functionCall: { name: reply.tool, args: reply.args } } : { text: reply.text };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return /stream/i.test(path) ? asEvents([answer]) : asJson(answer);
  },
};
