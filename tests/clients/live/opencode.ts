import { spawn } from "node:child_process";
import type { ModelServer } from "../model/model-server.ts";
import { endProcess } from "../run-program.ts";
import { type LiveClient, type LiveOptions, waitFor } from "./live-client.ts";

const PROVIDER = "stand-in";

/** The provider that makes opencode use our stand-in as its model. */
export function opencodeProvider(model: ModelServer): object {
  return {
    [PROVIDER]: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${model.url}/v1`, apiKey: "none-needed" },
      models: { model: { tool_call: true } },
    },
  };
}

/** opencode's server, which its terminal and web interface use. */
export async function openOpencode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const { file, env, cwd, timeoutMs } = options;
  const child = spawn(file, ["serve", "--port", "0"], { env, cwd, stdio: "pipe" });
  let output = "";
  const url = await waitFor(
    new Promise<string>((resolve, reject) => {
      const read = (text: string) => {
        output += text;
        const listening = /listening on (http:\S+)/.exec(output)?.[1];
        if (listening !== undefined) resolve(listening);
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
      child.once("exit", (code) => reject(new Error(`opencode exited with ${code}: ${output}`)));
    }),
    timeoutMs,
    "The start of opencode",
  );
  const post = async <Result>(path: string, body: object): Promise<Result> => {
    const response = await fetch(`${url}${path}?directory=${encodeURIComponent(cwd)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`opencode returned ${response.status} for ${path}: ${await response.text()}`);
    return (await response.json()) as Result;
  };
  const { id } = await post<{ id: string }>("/session", {});
  const turn = (text: string) =>
    post(`/session/${id}/message`, {
      model: { providerID: PROVIDER, modelID: "model" },
      parts: [{ type: "text", text }],
    });
  return {
    call: (tool, args) => model.callThrough(turn, tool, args),
    close: () => endProcess(child),
  };
}
