import { z } from "zod";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { CatalogueClient, ConnectionPreview, StaleConnection } from "../core/client-connection.ts";
import type { ErrorBody } from "../core/errors.ts";
import type { IndexProgress, MemoryChange } from "../core/events.ts";
import type { Page } from "../core/filter.ts";
import { INSTRUCTION_KINDS, type InstructionList, type InstructionPreview } from "../core/instructions.ts";
import type { Memory, Revision } from "../core/memory.ts";
import type {
  CaptureResult,
  DuplicatePair,
  Findings,
  IndexStatus,
  MergeResult,
  SearchResult,
  SecretFinding,
  SeparateResult,
} from "../core/memory-service.ts";
import type { CaptureActivity, Facets, MemoryCounts } from "../core/ports.ts";
import type { LoggedClient, RequestDetail, RequestExport, RequestRates, RequestSummary } from "../core/request-log.ts";
import type { SimilarMemory } from "../core/search.ts";
import type { SecretsStatus } from "../core/secret-store.ts";

/**
 * The one typed map between window and application. Electron's IPC and the headless server's `/interface` route carry
 * the same methods and events; the renderer imports types only.
 */

const reference = z.string().min(1).max(2200);
const references = z.array(reference).min(1).max(10_000);
const oneOrMany = z.union([z.string(), z.array(z.string())]);
const filter = {
  domain: oneOrMany.optional(),
  namespace: oneOrMany.optional(),
  tags: z.array(z.string()).optional(),
  withoutTags: z.array(z.string()).optional(),
  source: z.string().optional(),
  client: z.string().optional(),
  since: z.string().optional(),
  before: z.string().optional(),
  pinned: z.boolean().optional(),
  neverRecalled: z.boolean().optional(),
  trash: z.enum(["exclude", "only", "include"]).optional(),
  superseded: z.enum(["exclude", "only", "include"]).optional(),
};
const changes = {
  content: z.string().optional(),
  namespace: z.string().optional(),
  domain: z.string().optional(),
  tags: z.array(z.string()).optional(),
  source: z.string().nullable().optional(),
  expectedRevision: z.number().int().optional(),
};
const savedView = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  /** The window's address with its filters, `#/memories/all?tag=db`. */
  address: z.string().startsWith("#/memories").max(4000),
});
const nothing = z.object({});
const requestFilter = {
  client: z.string().optional(),
  method: z.string().optional(),
  target: z.string().optional(),
  outcome: z.enum(["ok", "error", "cancelled"]).optional(),
  transport: z.enum(["http", "stdio", "rest"]).optional(),
  text: z.string().optional(),
  minimumDurationMs: z.number().optional(),
  pinned: z.boolean().optional(),
  refused: z.boolean().optional(),
  since: z.number().optional(),
  until: z.number().optional(),
  memory: z.string().max(100).optional(),
};
const requestIds = z.array(z.number().int()).min(1).max(50_000);
const prefixes = z.object({ query: z.string(), passage: z.string() }).optional();
const endpointModel = { url: z.string(), model: z.string().min(1), prefixes };
/** Where vectors come from: the model that ships with Recollect, one in a folder, or a server. */
export const modelSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bundled") }),
  z.object({ kind: z.literal("folder"), folder: z.string().min(1) }),
  z.object({ kind: z.literal("ollama"), ...endpointModel }),
  z.object({ kind: z.literal("openai"), ...endpointModel }),
]);
/** `apiKey`: undefined keeps the one there is for the same address, "" is none. It never comes back. */
const proposedModel = { source: modelSource, apiKey: z.string().max(1000).optional() };
const hubRepository = z.string().min(1).max(200);
const theme = z.enum(["system", "light", "dark"]);
const language = z.enum(["system", "en", "zh-CN"]);
/** A client's file: named by client and scope; the application knows where it lies. */
const connection = {
  clientId: z.string().max(60),
  scope: z.enum(["user", "project"]),
  /** The project's folder, for the scope `project`. */
  project: z.string().max(4096).optional(),
};

/** Whom a token was made for. */
const subject = z.string().min(1).max(100);
/** Domains or namespaces that a client is limited to; null: all. */
const limit = z.array(z.string()).min(1).max(100).nullable();
/** Until when a token serves, ISO 8601; null: until it is revoked. */
const expiresAt = z.iso.datetime({ offset: true }).nullable();

