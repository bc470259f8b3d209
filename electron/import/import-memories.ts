import { createHash } from "node:crypto";
import { maskedText } from "../core/gate/gate.ts";
import { normalText } from "../core/gate/normal-text.ts";
import { comparableContent, type Memory } from "../core/memory.ts";
import {
  type ArchivedMemory,
  describeBody,
  describeProblem,
  type ImportOutcome,
  type ImportProblem,
  type ImportReport,
  type SkipReason,
} from "../core/memory-import.ts";
import type { ProjectNaming } from "../core/project-name.ts";
import { RecollectError } from "../text/errors.ts";
import { type ConvertOptions, createConverter, ProjectNames } from "./convert-item.ts";
import type { ImportSource, ItemPlace } from "./import-item.ts";
import type { ImportTarget } from "./import-target.ts";

export interface ImportOptions extends ConvertOptions {
  readonly dryRun: boolean;
  /** Whether the memories wait in the inbox for the owner's review. */
  readonly toInbox?: boolean;
  /** Domains by the other program's names for the projects. */
  readonly projects: ReadonlyMap<string, string>;
  /** What the names of projects depend on. Default: their spelling only. */
  readonly naming?: ProjectNaming;
}

/** How many items are read between two calls of `progress`. */
const PROGRESS_STEP = 50;
/** They are kept in memory and reported one by one. */
const MAX_PROBLEMS = 10_000;
/** Superseded memories wait in memory for their successors, in characters of JSON. */
const MAX_WAITING_LENGTH = 256 * 1024 * 1024;

/**
 * Imports a source in batches, or for a trial run finds out what an import would do.
 * @throws RecollectError, AppUnavailable if reading the source or storing fails; memories imported before are kept
 */
export async function importMemories(
  source: ImportSource,
  target: ImportTarget,
  options: ImportOptions,
  progress: (read: number, total: number | null) => void,
): Promise<ImportReport> {
  const places = await target.places();
  const projects = new ProjectNames(places.domains, options.projects, options.naming);
  const archive = new ArchiveImporter((memories) => target.send(memories, options), options.dryRun);
  const convert = createConverter(options, places.namespaces, projects);
  const isSuperseded = createSupersededCheck(target);
  const refused: ImportProblem[] = [];
  const notices: ImportProblem[] = [];
  const skipped = new Map<SkipReason, ImportReport["leftOut"][number]>();
  let program: ImportReport["program"] = null;
  let known = 0;
  let read = 0;
  for await (const item of source.items) {
    if (read % PROGRESS_STEP === 0) progress(read, source.total);
    program ??= item.program;
    const { line, place } = item;
    const refuse = (error: RecollectError) => {
      if (refused.length >= MAX_PROBLEMS) {
        throw new RecollectError("import_too_many_problems", { maximum: MAX_PROBLEMS });
      }
      refused.push({ line, place, ...describeProblem(error) });
    };
    const skip = (reason: SkipReason, count: number, files?: readonly string[]) => {
      const sum = (skipped.get(reason)?.count ?? 0) + count;
      skipped.set(reason, { reason, count: sum, ...(files === undefined ? {} : { files }) });
    };
    if (item.kind === "notice") {
      const { error } = item;
      if (notices.length < MAX_PROBLEMS) notices.push({ line, place, reason: describeBody(error), error });
      continue;
    }
    if (item.kind === "skipped") skip(item.reason, item.count, item.files);
    else if (item.kind === "unreadable") refuse(new RecollectError(item.reason, {}));
    else {
      const converted = convert(item);
      if (converted instanceof RecollectError) refuse(converted);
      else if (options.toInbox && converted.memory.deletedAt !== null) skip("deleted", 1);
      else if (options.toInbox && converted.memory.supersededBy !== null) skip("superseded", 1);
      else if (converted.isNew && converted.memory.supersededBy !== null && (await isSuperseded(converted.memory))) {
        known += 1;
      } else await archive.add(converted.memory, { line, place });
    }
    read += 1;
  }
  progress(read, source.total);
  const result = await archive.finish();
  const inOrder = (items: readonly ImportProblem[]) => items.toSorted((one, other) => one.line - other.line);
  return {
    program,
    created: result.created.length,
    known: known + result.known,
    conflicts: inOrder(result.conflicts),
    refused: inOrder([...refused, ...result.refused]),
    notices,
    leftOut: [...skipped.values()],
    cleaned: result.cleaned,
    masked: result.masked,
    domains: projects.countsOf(result.created.map(({ domain }) => domain)),
  };
}

