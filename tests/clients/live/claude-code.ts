import type { ModelServer } from "../model/model-server.ts";
import { openJsonLines } from "./json-lines.ts";
import { type LiveClient, type LiveOptions, waitFor } from "./live-client.ts";

/** The names of our tools, connected by file and by plugin. */
const ALLOWED = "mcp__recollect,mcp__plugin_recollect_recollect";

/** A session of Claude Code over many turns, with our stand-in as its model. */
export async function openClaudeCode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const account = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "none-needed" };
  // Offer all tools together: whether a model finds ours among many is not tested here.
  const env = { ...options.env, ...account, ENABLE_TOOL_SEARCH: "false" };
  const streams = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const lines = openJsonLines({ ...options, env }, ["-p", ...streams, "--allowedTools", ALLOWED]);
  let turnEnded: () => void = () => undefined;
  lines.onMessage(({ type }) => {
    if (type === "result") turnEnded();
  });
  const turn = (text: string) => {
    const ended = new Promise<void>((resolve) => {
      turnEnded = resolve;
    });
    lines.send({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
    return waitFor(Promise.race([ended, lines.ended]), options.timeoutMs, "Claude Code's turn");
  };
  return {
    call: (tool, args) => model.callThrough(turn, tool, args),
    close: lines.close,
  };
}
