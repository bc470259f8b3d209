import {
  type ClientCapabilities,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { openStack, type Stack, type StackOptions } from "./stack.ts";

export interface ConnectOptions {
  readonly token?: string;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
}

/** Opens a stack that is closed after the test. */
export async function openTestStack(options: StackOptions = {}): Promise<Stack> {
  const stack = await openStack({ opensLogWhenRead: true, ...options });
  onTestFinished(() => stack.close());
  return stack;
}

/** Connects the client of SDK v1, an independent implementation that only has revision 2025. */
export async function connectV1(stack: Stack, options: ConnectOptions = {}): Promise<Client> {
  const { name = "client-one", capabilities = {} } = options;
  const client = new Client({ name, version: "1.2.3" }, { capabilities: capabilities as object });
  const requestInit = { headers: headersOf(stack, options) };
  const transport = new StreamableHTTPClientTransport(new URL(stack.url), { requestInit });
  // The SDK declares a transport's optional callbacks without `undefined`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  onTestFinished(() => client.close());
  return client;
}

/** Connects the client of SDK v2: `auto` negotiates 2026-07-28 here, `legacy` revision 2025. */
export async function connectV2(
  stack: Stack,
  mode: "auto" | "legacy",
  options: ConnectOptions = {},
): Promise<ModernClient> {
  const client = new ModernClient(
    { name: options.name ?? "client-two", version: "2.3.4" },
    { versionNegotiation: { mode }, ...(options.capabilities ? { capabilities: options.capabilities } : {}) },
  );
  const requestInit = { headers: headersOf(stack, options) };
  await client.connect(new ModernTransport(new URL(stack.url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

function headersOf(stack: Stack, { token, headers }: ConnectOptions): Record<string, string> {
  return { authorization: `Bearer ${token ?? stack.token}`, ...headers };
}

/** The `_meta` of a raw request of revision 2026, which names its version and its client. */
export const META_2026 = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends one raw request to `/mcp`. */
export async function post(
  stack: Stack,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(stack.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${stack.token}`,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Calls a tool over REST. @param args text is sent as it is */
export async function callOverRest(
  stack: Stack,
  tool: string,
  args: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(`${stack.origin}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${stack.token}`, ...headers },
    body: typeof args === "string" ? args : JSON.stringify(args),
  });
}

/** Opens a raw session of revision 2025. @returns the headers of further requests */
export async function openSession(
  stack: Stack,
  options: { readonly version?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Record<string, string>> {
  const version = options.version ?? "2025-11-25";
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const response = await post(stack, { jsonrpc: "2.0", id: 1, method: "initialize", params }, options.headers);
  await response.text();
  return {
    ...options.headers,
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": version,
  };
}

/** Waits until a condition is true. Fails with the last value. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isMet: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + 30_000;
  let value = await read();
  while (!isMet(value)) {
    if (performance.now() > end) throw new Error(`Waited in vain; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    value = await read();
  }
  return value;
}
