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

/** The request that a tool, resource or prompt serves. */
export interface CallContext {
  readonly caller: Caller;
  /** Aborted when the client cancels the request or, without a session, disconnects. */
  readonly signal: AbortSignal;
  /** Sends a progress notification if the client requested progress. */
  progress(done: number, total: number, message?: string): void;
  /** Sends a log notification to this client if its log level includes `level`. */
  log(level: LoggingLevel, data: unknown): void;
  /** The SDK's context, for sources that ask the client for input; null over REST. */
  readonly exchange: ServerContext | null;
}

export interface CatalogTool {
  readonly definition: Tool;
  call(args: unknown, context: CallContext): Promise<CallToolResult | InputRequiredResult>;
}

/** Suggests values for one argument. `given` are the other arguments that are already filled in. */
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

interface CatalogTemplate {
  readonly definition: ResourceTemplateType;
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** A set of resource addresses that are read by the same code. */
export interface CatalogResources {
  readonly templates: readonly CatalogTemplate[];
  /** Returns whether an address has the form of this family; the resource need not exist. */
  owns(uri: string): boolean;
  /** Lists the resources worth showing, not all that can be read. */
  list(context: CallContext): Promise<readonly Resource[]>;
  /** @throws not_found if there is no resource at the address */
  read(uri: string, context: CallContext): Promise<ReadResourceResult | InputRequiredResult>;
}

export type CatalogKind = "tools" | "prompts" | "resources";

/**
 * A provider of tools, prompts and resources. The memories are one source; another MCP server would be another. A
 * source whose tools or prompts change implements `onChanged` and calls the listener after each change.
 */
export interface CatalogSource {
  readonly tools?: readonly CatalogTool[];
  readonly prompts?: readonly CatalogPrompt[];
  readonly resources?: readonly CatalogResources[];
  /** @returns a function that removes the listener */
  onChanged?(listener: (kind: CatalogKind) => void): () => void;
}

/** Merges sources. If two have a tool or prompt of the same name, the earlier source wins. */
export class Catalog {
  readonly #sources: readonly CatalogSource[];
  readonly resources: readonly CatalogResources[];
  readonly templates: readonly CatalogTemplate[];
  /** Whether tools and prompts can change while clients are connected. */
  readonly canChange: boolean;
  // Built on first use and after each change: building them for each request took a quarter of its time.
  #tools: ReadonlyMap<string, CatalogTool> | null = null;
  #prompts: ReadonlyMap<string, CatalogPrompt> | null = null;

  constructor(sources: readonly CatalogSource[]) {
    this.#sources = sources;
    this.resources = sources.flatMap((source) => source.resources ?? []);
    this.templates = this.resources.flatMap((family) => family.templates);
    this.canChange = sources.some((source) => source.onChanged !== undefined);
  }

  tools(): ReadonlyMap<string, CatalogTool> {
    this.#tools ??= byName(this.#sources.flatMap((source) => source.tools ?? []));
    return this.#tools;
  }

  prompts(): ReadonlyMap<string, CatalogPrompt> {
    this.#prompts ??= byName(this.#sources.flatMap((source) => source.prompts ?? []));
    return this.#prompts;
  }

  /** @returns a function that removes the listener */
  onChanged(listener: (kind: CatalogKind) => void): () => void {
    const removers = this.#sources.map((source) =>
      source.onChanged?.((kind) => {
        this.#tools = null;
        this.#prompts = null;
        listener(kind);
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