function method<Output>() {
  return <Input extends z.ZodType>(input: Input) => ({ input }) as { readonly input: Input; readonly output?: Output };
}

export const methods = {
  "app.status": method<AppStatus>()(nothing),
  "app.setServing": method<AppStatus>()(z.object({ serving: z.boolean() })),
  "app.openDataFolder": method<null>()(nothing),
  "app.openExternal": method<null>()(z.object({ url: z.url({ protocol: /^https?$/ }) })),
  /** Has the person choose a folder; null where they chose none. Only a desktop has such a dialog. */
  "app.chooseFolder": method<string | null>()(nothing),

  "memories.search": method<SearchResult>()(
    z.object({
      ...filter,
      query: z.string().max(20_000),
      mode: z.enum(["hybrid", "text", "vector"]).optional(),
      limit: z.number().int().min(1).max(100).optional(),
      cursor: z.string().optional(),
    }),
  ),
  "memories.list": method<Page<Memory>>()(
    z.object({
      ...filter,
      sort: z.enum(["created", "created-ascending", "updated", "recalled"]).optional(),
      limit: z.number().int().min(1).max(200).optional(),
      cursor: z.string().optional(),
    }),
  ),
  "memories.get": method<Memory>()(z.object({ reference })),
  "memories.history": method<readonly Revision[]>()(z.object({ reference })),
  "memories.similar": method<readonly SimilarMemory[]>()(z.object({ reference })),
  "memories.facets": method<Facets>()(z.object(filter)),
  /** How many there are; `memories.facets` tells what kinds, and looks longer. */
  "memories.count": method<number>()(z.object(filter)),
  "memories.counts": method<MemoryCounts>()(nothing),
  "memories.namespaces": method<readonly string[]>()(nothing),
  "memories.addNamespace": method<readonly string[]>()(z.object({ name: z.string() })),
  "memories.capture": method<CaptureResult>()(
    z.object({
      content: z.string(),
      namespace: z.string().optional(),
      domain: z.string().optional(),
      tags: z.array(z.string()).optional(),
      source: z.string().nullable().optional(),
      pinned: z.boolean().optional(),
    }),
  ),
  "memories.update": method<Memory>()(z.object({ reference, ...changes })),
  /** Each on its own: what is refused harms no other. One announcement for up to 500. */
  "memories.updateMany": method<BulkUpdate>()(
    z.object({
      changes: z
        .array(z.object({ reference, ...changes }))
        .min(1)
        .max(10_000),
    }),
  ),
  /** Two become one: `keep` gets the changes, `other` is superseded by it; both or neither. */
  "memories.merge": method<MergeResult>()(
    z.object({ keep: reference, other: reference, otherRevision: z.number().int().optional(), ...changes }),
  ),
  /** Takes a merge back: `kept` gets the changes, `other` is in use again; both or neither. */
  "memories.separate": method<SeparateResult>()(
    z.object({ kept: reference, other: reference, otherRevision: z.number().int().optional(), ...changes }),
  ),
  /** Takes superseded memories into use again. */
  "memories.reinstate": method<readonly Memory[]>()(z.object({ references })),
  /** A step of a walk through all memories, the newest first; `nextCursor` is missing at its end. */
  "memories.findDuplicates": method<Findings<DuplicatePair>>()(z.object({ cursor: z.string().nullable() })),
  "memories.findSecrets": method<Findings<SecretFinding>>()(z.object({ cursor: z.string().nullable() })),
  "memories.captureActivity": method<CaptureActivity>()(
    z.object({ domain: oneOrMany.optional(), namespace: oneOrMany.optional(), since: z.string().optional() }),
  ),
  "memories.delete": method<readonly Memory[]>()(z.object({ references })),
  "memories.restore": method<readonly Memory[]>()(z.object({ references })),
  "memories.setPinned": method<readonly Memory[]>()(z.object({ references, pinned: z.boolean() })),
  "memories.purge": method<{ readonly purged: number }>()(
    z.object({ references: z.union([references, z.literal("trash")]) }),
  ),

  "index.status": method<IndexStatus>()(nothing),
  "index.rebuild": method<null>()(nothing),
  "index.cancel": method<null>()(nothing),

  "model.status": method<ModelStatus>()(nothing),
  /** A source to which text would leave the machine is refused with its warning, unless `leavingConfirmed` is true. */
  "model.choose": method<ModelStatus>()(z.object({ ...proposedModel, leavingConfirmed: z.boolean() })),
  /** Embeds one word with it, and changes nothing. */
  "model.test": method<ModelTrial>()(z.object(proposedModel)),
  /** Opens the model in use again at once, where it failed. */
  "model.retry": method<ModelStatus>()(nothing),
  /** Stops reading memories for their meaning, or lets it go on; until the next start. */
  "model.setPaused": method<ModelStatus>()(z.object({ paused: z.boolean() })),
  /** Begins, or goes on; `model.status` tells how far it is, and what went wrong. */
  "model.download": method<ModelStatus>()(z.object({ repository: hubRepository })),
  "model.cancelDownload": method<null>()(nothing),
  "model.downloaded": method<readonly DownloadedModel[]>()(nothing),
  /** Deletes the files of a downloaded model, or of one that was not finished. */
  "model.removeDownloaded": method<readonly DownloadedModel[]>()(z.object({ repository: hubRepository })),

  "requests.list": method<Page<RequestSummary>>()(
    z.object({
      ...requestFilter,
      limit: z.number().int().min(1).max(500).optional(),
      cursor: z.string().optional(),
      /** Begins with what is older than this message; a cursor goes before it. */
      beforeId: z.number().int().optional(),
    }),
  ),
  "requests.get": method<RequestDetail>()(z.object({ id: z.number().int() })),
  "requests.clear": method<null>()(nothing),
  "requests.setPinned": method<readonly RequestSummary[]>()(z.object({ ids: requestIds, pinned: z.boolean() })),
  /** A part of the log as JSON Lines; the next begins with `nextCursor`. */
  "requests.export": method<RequestExport>()(
    z.object({ ...requestFilter, ids: requestIds.optional(), cursor: z.string().optional() }),
  ),
  /**
   * Sends a recorded message again as the owner and answers its new row. A tool that writes is refused (invalid_argument,
   * field `writingConfirmed`) unless that is true.
   */
  "requests.replay": method<RequestSummary>()(z.object({ id: z.number().int(), writingConfirmed: z.boolean() })),
  "requests.rates": method<RequestRates>()(
    z.object({
      minutes: z.number().int().min(1).max(1440),
      stepMinutes: z.number().int().min(1).max(60).optional(),
      byClient: z.boolean().optional(),
    }),
  ),

  "clients.list": method<readonly ClientActivity[]>()(nothing),
  "clients.configurations": method<readonly ClientConfiguration[]>()(nothing),

  /** What each client's token allows, the newest first: one entry for each subject. */
  "clients.grants": method<readonly ClientGrant[]>()(nothing),
  /**
   * Takes effect on the client's next request, and at once on what is told unasked. A known client that has not come yet
   * gets its token here.
   */
  "clients.updateGrant": method<ClientGrant>()(
    z.object({
      subject,
      access: z.enum(["read", "write"]).optional(),
      domains: limit.optional(),
      namespaces: limit.optional(),
      paused: z.boolean().optional(),
      /** Also renews one that has expired. */
      expiresAt: expiresAt.optional(),
    }),
  ),
  /** A token for whatever is not in the catalogue, under a name of the owner's. */
  "clients.createToken": method<IssuedToken>()(
    z.object({
      name: z.string().trim().min(1).max(100),
      access: z.enum(["read", "write"]),
      domains: limit,
      namespaces: limit,
      expiresAt,
    }),
  ),
  /** A new token with the same grant, also for a client that was revoked: then it is let in again. */
  "clients.rotate": method<IssuedToken>()(z.object({ subject })),
  /** Ends the client's tokens, sessions and streams at once. */
  "clients.revoke": method<ClientGrant>()(z.object({ subject })),
  /** Removes a revoked token of the owner's, so that its name is free. A known client's stays: it says that it is revoked. */
  "clients.forget": method<null>()(z.object({ subject })),

  "connections.catalogue": method<readonly CatalogueClient[]>()(nothing),
  "connections.planConnect": method<ConnectionPreview>()(
    z.object({ ...connection, transport: z.enum(["http", "stdio"]) }),
  ),
  "connections.planDisconnect": method<ConnectionPreview>()(z.object(connection)),
  "connections.stale": method<readonly StaleConnection[]>()(nothing),
  /** What would bring every stale file up to date. */
  "connections.refresh": method<readonly ConnectionPreview[]>()(nothing),
  /** Writes what a preview showed; the plan stays with the application. */
  "connections.applyPlan": method<ConnectionPreview>()(z.object({ planId: z.string().max(60) })),
  /** Hands the client its link, which the application builds. */
  "connections.openLink": method<null>()(z.object({ clientId: z.string().max(60) })),

  /** The bundle that Claude Desktop installs with a double click. */
  "connections.extension": method<ExtensionBundle>()(nothing),

  /** What is put in, and every file it goes into with its state; those of a project where one is named. */
  "instructions.list": method<InstructionList>()(z.object({ project: connection.project })),
  /** What putting them in, or taking them out, would write; changes nothing. */
  "instructions.plan": method<InstructionPreview>()(
    z.object({
      kind: z.enum(INSTRUCTION_KINDS),
      scope: connection.scope,
      project: connection.project,
      action: z.enum(["write", "remove"]),
    }),
  ),
  "instructions.applyPlan": method<InstructionPreview>()(z.object({ planId: z.string().max(60) })),

  "views.list": method<readonly SavedView[]>()(nothing),
  /** The whole list in its new order: saving, renaming, removing and moving are one. */
  "views.replace": method<readonly SavedView[]>()(z.object({ views: z.array(savedView).max(200) })),

  /** What the owner looked at and let be, as keys the window makes. */
  "health.dismissed": method<readonly string[]>()(nothing),
  "health.setDismissed": method<readonly string[]>()(
    z.object({ keys: z.array(z.string().min(1).max(120)).min(1).max(1000), dismissed: z.boolean() }),
  ),

  "secrets.status": method<SecretsStatus>()(nothing),
  /** Asks a keychain again that did not open. */
  "secrets.tryAgain": method<SecretsStatus>()(nothing),
  "secrets.move": method<SecretsStatus>()(z.object({ place: z.enum(["keychain", "file"]) })),
  /** Makes the key of the clients' tokens anew where it cannot be read: every client must be connected again. */
  "secrets.replaceKey": method<SecretsStatus>()(nothing),

  "settings.get": method<Settings>()(nothing),
  "settings.update": method<Settings>()(
    z.object({
      port: z.number().int().min(1024).max(65_535).optional(),
      theme: theme.optional(),
      language: language.optional(),
      startAtLogin: z.boolean().optional(),
    }),
  ),
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type MethodInput<Name extends MethodName> = z.input<Methods[Name]["input"]>;
export type MethodOutput<Name extends MethodName> = Exclude<Methods[Name]["output"], undefined>;

/** What every handler map must be; the compiler refuses a missing method. The signal says that nobody waits any more. */
export type MethodHandlers = {
  readonly [Name in MethodName]: (
    input: z.output<Methods[Name]["input"]>,
    signal?: AbortSignal,
  ) => Promise<MethodOutput<Name>>;
};

/** The handlers of one area, `memories.*` for example. */
export type AreaHandlers<Area extends string> = Pick<MethodHandlers, Extract<MethodName, `${Area}.${string}`>>;

/** An answer over the bridge: never a rejected promise with a lost shape. */
export type MethodAnswer<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: ErrorBody };

