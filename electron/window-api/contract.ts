import type { z } from "zod";
import type { EventMap } from "../core/events.ts";
import type { ErrorBody } from "../text/errors.ts";
import type { methods } from "./methods.ts";

export type { ClientConfiguration, ConfigurationSnippet } from "../core/client-configuration.ts";
export type { ConnectionPreview, KnownClient } from "../core/client-connection.ts";
export type { DifferenceLine, FilePreview } from "../core/file-preview.ts";
export type { InstructionFile, InstructionPreview } from "../core/instructions.ts";
export type { PluginInfo, PluginPreview } from "../core/plugin.ts";
export type { SecretsStatus } from "../core/secret-store.ts";
export type { AppStatus, BrowserSession, SavedView, ServingState, Settings } from "./contract/app.ts";
export type { ClientActivity, ClientGrant, ExtensionBundle, IssuedToken, TokenRenewal } from "./contract/clients.ts";
export type { BulkUpdate } from "./contract/memories.ts";
export type {
  DownloadedModel,
  ModelOffer,
  ModelPreset,
  ModelSource,
  ModelStatus,
  ModelTrial,
} from "./contract/model.ts";

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type MethodInput<Name extends MethodName> = Given<z.input<Methods[Name]["input"]>>;
export type MethodOutput<Name extends MethodName> = Exclude<Methods[Name]["output"], undefined>;

/** A value as a caller passes it: its lists may be read-only. */
type Given<Value> = Value extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Given<Value[Key]> }
    : Value;

/** A handler for every method; a missing one does not compile. The signal is aborted when the caller cancels. */
export type MethodHandlers = {
  readonly [Name in MethodName]: (
    input: z.output<Methods[Name]["input"]>,
    signal?: AbortSignal,
  ) => Promise<MethodOutput<Name>>;
};

/** The handlers of one area, `memories.*` for example. */
export type AreaHandlers<Area extends string> = Pick<MethodHandlers, Extract<MethodName, `${Area}.${string}`>>;

/** The result of a call. Errors are values, because a rejected promise loses their fields over IPC. */
export type MethodResult<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly error: ErrorBody };

/** The events that stay inside the process; the window receives all others. */
export const INTERNAL_EVENTS = ["memories.replaced", "requests.written", "window.used", "model.changed"] as const;
export type BridgeEvents = Omit<EventMap, (typeof INTERNAL_EVENTS)[number]>;
export type BridgeEventName = keyof BridgeEvents;
export type BridgeEvent = {
  [Name in BridgeEventName]: { readonly name: Name; readonly payload: BridgeEvents[Name] };
}[BridgeEventName];

/** What the preload exposes as `window.recollect` in the desktop app. */
export interface DesktopBridge {
  /** `callId` is a number that the window chooses, for `cancel`. */
  invoke(method: MethodName, input: unknown, callId?: number): Promise<MethodResult<unknown>>;
  /** Cancels a call. Its result may still arrive. */
  cancel(callId: number): void;
  /** Adds a listener for all events; returns what removes it. */
  onEvent(listener: (event: BridgeEvent) => void): () => void;
  /** The path of a file or folder that was dropped on the window; empty if it is not on this computer. */
  pathOf(file: File): string;
}
