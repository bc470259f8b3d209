import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import type { Entry, ShimCommand } from "../client.ts";
import { placeOf } from "../client.ts";
import type { NamedEntry } from "../other-servers/plan-servers.ts";
import { findClient } from "../registry.ts";
import { projectOf } from "./client-file.ts";
import { type ConfigurationFile, readConfigurationFile, replaceConfigurationFile } from "./configuration-file.ts";
import type { ConnectionRecord } from "./connection-registry.ts";
import { isOurEntry } from "./connection-registry.ts";
import type { ConnectionPlan, Stamp, Target } from "./plan.ts";
import { inFile } from "./refusal.ts";

/** The parsers of JSON, TOML and YAML are loaded on first use, because they would delay every start. */
const loadEditing = () => import("./edit-text.ts");
const loadPlanning = () => import("./plan.ts");
const loadServerPlanning = () => import("../other-servers/plan-servers.ts");

/** A client's file. */
export interface FilePlace {
  readonly clientId: string;
  readonly scope: ConnectionScope;
  readonly path: string;
}

/** What each plan for a file needs. */
export interface PlanRequest extends FilePlace {
  readonly backupFolder: string;
  /** The record of our last change of the file. */
  readonly written: ConnectionRecord | null;
  readonly shim: ShimCommand;
  readonly stamp: Stamp;
}

/** What {@link replaceConfigurationFile} needs. */
export type WriteOptions = Parameters<typeof replaceConfigurationFile>[2];

/**
 * Reads clients' files, plans their changes, and writes them. Arguments and results are structured-cloneable, so that a
 * thread can do it: some files have many megabytes.
 */
export const planner = {
  /** The entry named `recollect`; undefined if there is none. @throws invalid_argument, storage */
  async readOurs(place: FilePlace, mention: string): Promise<unknown> {
    const { text } = read(place);
    // Most files do not mention us.
    if (!text.includes(mention)) return undefined;
    const { readEntry } = await loadEditing();
    return readEntry(text, entryPlace(place));
  },

  /** The text and its entries by their names. @throws invalid_argument, storage */
  async readAll(
    place: FilePlace,
  ): Promise<{ readonly text: string; readonly entries: readonly (readonly [string, unknown])[] }> {
    const { text } = read(place);
    const { readEntries } = await loadEditing();
    const entries = text.trim() === "" ? [] : inFile(place.path, () => readEntries(text, entryPlace(place)));
    return { text, entries };
  },

  async planPut(request: PlanRequest, transport: Transport, entry: Entry): Promise<ConnectionPlan> {
    const { planPut } = await loadPlanning();
    return inFile(request.path, () => planPut(targetOf(request), transport, entry, request.stamp));
  },

  async planRemove(request: PlanRequest): Promise<ConnectionPlan> {
    const { planRemove } = await loadPlanning();
    return inFile(request.path, () => planRemove(targetOf(request), request.stamp));
  },

  async planReplace(request: PlanRequest, names: readonly string[], entry: Entry | null): Promise<ConnectionPlan> {
    const { planReplace } = await loadServerPlanning();
    return inFile(request.path, () => planReplace(targetOf(request), names, entry, request.stamp));
  },

  async planPutBack(
    request: PlanRequest,
    entries: readonly NamedEntry[],
    options: { readonly removesOurs: boolean; readonly exactText: string | null },
  ): Promise<ConnectionPlan> {
    const { planPutBack } = await loadServerPlanning();
    return inFile(request.path, () => planPutBack(targetOf(request), entries, options, request.stamp));
  },

  async write(file: ConfigurationFile, text: string | null, options: WriteOptions): Promise<void> {
    replaceConfigurationFile(file, text, options);
  },
};

export type Planner = typeof planner;

const entryPlace = ({ clientId, scope }: FilePlace) => placeOf(findClient(clientId), scope);

function read({ clientId, scope, path }: FilePlace): ConfigurationFile {
  return readConfigurationFile(path, projectOf(findClient(clientId), scope, path));
}

function targetOf(request: PlanRequest): Target {
  const { clientId, scope, backupFolder, written, shim } = request;
  return {
    client: findClient(clientId),
    scope,
    file: read(request),
    backupFolder,
    written,
    isOurs: (entry) => isOurEntry(entry, shim, written),
  };
}
