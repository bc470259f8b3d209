import type { ConversationArchive, ScanProgress } from "../core/conversations.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import type { ConversationReader, FoundBatch, ReaderSystem, Transcript } from "./readers/reader.ts";
import type { ScanRules } from "./scan-rules.ts";
import type { SourceRows } from "./source-rows.ts";
import type { TranscriptPart, TranscriptStore } from "./transcript-store.ts";

/** Text that is stored in one transaction, in UTF-16 units. */
const MAX_PENDING_UNITS = 1_000_000;

/** A transcript that is to be read. */
interface Task {
  readonly reader: ConversationReader;
  readonly transcript: Transcript;
}

interface Reading {
  readonly task: Task;
  readonly batches: AsyncIterator<FoundBatch>;
  readonly abort: AbortController;
  isStart: boolean;
  /** Bytes read, for progress. */
  bytes: number;
}

interface ScanOptions {
  readonly readers: readonly ConversationReader[];
  readonly system: ReaderSystem;
  readonly sources: SourceRows;
  readonly store: TranscriptStore;
  now(): number;
}

export interface ScanStart {
  /** The clients that are read. */
  readonly clients: readonly string[];
  readonly rules: ScanRules;
  /** Export archives that the owner chose. */
  readonly archives?: readonly ConversationArchive[];
  /** Also reads transcripts again that could not be read and have not changed since. */
  readonly retry: boolean;
}

export interface ScanStep {
  readonly progress: ScanProgress;
  readonly finished: boolean;
}

/** Reads the transcripts that are new or have changed, the most recent first, in steps of bounded time. */
export class TranscriptScan {
  readonly #options: ScanOptions;
  #clients = new Set<string>();
  #rules: ScanRules | null = null;
  #tasks: Task[] = [];
  #reading: Reading | null = null;
  #pending: TranscriptPart[] = [];
  #pendingUnits = 0;
  #total = { transcripts: 0, bytes: 0 };
  #done = { transcripts: 0, bytes: 0 };
  #workMs = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  /** Lists the transcripts and starts with the first step. A client whose transcripts cannot be listed is left out. */
  async start({
    clients,
    rules,
    archives = [],
    retry,
  }: ScanStart): Promise<{ readonly problems: Readonly<Record<string, ErrorBody>> }> {
    this.#stopReading();
    this.#clients = new Set(clients);
    this.#rules = rules;
    const tasks: Task[] = [];
    const problems: Record<string, ErrorBody> = {};
    for (const reader of this.#options.readers.filter(({ client }) => this.#clients.has(client))) {
      try {
        tasks.push(...this.#changed(reader, await reader.find({ ...this.#options.system, archives }), retry));
      } catch (error) {
        problems[reader.client] = bodyOf(error, reader.client);
      }
    }
    // Tasks are taken from the end.
    this.#tasks = tasks.sort((one, other) => one.transcript.modifiedAt - other.transcript.modifiedAt);
    this.#total = {
      transcripts: tasks.length,
      bytes: tasks.reduce((sum, { transcript }) => sum + transcript.bytes, 0),
    };
    this.#done = { transcripts: 0, bytes: 0 };
    this.#workMs = 0;
    return { problems };
  }

  /** Sets the clients and the rules, even during a scan. Pending tasks of other clients are dropped. */
  setRules(clients: readonly string[], rules: ScanRules): void {
    this.interrupt();
    this.#clients = new Set(clients);
    this.#rules = rules;
    this.#tasks = this.#tasks.filter(({ reader }) => this.#clients.has(reader.client));
  }

