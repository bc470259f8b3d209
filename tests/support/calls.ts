import type { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect } from "vitest";
import { connectV1, connectV2 } from "./clients.ts";
import type { Stack } from "./stack.ts";

export type Answer = Record<string, unknown>;

export interface Calling {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
}

/** A client of each kind: two implementations, both eras. */
const KINDS = {
  "v1, 2025 era": (stack: Stack, headers = {}) => connectV1(stack, { headers }),
  "v2, 2025 era": (stack: Stack, headers = {}) => connectV2(stack, "legacy", { headers }),
  "v2, 2026 era": (stack: Stack, headers = {}) => connectV2(stack, "auto", { headers }),
};
export const kinds = Object.entries(KINDS);

export async function call(client: Calling, name: string, args: Answer = {}): Promise<Answer & { isError?: boolean }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text: string }[];
    structuredContent: Answer;
    isError?: boolean;
  };
  // Both forms say the same: some clients hand the model one, some the other.
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  return { ...result.structuredContent, ...(result.isError === true ? { isError: true } : {}) };
}

interface Watching {
  readonly signal?: AbortSignal;
  onprogress(progress: { progress: number }): void;
}

/** The two clients take options in another place. */
export async function callWith(client: Client | ModernClient, name: string, options: Watching): Promise<Answer> {
  if (client instanceof Client) return await client.callTool({ name, arguments: {} }, undefined, options);
  return await client.callTool({ name, arguments: {} }, options);
}

export async function read(client: Calling, uri: string): Promise<string> {
  const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] };
  return contents[0]?.text ?? "";
}

export async function capture(client: Calling, args: Answer): Promise<{ id: string; urn: string; revision: number }> {
  const { memory } = await call(client, "capture_memory", args);
  return memory as { id: string; urn: string; revision: number };
}
