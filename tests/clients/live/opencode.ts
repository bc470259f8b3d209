import { spawn } from "node:child_process";
import type { ModelServer } from "../model/model-server.ts";
import { endProcess } from "./end-process.ts";
import { type LiveClient, type LiveOptions, within } from "./live-client.ts";

const PROVIDER = "stand-in";

/** What opencode's own configuration must say to take its model from elsewhere. */
export function opencodeProvider(model: ModelServer): object {
  return {
    [PROVIDER]: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${model.url}/v1`, apiKey: "none-needed" },
      models: { model: { tool_call: true } },
    },
  };
}

/** opencode as its own server, which its terminal and its web page speak to. */
export async function openOpencode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const { file, env, cwd, limitMs } = options;
  const child = spawn(file, ["serve", "--port", "0"], { env, cwd, stdio: "pipe" });
  let said = "";
  const url = await within(
    limitMs,
    "The start of opencode",
    new Promise<string>((resolve, reject) => {
      const hear = (text: string) => {
        said += text;
        const listening = /listening on (http:\S+)/.exec(said)?.[1];
        if (listening !== undefined) resolve(listening);
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
      child.once("exit", (code) => reject(new Error(`opencode ended with ${code}: ${said}`)));
    }),
  );
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await fetch(`${url}${path}?directory=${encodeURIComponent(cwd)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) throw new Error(`opencode answered ${path} with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
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
