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

/** Calls a tool and returns both forms of its result. */
export async function answer(
  client: Calling,
  name: string,
  args: StructuredContent = {},
): Promise<{ text: string; structured: StructuredContent; isError: boolean }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text: string }[];
    structuredContent: StructuredContent;
    isError?: boolean;
  };
  const text = result.content[0]?.text ?? "";
  expectSameFacts(text, result.structuredContent);
  return { text, structured: result.structuredContent, isError: result.isError === true };
}

/** Calls a tool and returns its structured content. */
export async function call(
  client: Calling,
  name: string,
  args: StructuredContent = {},
): Promise<StructuredContent & { isError?: boolean }> {
  const { structured, isError } = await answer(client, name, args);
  return { ...structured, ...(isError ? { isError } : {}) };
}

/** Text and structured content must say the same: clients pass one or the other to the model. */
function expectSameFacts(text: string, { memory, memories, results, ...rest }: StructuredContent): void {
  for (const row of [memory, memories, results].flat() as (StructuredContent | undefined)[]) {
    if (row === undefined) continue;
    expect(text).toContain(String(row.id).slice(-6));
    const content = row.content ?? row.excerpt;
    // A client that wrote a content knows it.
    if (content === undefined || /^(?:Captured|Known|Updated|Moved|Restored)/.test(text)) continue;
    for (const line of String(content).split(/[\n\r\u2028\u2029]/)) expect(text).toContain(line);
  }
  for (const notice of (rest.notices ?? []) as string[]) expect(text).toContain(notice);
  for (const name of ["message", "hint", "nextCursor", "problem"]) {
    if (typeof rest[name] === "string") expect(text).toContain(rest[name]);
  }
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
  const { memory } = await call(client, "capture_memory", { ...args, detail: "everything" });
  return memory as { id: string; urn: string; revision: number };
}