/** Returns a function that checks whether the content of a memory is here as a superseded one, under any id. */
function createSupersededCheck(target: ImportTarget): (memory: ArchivedMemory) => Promise<boolean> {
  const keyOf = ({ content, domain, namespace }: Memory) => JSON.stringify([domain, namespace, maskedText(content)]);
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

/** Limits of one request, in memories and in characters, so that others are served in between. */
const MAX_BATCH_MEMORIES = 25;
const MAX_BATCH_LENGTH = 1_000_000;

interface Entry {
  readonly memory: ArchivedMemory;
  readonly place: ItemPlace;
}

interface ArchiveResult {
  /** The stored memories, or those that would be stored. */
  readonly created: readonly { readonly id: string; readonly domain: string }[];
  readonly known: number;
  readonly cleaned: number;
  readonly masked: number;
  readonly conflicts: readonly ImportProblem[];
  readonly refused: readonly ImportProblem[];
}

/**
 * Sends archived memories in batches. Superseded memories are sent last, since each can only be stored once its
 * successor is there, and may come in any order.
 */
class ArchiveImporter {
  readonly #send: (memories: readonly ArchivedMemory[]) => Promise<readonly ImportOutcome[]>;
  readonly #dryRun: boolean;
  readonly #created: ArchiveResult["created"][number][] = [];
  readonly #conflicts: ImportProblem[] = [];
  readonly #refused: ImportProblem[] = [];
  #known = 0;
  #cleaned = 0;
  #masked = 0;
  /** Ids of imported memories by the ids under which the same content is known here. */
  readonly #knownAs = new Map<string, string>();
  /** The memories that a trial run would have stored: contents by id, and ids by content. */
  readonly #tried = new Map<string, string>();
  readonly #triedContents = new Map<string, string>();
  #batch: Entry[] = [];
  #batchLength = 0;
  #superseded: Entry[] = [];
  #supersededLength = 0;

  /** @param dryRun nothing is stored, so earlier batches are treated as if they were */
  constructor(send: (memories: readonly ArchivedMemory[]) => Promise<readonly ImportOutcome[]>, dryRun: boolean) {
    this.#send = send;
    this.#dryRun = dryRun;
  }

  async add(given: ArchivedMemory, place: ItemPlace): Promise<void> {
    const memory = { ...given, history: given.history ?? [] };
    if (typeof memory.supersededBy === "string") {
      this.#supersededLength += JSON.stringify(memory).length;
      if (this.#supersededLength > MAX_WAITING_LENGTH) {
        const maximumMiB = MAX_WAITING_LENGTH / 1024 / 1024;
        throw new RecollectError("import_too_many_superseded", { maximumMiB });
      }
      this.#superseded.push({ memory, place });
    } else await this.#enqueue({ memory, place });
  }

  async finish(): Promise<ArchiveResult> {
    await this.#flush();
    for (let before = Number.POSITIVE_INFINITY; this.#superseded.length > 0 && this.#superseded.length < before; ) {
      before = this.#superseded.length;
      await this.#sendSuperseded();
    }
    const problem = describeProblem(new RecollectError("import_successor_missing", {}));
    this.#refused.push(...this.#superseded.map(({ place }) => ({ ...place, ...problem })));
    return {
      created: this.#created,
      known: this.#known,
      cleaned: this.#cleaned,
      masked: this.#masked,
      conflicts: this.#conflicts,
      refused: this.#refused,
    };
  }

  /** One round over the superseded memories, newest first, because most successors are newer. */
  async #sendSuperseded(): Promise<void> {
    const waiting: Entry[] = [];
    for (const { memory, place } of this.#superseded.toReversed()) {
      const { supersededBy } = memory;
      const successor = supersededBy === null ? null : (this.#knownAs.get(supersededBy) ?? supersededBy);
      waiting.push(...(await this.#enqueue({ memory: { ...memory, supersededBy: successor }, place })));
    }
    waiting.push(...(await this.#flush()));
    this.#superseded = waiting.toReversed();
  }

  /** @returns the memories of a sent batch that wait for their successor */
  async #enqueue(entry: Entry): Promise<Entry[]> {
    const { length } = JSON.stringify(entry.memory);
    const isFull =
      this.#batch.length >= MAX_BATCH_MEMORIES ||
      (this.#batch.length > 0 && this.#batchLength + length > MAX_BATCH_LENGTH);
    const waiting = isFull ? await this.#flush() : [];
    this.#batch.push(entry);
    this.#batchLength += length;
    return waiting;
  }

  /** @returns those that wait for their successor */
  async #flush(): Promise<Entry[]> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    if (batch.length === 0) return [];
    const outcomes = await this.#send(batch.map(({ memory }) => memory));
    return batch.filter(({ memory, place }, index) => {
      const received = outcomes[index];
      if (received === undefined) return false;
      const { id, kind, knownAs, reason = "", error } = this.#asIfStored(memory, received);
      if (kind === "imported") {
        this.#created.push({ id, domain: memory.domain });
        if (normalText(memory.content).removed > 0) this.#cleaned += 1;
        if (received.masked === true) this.#masked += 1;
      } else if (kind === "known") this.#known += 1;
      else if (kind === "conflict") this.#conflicts.push({ ...place, reason, error });
      else if (kind === "refused") this.#refused.push({ ...place, reason, error });
      if (knownAs !== undefined) this.#knownAs.set(id, knownAs);
      return kind === "waiting";
    });
  }

  /** The outcome of a real run, in which the batches before this one would be stored by now. */
  #asIfStored(memory: ArchivedMemory, outcome: ImportOutcome): ImportOutcome {
    const { id, kind } = outcome;
    if (!this.#dryRun || (kind !== "imported" && kind !== "waiting")) return outcome;
    if (kind === "waiting" && !this.#tried.has(memory.supersededBy ?? "")) return outcome;
    const content = contentKey(memory);
    const before = this.#tried.get(id);
    if (before !== undefined) {
      if (before === content) return { kind: "known", id, knownAs: id };
      return { kind: "conflict", id, ...describeProblem(new RecollectError("import_conflict", {})) };
    }
    const isCurrent = memory.supersededBy === null && memory.deletedAt === null;
    const first = isCurrent ? this.#triedContents.get(content) : undefined;
    if (first !== undefined) return { kind: "known", id, knownAs: first };
    this.#tried.set(id, content);
    if (isCurrent) this.#triedContents.set(content, id);
    return { kind: "imported", id };
  }
}

/**
 * Equal for memories that the store treats as identical: same content up to white space, domain, namespace and interval in their stored
 * form.
 */
function contentKey({ content, domain, namespace, validFrom = null, validUntil = null }: ArchivedMemory): string {
  const place = JSON.stringify([normalText(domain).text.trim(), namespace.trim().toLowerCase(), validFrom, validUntil]);
  return createHash("sha256")
    .update(`${place}\n${comparableContent(maskedText(content))}`)
    .digest("base64");
}
