import type {
  CallToolResult,
  ClientCapabilities,
  GetPromptResult,
  InputRequiredResult,
  LoggingLevel,
  Notification,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import type { Caller, Grant } from "../core/caller.ts";

/** The client of a request over MCP. */
interface RequestClient {
  readonly capabilities: ClientCapabilities;
  /** The lowest level of log messages that it asked for; null if it did not. */
  readonly logLevel: LoggingLevel | null;
  /** Sends a notification that does not belong to the request. Without a session nothing is sent. */
  notify(notification: Notification): void;
}

/** The request that a tool, resource or prompt serves. */
export interface CallContext {
  readonly caller: Caller;
  /** Aborted when the client cancels the request or, without a session, disconnects. */
  readonly signal: AbortSignal;
  /** The size of the HTTP body that the request arrived in. */
  readonly requestBytes: number;
  /** Whether the client requested progress. */
  readonly wantsProgress: boolean;
  /** Sends a progress notification if the client requested progress. */
  progress(done: number, total: number | undefined, message?: string): void;
  /** Records for the log that another server serves the request, and its duration once it has responded. */
  noteServer(server: string, durationMs: number | null): void;
  /** Sends a log notification to this client if its log level includes `level`; the default logger is `recollect`. */
  log(level: LoggingLevel, data: unknown, logger?: string): void;
  /** Null over REST, as is {@link exchange}. */
  readonly client: RequestClient | null;
  /** The SDK's context, for sources that ask the client for input. */
  readonly exchange: ServerContext | null;
}

export interface CatalogTool {
  readonly definition: Tool;
  /** True for a tool that is not listed but can be called; a call to a stopped tool returns the reason. */
  readonly unlisted?: boolean;
  /** Returns the definition for this client's list; {@link definition} by default. */
  describe?(caller: Caller): Promise<Tool>;
  call(args: unknown, context: CallContext): Promise<CallToolResult | InputRequiredResult>;
}

/** Suggests values for one argument. `given` contains the arguments that are already filled in. */
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

/** A set of resource addresses that are read by the same code. */
export interface CatalogResources {
  readonly templates: readonly CatalogTemplate[];
  /** False if changes are not reported. */
  readonly canSubscribe?: boolean;
  /**
   * Starts reporting changes of a resource. Families without this method report changes by memory events.
   * @returns a function that stops the reports
   */
  watch?(uri: string, onUpdated: () => void): Promise<() => void>;
  /** Returns whether an address has the form of this family; the resource need not exist. */
  owns(uri: string): boolean;
  /** Lists the resources worth showing, not all that can be read. */
  list(context: CallContext): Promise<readonly Resource[]>;
  /** @throws not_found for an address without a resource */
  read(uri: string, context: CallContext): Promise<ReadResourceResult | InputRequiredResult>;
}

export type CatalogKind = "tools" | "prompts" | "resources";

/** Short help for models, by topic: `recollect://help/{topic}`. */
export type HelpTopics = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

/** Tools, prompts and resources. */
export interface CatalogEntries {
  /** A paragraph of the server's instructions, which are part of every conversation. */
  readonly instructions?: string;
  readonly help?: HelpTopics;
  readonly tools?: readonly CatalogTool[];
  readonly prompts?: readonly CatalogPrompt[];
  readonly resources?: readonly CatalogResources[];
}

/** Returns whether a client with this grant, token and project is concerned by a change. */
export type ConcernsClient = (grant: Grant, client: Pick<Caller, "subject" | "project">) => boolean;

/** A change of a list, for the clients that are concerned; without `concerns`, for all. */
export type CatalogListener = (kind: CatalogKind, concerns?: ConcernsClient) => void;

/**
 * A provider of tools, prompts and resources: the memories are one source, other MCP servers are another. A source
 * whose entries change implements `onChanged` and calls the listener after each change.
 */
export interface CatalogSource extends CatalogEntries {
  /** Returns the entries that depend on the grant of a client. */
  entriesFor?(grant: Grant): CatalogEntries;
  /** Called when a client with this grant connects, before its first request is served. */
  clientConnected?(grant: Grant): void;
  /** Instructions for models (SEP-2640), the same for every client. Their files are among the resources. */
  skills?(): Promise<readonly Skill[]>;
  /** @returns a function that removes the listener */
  onChanged?(listener: CatalogListener): () => void;
}
