import { randomUUID } from "node:crypto";
import type { ArchivedMemory, ImportOutcome } from "../core/archive.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import { MAX_TAG_LENGTH, MAX_TAGS, type Memory } from "../core/memory.ts";
import type { ImportReport, LeftOutReason, ToldItem } from "../core/memory-import.ts";
import { DEFAULT_NAMESPACE } from "../core/namespace.ts";
import { normaliseTag } from "../core/tags.ts";
import { createArchiveImporter } from "./archive-importer.ts";
import type { ForeignKey, ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import type { Places } from "./places.ts";
import { createProjectNames } from "./project-names.ts";
import { stableId } from "./stable-id.ts";

/** Where memories go to. */
export interface ImportTarget {
  /** Stores them, or tells what would become of them. The outcomes come in their order. */
  send(memories: readonly ArchivedMemory[], dryRun: boolean): Promise<readonly ImportOutcome[]>;
  /** The domains and namespaces that are there. */
  places(): Promise<Places>;
  /** All memories that a newer one replaced; asked for once, and only if it matters. */
  superseded(): AsyncIterable<Memory>;
}

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Memories of today with ids of their own, whatever the source says. */
  readonly asNew: boolean;
  /** Where all of them go, whatever the source says. */
  readonly domain: string | undefined;
  /** Where lines of JSON and notes go that name no domain. What a program kept for all projects goes to `user`. */
  readonly defaultDomain: string;
  /** Domains by what another program calls the project. */
  readonly projects: ReadonlyMap<string, string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Items between two signs of progress. */
const STEP = 50;

/**
 * Takes in everything a source holds, in batches, or tells what would become of it.
 * @throws RecollectError, AppUnavailable where the source cannot be read on or the target is gone; what came in before stays
 */
export async function importMemories(
  source: ImportSource,
  target: ImportTarget,
  options: ImportOptions,
  progress: (read: number, total: number | null) => void,
): Promise<ImportReport> {
  const places = await target.places();
  const projects = createProjectNames(places.domains, options.projects);
  const archive = createArchiveImporter((memories) => target.send(memories, options.dryRun), options.dryRun);
  const convert = createConverter(options, places.namespaces, projects.domainOf);
  const supersededHere = createSupersededContents(target);
  const refused: ToldItem[] = [];
  const leftOut = new Map<LeftOutReason, number>();
  let program: ImportReport["program"] = null;
  let known = 0;
  let read = 0;
  for await (const item of source.items) {
    if (read % STEP === 0) progress(read, source.total);
    program ??= item.program;
    const { line, place } = item;
    if (item.kind === "left-out") leftOut.set(item.reason, (leftOut.get(item.reason) ?? 0) + item.count);
    else if (item.kind === "unreadable") refused.push({ line, place, reason: item.reason });
    else {
      const taken = convert(item);
      if (typeof taken === "string") refused.push({ line, place, reason: taken });
      else if (taken.isNew && taken.memory.supersededBy !== null && (await supersededHere(taken.memory))) known += 1;
      else await archive.take(taken.memory, { line, place });
    }
    read += 1;
  }
  progress(read, source.total);
  const told = await archive.finish();
  const inOrder = (items: readonly ToldItem[]) => items.toSorted((one, other) => one.line - other.line);
  return {
    program,
    created: told.created.length,
    known: known + told.known,
    conflicts: inOrder(told.conflicts),
    refused: inOrder([...refused, ...told.refused]),
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })),
    domains: projects.countsOf(told.created.map(({ domain }) => domain)),
  };
}

interface Converted {
  readonly memory: ArchivedMemory;
  /** It has an id of its own: the same content is not known by its id. */
  readonly isNew: boolean;
}