/** What the window is told without asking. */
export interface BridgeEvents {
  readonly "memories.changed": readonly MemoryChange[];
  readonly "requests.recorded": readonly RequestSummary[];
  readonly "clients.changed": null;
  readonly "status.changed": null;
  readonly "settings.changed": null;
  readonly "index.progress": IndexProgress;
}
export type BridgeEventName = keyof BridgeEvents;
export type BridgeEvent = {
  [Name in BridgeEventName]: { readonly name: Name; readonly payload: BridgeEvents[Name] };
}[BridgeEventName];
export const BRIDGE_EVENTS = [
  "memories.changed",
  "requests.recorded",
  "clients.changed",
  "status.changed",
  "settings.changed",
  "index.progress",
] as const satisfies readonly BridgeEventName[];

/** What the preload exposes as `window.recollect` in the desktop app. */
export interface DesktopBridge {
  /** `question` is a number of the window's own, for `cancel`. */
  invoke(method: MethodName, input: unknown, question?: number): Promise<MethodAnswer<unknown>>;
  /** Nobody waits for the answer any more; it may come all the same. */
  cancel(question: number): void;
  /** Listens to all events; the returned function ends it. */
  onEvent(listener: (event: BridgeEvent) => void): () => void;
}

export type { ClientConfiguration, ConfigurationSnippet } from "../core/client-configuration.ts";
export type { CatalogueClient, ConnectionPreview, StaleConnection } from "../core/client-connection.ts";
export type { DifferenceLine, FilePreview } from "../core/file-preview.ts";
export type { InstructionFile, InstructionPreview } from "../core/instructions.ts";
export type { ClientRates, RequestRates } from "../core/request-log.ts";

