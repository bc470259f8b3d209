import path from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { root } from "../../scripts/tools.ts";
import { connectClient } from "../application/application-process.ts";

export const SHIM: string = path.join(root, "dist", "shim", "recollect-shim.mjs");
/** No fault makes the application wait as long as this. */
const CALL_TIMEOUT_MS = 120_000;

export type Structured = Record<string, unknown>;

/** A connected client that calls tools. */
export interface ToolClient {
  /** @throws Refused; any other error leaves open whether the call was carried out */
  call(name: string, args: Structured): Promise<Structured>;
  close(): Promise<void>;
}

/** The application refused a call and said why: nothing was changed. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** The application did not respond in time. */
export class NoResponse extends Error {}

/** What a client needs to connect. */
export interface ConnectOptions {
  readonly endpoint: Endpoint;
  /** The environment of a shim. */
  readonly env: Record<string, string>;
  readonly name: string;
}

type Connect = (options: ConnectOptions) => Promise<ToolClient>;

/** Every transport and protocol revision. */
export const TRANSPORTS: Readonly<Record<string, Connect>> = {
  "HTTP 2025": async ({ endpoint, name }) => toolClient(await connectClient(endpoint, name)),
  "HTTP 2026": async ({ endpoint, name }) => {
    const client = modernClient(name);
    const requestInit = { headers: { authorization: `Bearer ${endpoint.token}` } };
    await client.connect(new ModernTransport(new URL(endpoint.url), { requestInit }));
    return toolClient(client);
  },
  REST: async ({ endpoint }) => restClient(endpoint),
  "shim 2025": async ({ env, name }) => {
    const client = new Client({ name, version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [SHIM], env, stderr: "ignore" }));
    return toolClient(client);
  },
  "shim 2026": async ({ env, name }) => {
    const client = modernClient(name);
    await client.connect(new ModernStdio({ command: process.execPath, args: [SHIM], env, stderr: "ignore" }));
    return toolClient(client);
  },
};

function modernClient(name: string): ModernClient {
  return new ModernClient({ name, version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
}

/** The checks need all fields of a memory. */
function withAllFields(name: string, args: Structured): Structured {
  return name.endsWith("_memory") || name.endsWith("_memories") ? { detail: "everything", ...args } : args;
}

function toolClient(client: Client | ModernClient): ToolClient {
  const options = { timeout: 2 * CALL_TIMEOUT_MS };
  return {
    async call(name, args) {
      const params = { name, arguments: withAllFields(name, args) };
      const call: Promise<unknown> =
        client instanceof Client ? client.callTool(params, undefined, options) : client.callTool(params, options);
      const result = (await withLimit(call, name)) as { structuredContent?: Structured; isError?: boolean };
      const content = result.structuredContent;
      if (result.isError === true) throw refusalOf(content);
      if (content === undefined) throw new Error(`${name} returned no structured content.`);
      return content;
    },
    close: () => client.close(),
  };
}

function restClient({ url, token }: Endpoint): ToolClient {
  return {
    async call(name, args) {
      const response = await withLimit(
        fetch(new URL(`/tools/${name}`, url), {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify(withAllFields(name, args)),
        }),
        name,
      );
      const body = (await response.json()) as Structured;
      if (!response.ok) throw refusalOf(body.error as Structured | undefined);
      return body;
    },
    close: async () => {},
  };
}

/** A stopping application responds with `unavailable`; whether it carried out the call is open then. */
function refusalOf(body: Structured | undefined): Error {
  const code = String(body?.code);
  const message = String(body?.message);
  return ["unavailable", "cancelled", "undefined"].includes(code)
    ? new Error(`${code}: ${message}`)
    : new Refused(code, message);
}

async function withLimit<Value>(call: Promise<Value>, name: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new NoResponse(`${name} had no response within ${CALL_TIMEOUT_MS / 1000} s.`)),
      CALL_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}
