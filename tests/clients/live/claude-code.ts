import type { ModelServer } from "../model/model-server.ts";
import { openJsonLines } from "./json-lines.ts";
import { type LiveClient, type LiveOptions, waitFor } from "./live-client.ts";

/**
 * A session of Claude Code over many turns, with our stand-in as its model.
 * @param question returns what each prompt begins with
 */
export async function openClaudeCode(
  options: LiveOptions,
  model: ModelServer,
  question: () => string = () => "",
): Promise<LiveClient> {
  const account = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "none-needed" };
  // Offer every tool at once: whether a model finds ours among many is not tested here.
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
    lines.send({
      type: "user",
      message: { role: "user", content: [{ type: "text", text: `${question()} ${text}`.trim() }] },
    });
    return waitFor(Promise.race([ended, lines.ended]), options.timeoutMs, "Claude Code's turn");
  };
  return {
    call: (tool, args) => model.callThrough(turn, tool, args),
    close: lines.close,
  };
}
