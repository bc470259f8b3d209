import type { Client } from "@modelcontextprotocol/client";
import type { ListKind } from "./list-refresh.ts";
import type { Offered } from "./server-file.ts";

/** The maximum entries of one list, and characters of all lists as JSON, which are stored and sent to clients. */
const MAX_ENTRIES = 1000;
const MAX_CHARACTERS = 4_000_000;

/**
 * Reads the lists of a server, all pages.
 * @param kinds the lists to read, or null for all
 * @param previous the source of the other lists
 */
export async function readOffered(
  client: Client,
  kinds: readonly ListKind[] | null,
  previous: Offered,
): Promise<Offered> {
  const { tools, prompts, resources, completions } = client.getServerCapabilities() ?? {};
  const wants = (kind: ListKind) => kinds === null || kinds.includes(kind);
  const fresh = { cacheMode: "refresh" } as const;
  const offered: Offered = {
    tools: !wants("tools")
      ? previous.tools
      : tools === undefined
        ? []
        : (await client.listTools(undefined, fresh)).tools,
    prompts: !wants("prompts")
      ? previous.prompts
      : prompts === undefined
        ? []
        : (await client.listPrompts(undefined, fresh)).prompts,
    ...(wants("resources")
      ? resources === undefined
        ? { resources: [], templates: [] }
        : {
            resources: (await client.listResources(undefined, fresh)).resources,
            // Some servers offer resources but do not implement templates.
            templates: await client
              .listResourceTemplates(undefined, fresh)
              .then(({ resourceTemplates }) => resourceTemplates)
              .catch(() => []),
          }
      : { resources: previous.resources, templates: previous.templates }),
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