export type { SecretsStatus } from "../core/secret-store.ts";

export type ServingState = "serving" | "paused" | "failed";

export interface AppStatus {
  readonly version: string;
  readonly host: "desktop" | "headless";
  readonly platform: "linux" | "darwin" | "win32" | "other";
  readonly serving: ServingState;
  /** Why it failed and what to do, where `serving` is `failed`. */
  readonly problem: string | null;
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  readonly port: number;
  readonly startedAt: string;
  /** Clients seen within the last few minutes or holding a session. */
  readonly clientsConnected: number;
  readonly dataFolder: string;
  /** What the owner must know and can mend, the worst first; `details.reason` says which. */
  readonly alerts: readonly ErrorBody[];
}

export interface Settings {
  readonly port: number;
  readonly theme: z.infer<typeof theme>;
  /** Of the window: a BCP 47 tag, or the system's. */
  readonly language: z.infer<typeof language>;
  readonly startAtLogin: boolean;
  /** False where the host has no login item (headless, some desktops). */
  readonly canStartAtLogin: boolean;
  readonly dataFolder: string;
  /** True when the port was changed and takes effect at the next start. */
  readonly restartNeeded: boolean;
}

export type SavedView = z.infer<typeof savedView>;

/** What became of many changes at once. */
export interface BulkUpdate {
  readonly updated: readonly Memory[];
  readonly refused: readonly { readonly reference: string; readonly error: ErrorBody }[];
}

