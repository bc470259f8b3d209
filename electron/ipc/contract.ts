import type { z } from "zod";
import type { ErrorBody } from "../core/errors.ts";
import type { IndexProgress, MemoryChange } from "../core/events.ts";
import type { RequestSummary } from "../core/request-log.ts";
import { appMethods } from "./contract/app.ts";
import { clientMethods } from "./contract/clients.ts";
import { importMethods } from "./contract/imports.ts";
import { memoryMethods } from "./contract/memories.ts";
import { modelMethods } from "./contract/model.ts";
import { requestMethods } from "./contract/requests.ts";

export type { ClientConfiguration, ConfigurationSnippet } from "../core/client-configuration.ts";
export type { CatalogueClient, ConnectionPreview } from "../core/client-connection.ts";
export type { DifferenceLine, FilePreview } from "../core/file-preview.ts";
export type { InstructionFile, InstructionPreview } from "../core/instructions.ts";
export type { ClientRates, RequestRates } from "../core/request-log.ts";
export type { SecretsStatus } from "../core/secret-store.ts";
export type { AppStatus, SavedView, ServingState, Settings } from "./contract/app.ts";
export type { ClientActivity, ClientGrant, ExtensionBundle, IssuedToken } from "./contract/clients.ts";
export type { BulkUpdate } from "./contract/memories.ts";
export type { DownloadedModel, ModelSource, ModelStatus, ModelTrial } from "./contract/model.ts";
export { modelSource } from "./contract/model.ts";

/**
 * The one typed map between window and application. Electron's IPC and the headless server's `/interface` route carry
 * the same methods and events; the renderer imports types only.
 */
export const methods = {
  ...appMethods,
  ...memoryMethods,
  ...modelMethods,
  ...requestMethods,
  ...clientMethods,
  ...importMethods,
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
  readonly "import.progress": { readonly done: number; readonly total: number | null };
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
  "import.progress",
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
