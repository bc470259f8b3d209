import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { type Grant, OWNER_GRANT } from "../core/caller.ts";
import type {
  CatalogListener,
  CatalogPrompt,
  CatalogResources,
  CatalogSource,
  CatalogTemplate,
  CatalogTool,
  HelpTopics,
} from "./catalog-entries.ts";
import { helpResources } from "./resources/help.ts";

/** The entries of all sources for one grant. */
interface MergedEntries {
  readonly instructions: string;
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly prompts: ReadonlyMap<string, CatalogPrompt>;
  readonly resources: readonly CatalogResources[];
  readonly templates: readonly CatalogTemplate[];
}

/** Merges sources. If two have a tool or prompt of the same name, the earlier source wins. */
export class Catalog {
  readonly #sources: readonly CatalogSource[];
  /** Whether tools and prompts can change while clients are connected. */
  readonly canChange: boolean;
  readonly hasSkills: boolean;
  // Built on first use and after each change: building them for each request took a quarter of its time.
  #merged = new WeakMap<Grant, MergedEntries>();

  constructor(sources: readonly CatalogSource[]) {
    this.#sources = sources;
    this.canChange = sources.some((source) => source.onChanged !== undefined);
    this.hasSkills = sources.some((source) => source.skills !== undefined);
  }

  /** The entries for a grant, by default the owner's. */
  entries(grant: Grant = OWNER_GRANT): MergedEntries {
    const known = this.#merged.get(grant);
    if (known !== undefined) return known;
    const all = this.#sources.flatMap((source) => [source, source.entriesFor?.(grant) ?? {}]);
    const help: HelpTopics = Object.assign({}, ...all.map((entries) => entries.help ?? {}));
    const resources = [...all.flatMap((entries) => entries.resources ?? []), helpResources(help)];
    const merged = {
      instructions: all.flatMap((entries) => entries.instructions ?? []).join("\n\n"),
      tools: byName(all.flatMap((entries) => entries.tools ?? [])),
      prompts: byName(all.flatMap((entries) => entries.prompts ?? [])),
      resources,
      templates: resources.flatMap((family) => family.templates),
    };
    this.#merged.set(grant, merged);
    return merged;
  }

  /** Informs the sources that a client with this grant connects. */
  clientConnected(grant: Grant): void {
    for (const source of this.#sources) source.clientConnected?.(grant);
  }

  async skills(): Promise<readonly Skill[]> {
    return (await Promise.all(this.#sources.map((source) => source.skills?.() ?? []))).flat();
  }

  /** @returns a function that removes the listener */
  onChanged(listener: CatalogListener): () => void {
    const removers = this.#sources.map((source) =>
      source.onChanged?.((kind, concerns) => {
        this.#merged = new WeakMap();
        listener(kind, concerns);
      }),
    );
    return () => {
      for (const remove of removers) remove?.();
    };
  }
}

function byName<Entry extends { readonly definition: { readonly name: string } }>(
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  const names = new Map<string, Entry>();
  for (const entry of entries) {
    if (!names.has(entry.definition.name)) names.set(entry.definition.name, entry);
  }
  return names;
}