/** Makes what was read an archived memory; a sentence where it cannot be one. */
function createConverter(
  options: ImportOptions,
  namespaces: readonly string[],
  domainOf: (project: string) => string,
): (item: Extract<ImportItem, { kind: "memory" | "archived" }>) => Converted | string {
  const { now, asNew, domain, defaultDomain } = options;
  /** New ids by the old ones, since what replaced what is told by ids. */
  const renamed = new Map<string, string>();
  const newId = () => stableId(now, [randomUUID()]);
  const newIdOf = (old: unknown): string => {
    const id = renamed.get(String(old)) ?? newId();
    renamed.set(String(old), id);
    return id;
  };
  const idOf = ({ key, createdAt }: ForeignKey) => stableId(createdAt ?? 0, key);
  const today = new Date(now).toISOString();
  const moment = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

  const fresh = (memory: ForeignMemory, rest: Partial<ArchivedMemory>, program: ImportItem["program"]) => {
    const createdAt = (asNew ? null : moment(memory.createdAt)) ?? today;
    const isOwners = program === "json" || program === "markdown";
    const elsewhere = isOwners ? defaultDomain : USER_DOMAIN;
    const whole = {
      id: newId(),
      content: memory.content,
      namespace: memory.namespace ?? DEFAULT_NAMESPACE,
      domain: domain ?? memory.domain ?? (memory.project === undefined ? elsewhere : domainOf(memory.project)),
      tags: program === "json" ? (memory.tags ?? []) : fittingTags(memory.tags ?? []),
      source: memory.source ?? null,
      client: isOwners || asNew ? null : { name: program, version: "" },
      createdAt,
      updatedAt: (asNew ? null : moment(memory.updatedAt)) ?? createdAt,
      revision: 1,
      deletedAt: null,
      pinned: false,
      supersededBy: null,
      recallCount: asNew ? 0 : (memory.recallCount ?? 0),
      recalledAt: asNew ? null : moment(memory.recalledAt),
      history: [],
      ...rest,
    };
    return whole as Omit<ArchivedMemory, "urn"> as ArchivedMemory;
  };

  return (item) => {
    if (item.kind === "archived") {
      const { id, supersededBy } = item.memory;
      if (!asNew && domain === undefined) {
        return { memory: item.memory as unknown as ArchivedMemory, isNew: false };
      }
      const { content, namespace, domain: own, tags, source } = item.memory as unknown as ArchivedMemory;
      const rest = {
        id: newIdOf(id),
        supersededBy: typeof supersededBy === "string" ? newIdOf(supersededBy) : null,
      };
      const args = { content, namespace, domain: own, tags, ...(source === null ? {} : { source }) };
      return { memory: { ...fresh(args, rest, "json"), createdAt: today, updatedAt: today }, isNew: true };
    }
    const { memory, program } = item;
    if (memory.namespace !== undefined && !namespaces.includes(String(memory.namespace).trim().toLowerCase())) {
      const others = `Use one of: ${namespaces.join(", ")}. The owner can add more in Recollect's window.`;
      return `There is no namespace "${memory.namespace}". ${others}`;
    }
    if (memory.foreign === undefined) return { memory: fresh(memory, {}, program), isNew: true };
    const nameOf = asNew ? (key: ForeignKey) => newIdOf(JSON.stringify(key.key)) : idOf;
    const supersededBy = memory.replacedBy === undefined ? null : nameOf(memory.replacedBy);
    return { memory: fresh(memory, { id: nameOf(memory.foreign), supersededBy }, program), isNew: asNew };
  };
}

/** As many of another program's tags as a memory can hold. */
function fittingTags(tags: readonly string[]): string[] {
  const fitting = tags.map(normaliseTag).filter((tag) => tag !== "" && [...tag].length <= MAX_TAG_LENGTH);
  return [...new Set(fitting)].slice(0, MAX_TAGS);
}

/** Tells whether a content is here among what was replaced, where its like is known by no id. */
function createSupersededContents(target: ImportTarget): (memory: ArchivedMemory) => Promise<boolean> {
  const keyOf = ({ content, domain, namespace }: Memory) => JSON.stringify([domain, namespace, content]);
  let contents: Promise<ReadonlySet<string>> | null = null;
  const readAll = async () => {
    const all = new Set<string>();
    for await (const memory of target.superseded()) all.add(keyOf(memory));
    return all;
  };
  return async (memory) => {
    contents ??= readAll();
    return (await contents).has(keyOf(memory));
  };
}