  /**
   * Closes the transcript that is being read. The next step continues at its stored position. To be called before
   * sessions are removed or positions are changed: the fields that a reader returned would be missing afterwards.
   */
  interrupt(): void {
    if (this.#reading !== null) this.#tasks.push(this.#reading.task);
    this.#stopReading();
  }

  /** Reads for about this time and stores the results. */
  async step(budgetMs: number): Promise<ScanStep> {
    const start = performance.now();
    while (performance.now() - start < budgetMs) {
      this.#reading ??= this.#openNext();
      if (this.#reading === null) break;
      await this.#readBatch(this.#reading);
      if (this.#pendingUnits >= MAX_PENDING_UNITS) this.#flush();
    }
    this.#flush();
    this.#workMs += performance.now() - start;
    const finished = this.#reading === null && this.#tasks.length === 0;
    if (finished && this.#rules !== null) this.#options.sources.setScanned(this.#options.now());
    return { progress: this.progress(), finished };
  }

  progress(): ScanProgress {
    const bytes = Math.min(this.#total.bytes, this.#done.bytes + (this.#reading?.bytes ?? 0));
    return {
      transcripts: { done: this.#done.transcripts, total: this.#total.transcripts },
      bytes: { done: bytes, total: this.#total.bytes },
      remainingMs: bytes === 0 ? null : Math.round((this.#workMs / bytes) * (this.#total.bytes - bytes)),
    };
  }

  #changed(reader: ConversationReader, transcripts: readonly Transcript[], retry: boolean): Task[] {
    const known = this.#options.sources.ofClient(reader.client);
    const listed = new Set(transcripts.map(({ path }) => path));
    for (const { path, failed } of known.values()) {
      if (failed === 1 && !listed.has(path)) this.#options.sources.clearError(path);
    }
    const keptSince = this.#rules?.keptSince ?? null;
    return transcripts.flatMap((transcript) => {
      if (keptSince !== null && transcript.modifiedAt < keptSince) return [];
      const source = known.get(transcript.path);
      const isSame = source?.bytes === transcript.bytes && source.modifiedAt === Math.trunc(transcript.modifiedAt);
      if (isSame && !(retry && source.failed === 1)) return [];
      return [{ reader, transcript }];
    });
  }

  #openNext(): Reading | null {
    const task = this.#tasks.pop();
    if (task === undefined) return null;
    const abort = new AbortController();
    const position = this.#options.sources.positionOf(task.transcript.path);
    const batches = task.reader.read(task.transcript, position, abort.signal)[Symbol.asyncIterator]();
    return { task, batches, abort, isStart: position === null, bytes: 0 };
  }

  async #readBatch(reading: Reading): Promise<void> {
    const { task, batches } = reading;
    const next = await batches.next().catch((error: unknown) => ({ error: bodyOf(error, task.transcript.path) }));
    // It was interrupted.
    if (this.#reading !== reading) return;
    if ("error" in next || next.done === true) {
      this.#add(reading, [], null, { error: "error" in next ? next.error : null });
      this.#reading = null;
      this.#done.transcripts += 1;
      this.#done.bytes += task.transcript.bytes;
      return;
    }
    const { found, position, bytes } = next.value;
    reading.bytes = Math.min(task.transcript.bytes, reading.bytes + bytes);
    // Without a position, a transcript that was read from its start is read from there again.
    const isUnchanged = position === undefined && !reading.isStart;
    this.#add(reading, found, isUnchanged ? null : { position: position ?? null }, null);
  }

  #add(
    reading: Reading,
    found: FoundBatch["found"],
    reached: { readonly position: string | null } | null,
    ended: TranscriptPart["ended"],
  ): void {
    const { task, isStart } = reading;
    this.#pending.push({
      client: task.reader.client,
      transcript: task.transcript,
      isStart,
      found,
      position: reached,
      ended,
    });
    reading.isStart = false;
    for (const item of found) if (item.kind === "message") this.#pendingUnits += item.message.text.length;
  }

  #flush(): void {
    const parts = this.#pending;
    this.#pending = [];
    this.#pendingUnits = 0;
    if (parts.length > 0 && this.#rules !== null) this.#options.store.apply(parts, this.#rules);
  }

  #stopReading(): void {
    const reading = this.#reading;
    reading?.abort.abort();
    // Closes its files, and removes the copy of a database.
    void reading?.batches.return?.().catch(() => undefined);
    this.#reading = null;
    this.#pending = [];
    this.#pendingUnits = 0;
  }
}

/** Why a transcript could not be read, for the owner. */
function bodyOf(error: unknown, path: string): ErrorBody {
  if (error instanceof RecollectError) return toErrorBody(error);
  const problem = error instanceof Error ? error.message : String(error);
  return toErrorBody(new RecollectError("conversation_unreadable", { path, problem: problem.slice(0, 300) }));
}
