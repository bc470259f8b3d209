import type { Client as ModernClient } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { expect } from "vitest";
import { connectV1, connectV2 } from "./clients.ts";
import type { Stack } from "./stack.ts";

export type StructuredContent = Record<string, unknown>;

export interface Calling {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
}

/** A client of each kind: two implementations, both protocol revisions. */
const KINDS = {
  "SDK v1, revision 2025": (stack: Stack, headers = {}) => connectV1(stack, { headers }),
  "SDK v2, revision 2025": (stack: Stack, headers = {}) => connectV2(stack, "legacy", { headers }),
  "SDK v2, revision 2026": (stack: Stack, headers = {}) => connectV2(stack, "auto", { headers }),
};
export const kinds = Object.entries(KINDS);

export async function call(
  client: Calling,
  name: string,
  args: StructuredContent = {},
): Promise<StructuredContent & { isError?: boolean }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text: string }[];
    structuredContent: StructuredContent;
    isError?: boolean;
  };
  // Text and structured content must be equal: clients pass one or the other to the model.
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  return { ...result.structuredContent, ...(result.isError === true ? { isError: true } : {}) };
}

interface Watching {
  readonly signal?: AbortSignal;
  onprogress(progress: { progress: number }): void;
}

/** The two clients take options as different parameters. */
export async function callWith(
  client: Client | ModernClient,
  name: string,
  options: Watching,
): Promise<StructuredContent> {
  if (client instanceof Client) return await client.callTool({ name, arguments: {} }, undefined, options);
  return await client.callTool({ name, arguments: {} }, options);
}

export async function read(client: Calling, uri: string): Promise<string> {
  const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] };
  return contents[0]?.text ?? "";
}

export async function capture(
  client: Calling,
  args: StructuredContent,
): Promise<{ id: string; urn: string; revision: number }> {
  const { memory } = await call(client, "capture_memory", args);
  return memory as { id: string; urn: string; revision: number };
}
