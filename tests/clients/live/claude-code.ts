import type { ModelServer } from "../model/model-server.ts";
import { openJsonLines } from "./json-lines.ts";
import { type LiveClient, type LiveOptions, within } from "./live-client.ts";

/** Claude Code in one session over many turns, its model played by ours. */
export async function openClaudeCode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const account = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "none-needed" };
  // Every tool is offered at once: whether a model would find ours among many is not what is asked here.
  const env = { ...options.env, ...account, ENABLE_TOOL_SEARCH: "false" };
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const lines = openJsonLines({ ...options, env }, ["-p", ...streams, "--allowedTools", "mcp__recollect"]);
  let turnEnded: () => void = () => undefined;
  lines.onMessage(({ type }) => {
    if (type === "result") turnEnded();
  });
  const turn = (text: string) => {
    const ended = new Promise<void>((resolve) => {
      turnEnded = resolve;
    });
    lines.send({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
    return within(options.limitMs, "Claude Code's turn", Promise.race([ended, lines.ended]));
  };
  return {
    call: (tool, args) => model.callThrough(turn, tool, args),
    close: lines.close,
  };
}
