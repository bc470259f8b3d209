import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";
import type { Caller } from "../core/caller.ts";

/** What a tool, resource or prompt is told about the request it answers. */
export interface CallContext {
  readonly caller: Caller;
  /** Aborted when the client cancels or, without sessions, goes away. */
  readonly signal: AbortSignal;
  /** Reports progress where the client asked for it. */
  progress(done: number, total: number, message?: string): void;
  /** A log notification to this client, subject to the level it set. */
  log(level: LoggingLevel, data: unknown): void;
  /** The protocol's own context, for sources that need more of it; null over REST. */
  readonly exchange: ServerContext | null;
}

export interface CatalogTool {
  readonly definition: Tool;
  call(args: unknown, context: CallContext): Promise<CallToolResult | InputRequiredResult>;
}

/** Suggests values for one argument; `given` are the arguments already filled in. */
export type Completer = (
  value: string,
  given: Readonly<Record<string, string>>,
  context: CallContext,
) => Promise<readonly string[]>;

export interface CatalogPrompt {
  readonly definition: Prompt;
  readonly complete?: Readonly<Record<string, Completer>>;
  get(args: Readonly<Record<string, string>>, context: CallContext): Promise<GetPromptResult | InputRequiredResult>;
}

export interface CatalogTemplate {
  readonly definition: ResourceTemplateType;
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** A family of addresses. */
export interface CatalogResources {
  readonly templates: readonly CatalogTemplate[];
  /** Whether an address belongs to this family, whether or not there is anything at it. */
  owns(uri: string): boolean;
  /** What is worth showing in a list; not everything that can be read. */
  list(context: CallContext): Promise<readonly Resource[]>;
  /** @throws not_found where nothing is at the address */
  read(uri: string, context: CallContext): Promise<ReadResourceResult | InputRequiredResult>;
}

export type CatalogKind = "tools" | "prompts" | "resources";

/** Somewhere tools, prompts and resources come from; the memories are one, other servers can be more. */
export interface CatalogSource {
  readonly tools?: readonly CatalogTool[];
  readonly prompts?: readonly CatalogPrompt[];
  readonly resources?: readonly CatalogResources[];
  /** For sources whose tools or prompts come and go: tells the listener; the returned function ends it. */
  onChanged?(listener: (kind: CatalogKind) => void): () => void;
}

/** All sources as one; earlier sources win a name. */
export interface Catalog {
  tools(): ReadonlyMap<string, CatalogTool>;
  prompts(): ReadonlyMap<string, CatalogPrompt>;
  readonly resources: readonly CatalogResources[];
  /** Whether tools and prompts can change while clients are connected. */
  readonly changes: boolean;
  onChanged(listener: (kind: CatalogKind) => void): () => void;
}

/** Merges sources. The tables are built once and again only when a source says it changed. */
export function createCatalog(sources: readonly CatalogSource[]): Catalog {
  let tools: Map<string, CatalogTool> | null = null;
  let prompts: Map<string, CatalogPrompt> | null = null;

  function table<Entry extends { readonly definition: { readonly name: string } }>(
    entriesOf: (source: CatalogSource) => readonly Entry[] | undefined,
  ): Map<string, Entry> {
    const merged = new Map<string, Entry>();
    for (const entry of sources.flatMap((source) => entriesOf(source) ?? [])) {
      if (!merged.has(entry.definition.name)) merged.set(entry.definition.name, entry);
    }
    return merged;
  }

  return {
    tools() {
      tools ??= table((source) => source.tools);
      return tools;
    },
    prompts() {
      prompts ??= table((source) => source.prompts);
      return prompts;
    },
    resources: sources.flatMap((source) => source.resources ?? []),
    changes: sources.some((source) => source.onChanged !== undefined),
    onChanged(listener) {
      const stops = sources.map((source) =>
        source.onChanged?.((kind) => {
          tools = null;
          prompts = null;
          listener(kind);
        }),
      );
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}
