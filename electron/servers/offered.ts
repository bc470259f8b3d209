import type { Client } from "@modelcontextprotocol/client";
import { messageOf } from "./connection-errors.ts";
import type { ListKind } from "./list-refresh.ts";
import type { OnInvalid } from "./read-results.ts";
import type { Offered } from "./server-file.ts";

/** The maximum entries of one list, and characters of all lists as JSON, which are stored and sent to clients. */
const MAX_ENTRIES = 1000;
const MAX_CHARACTERS = 4_000_000;
const METHOD_NOT_FOUND = -32601;

/**
 * Reads the lists of a server, all pages. A list that the server does not implement is empty. Another error of a list of
 * prompts or resources keeps the previous one: the tools are worth more than a failed start.
 * @param kinds the lists to read, or null for all
 * @param previous the source of the other lists
 */
export async function readOffered(
  client: Client,
  kinds: readonly ListKind[] | null,
  previous: Offered,
  onInvalid: OnInvalid,
): Promise<Offered> {
  const { ProtocolError } = await import("@modelcontextprotocol/client");
  const { tools, prompts, resources, completions } = client.getServerCapabilities() ?? {};
  const fresh = { cacheMode: "refresh" } as const;
  async function listed<Entry>(
    kind: ListKind,
    isOffered: boolean,
    known: Entry[],
    method: string,
    list: () => Promise<Entry[]>,
  ): Promise<Entry[]> {
    if (kinds !== null && !kinds.includes(kind)) return known;
    if (!isOffered) return [];
    try {
      return await list();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (error.code === METHOD_NOT_FOUND) return [];
      if (kind === "tools") throw error;
      onInvalid(method, "the list", messageOf(error));
      return known;
    }
  }
  const hasResources = resources !== undefined;
  const offered: Offered = {
    tools: await listed("tools", tools !== undefined, previous.tools, "tools/list", async () => {
      return (await client.listTools(undefined, fresh)).tools;
    }),
    prompts: await listed("prompts", prompts !== undefined, previous.prompts, "prompts/list", async () => {
      return (await client.listPrompts(undefined, fresh)).prompts;
    }),
    resources: await listed("resources", hasResources, previous.resources, "resources/list", async () => {
      return (await client.listResources(undefined, fresh)).resources;
    }),
    templates: await listed("resources", hasResources, previous.templates, "resources/templates/list", async () => {
      return (await client.listResourceTemplates(undefined, fresh)).resourceTemplates;
    }),
    completions: completions !== undefined,
    subscriptions: resources?.subscribe === true,
  };
  checkSize(offered);
  return { ...offered, tools: unique(offered.tools), prompts: unique(offered.prompts) };
}

function checkSize(offered: Offered): void {
  for (const list of [offered.tools, offered.prompts, offered.resources, offered.templates]) {
    if (list.length > MAX_ENTRIES) throw new Error(`it lists more than ${MAX_ENTRIES} entries`);
  }
  if (JSON.stringify(offered).length > MAX_CHARACTERS) throw new Error("its lists are larger than 4 MB");
}

/** The first of equal names: a second one could not be called. */
function unique<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry[] {
  return [...new Map([...entries].reverse().map((entry) => [entry.name, entry])).values()].reverse();
}
