import type { Caller } from "../../core/caller.ts";
import type { NewSpace, RefusedEntry, SpaceProgress, SpaceSummary } from "../../core/replication/change-store.ts";
import type { LoggedEntry } from "../../core/replication/entry.ts";

type OnProgress = (progress: SpaceProgress) => void;

/** The change log, as the memory service offers it. */
export interface ChangeLog {
  list(): Promise<readonly SpaceSummary[]>;
  join(caller: Caller, space: Omit<NewSpace, "deviceId">): Promise<void>;
  addDomains(caller: Caller, id: string, domains: readonly string[]): Promise<void>;
  share(id: string, mergeIdentical: boolean, onProgress: OnProgress, signal?: AbortSignal): Promise<void>;
  outgoing(id: string, maxBytes: number, after?: number): Promise<readonly LoggedEntry[]>;
  setPublished(id: string, device: string, sequence: number): Promise<void>;
  received(id: string): Promise<ReadonlyMap<string, number>>;
  apply(
    id: string,
    entries: readonly LoggedEntry[],
    onProgress: (done: number) => void,
    signal?: AbortSignal,
  ): Promise<readonly RefusedEntry[]>;
  setDeviceNames(id: string, names: ReadonlyMap<string, string>): Promise<void>;
  forgetAfter(id: string, device: string, sequence: number): Promise<void>;
  erasures(id: string, devices: "own" | "all", limit: number): Promise<readonly LoggedEntry[]>;
  setErased(id: string, entries: readonly Pick<LoggedEntry, "device" | "sequence">[]): Promise<void>;
  renewDevice(id: string, published?: number): Promise<void>;
  leave(caller: Caller, id: string, memories: "keep" | "remove", onProgress: OnProgress): Promise<void>;
}