export type ModelSource = z.infer<typeof modelSource>;

/** What turns text into vectors now. */
export interface ModelStatus {
  readonly source: ModelSource;
  readonly title: string;
  /** True where the text of memories and searches goes to another machine; `warning` is the sentence that says so. */
  readonly leavesMachine: boolean;
  readonly warning: string | null;
  /** A download under way, in bytes; `total` is 0 until it is known. */
  readonly download: { readonly repository: string; readonly done: number; readonly total: number } | null;
  /** The last download, where it failed. */
  readonly failedDownload: { readonly repository: string; readonly error: ErrorBody } | null;
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** What the model calls itself. */
  readonly model: string;
  /** Why it failed and what to do. */
  readonly message: string | null;
  /** True while the owner has stopped the reading of memories for their meaning. */
  readonly paused: boolean;
}

/** What a model was like that was tried: of one short text, once it was loaded. */
export interface ModelTrial {
  readonly dimensions: number;
  readonly milliseconds: number;
}

/** A model fetched from the hub. */
export interface DownloadedModel {
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False: it was broken off or cancelled; downloading it again goes on from there. */
  readonly complete: boolean;
}

/** What one client's token allows now. Times are ISO 8601. */
export interface ClientGrant {
  /** A client's id in the catalogue, or the name its token was given. */
  readonly subject: string;
  readonly state: "active" | "paused" | "expired" | "revoked";
  readonly access: "read" | "write";
  /** Null: all. */
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  /** True while the token before it still serves, until this one is first used. */
  readonly rotating: boolean;
}

/** A token that was made just now; its text is told here alone. */
export interface IssuedToken {
  readonly grant: ClientGrant;
  readonly token: string;
}

export interface ExtensionBundle {
  /** What the file is to be called. */
  readonly name: string;
  /** The file in Base64. */
  readonly content: string;
}

/** One client as it showed itself on the wire, live or from the log. */
export interface ClientActivity extends LoggedClient {
  readonly connected: boolean;
  readonly sessions: number;
}
