import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { Caller } from "../core/caller.ts";
import type {
  ConversationListInput,
  ConversationPart,
  ConversationReadInput,
  ConversationSearchInput,
  ConversationSearchResult,
  ConversationService,
  ConversationSession,
  ConversationSettings,
  ConversationStatus,
  ConversationSurvey,
  ForgetSelection,
  Forgotten,
} from "../core/conversations.ts";
import type { Embedder } from "../core/embedder.ts";
import type { Events } from "../core/events.ts";
import type { Page } from "../core/filter.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import type { SuggestionStore } from "../core/suggestions.ts";
import type { UseTranscripts } from "../core/use.ts";
import { createMutex } from "../core/util/mutex.ts";
import { createThrottle, type Throttle } from "../core/util/throttle.ts";
import { RecollectError } from "../text/errors.ts";
import { type StoredStatus, timeOf } from "./conversation-queries.ts";
import { ConversationReads } from "./conversation-reads.ts";
import { parseSelection } from "./conversation-scope.ts";
import { type ConversationThread, createConversationThread } from "./conversation-threads.ts";
import { MeaningIndexer } from "./meaning-indexer.ts";
import type { ReaderSystem } from "./readers/reader.ts";
import type { ScanRules } from "./scan-rules.ts";
import { ScanRuns } from "./scan-runs.ts";
import { isWider, validatedSettings } from "./settings-changes.ts";
import { createSuggestionStore } from "./suggestion-store.ts";

interface ConversationsOptions {
  /** The database. */
  readonly file: string;
  /** `conversation-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly system: ReaderSystem;
  readonly settings: { get(): ConversationSettings; set(settings: ConversationSettings): void };
  readonly secretPolicy: () => SecretPolicy;
  /** Returns the final name of a project. */
  readonly projectName: (name: string, host: string | null) => string;
  readonly memories: Pick<MemoryService, "list" | "spellingsOf">;
  readonly embedder: Embedder;
  readonly events: Pick<Events, "emit">;
  /** Called when they become available to clients, and when they no longer are. */
  onOffered(): void;
  /** Called when transcripts were read. */
  onRead(): void;
  /** Called when conversations may have been removed. */
  onRemoved(): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PROGRESS_INTERVAL_MS = 250;
const DAY_MS = 24 * 60 * 60_000;
const NOTHING_STORED: StoredStatus = {
  sessions: 0,
  messages: 0,
  textBytes: 0,
  projects: [],
  fileBytes: 0,
  clients: [],
  problems: [],
  problemCount: 0,
  leftOut: [],
  leftOutCount: 0,
  scannedAt: null,
  embedded: { fingerprint: null, done: 0, total: 0 },
};

/** Reads, stores, searches and forgets the conversations in clients' transcripts. */
export class Conversations implements ConversationService {
  readonly #options: ConversationsOptions;
  /** Scans and writes. */
  readonly #writer: ConversationThread;
  /** Reads, even while the other thread writes. */
  readonly #reader: ConversationThread;
  readonly #scans: ScanRuns;
  readonly #indexer: MeaningIndexer;
  readonly #reads: ConversationReads;
  readonly #inOrder = createMutex();
  /** The suggestions that were found in conversations. */
  readonly suggestions: SuggestionStore;
  /** The conversations, in which the use of memories is looked for. */
  readonly transcripts: UseTranscripts;
  #opened: Promise<void> | null = null;
  #emittedAt = 0;
  /** Reports progress of embedding at an interval, and at its end. */
  readonly #embedded: Throttle;
  #closed = false;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    this.#writer = createConversationThread("scan", options);
    this.#reader = createConversationThread("search", options);
    this.#indexer = new MeaningIndexer({
      embedder: options.embedder,
      writer: this.#writer,
      logger: options.logger,
      onProgress: () => this.#embedded.request(),
    });
    this.#embedded = createThrottle(() => options.events.emit("conversations.embedded", null), PROGRESS_INTERVAL_MS);
    this.#reads = new ConversationReads({
      reader: this.#reader,
      open: () => this.#open(),
      isEmpty: () => this.#isEmpty(),
      settings: () => this.settings(),
      memories: options.memories,
      embedder: options.embedder,
      clock: options.clock,
    });
    this.suggestions = createSuggestionStore({
      writer: this.#writer,
      reader: this.#reader,
      open: () => this.#open(),
      isEmpty: () => this.#isEmpty(),
      clock: options.clock,
    });
    this.transcripts = {
      next: (since, limit) => this.#writer.call("nextToJudge", since, limit),
      judge: (conversations) => this.#writer.call("judgeUse", conversations),
      stored: (ids) =>
        this.#isEmpty() ? Promise.resolve([]) : this.#open().then(() => this.#reader.call("storedConversations", ids)),
    };
    this.#scans = new ScanRuns({
      writer: this.#writer,
      reader: this.#reader,
      platform: options.system.platform,
      settings: () => this.settings(),
      rules: () => this.#rules(),
      open: () => this.#open(),
      projectName: options.projectName,
      onStep: () => this.#emitSometimes(),
      onEnd: () => {
        this.#emit();
        this.#startEmbedding();
        if (this.#closed) return;
        options.onRead();
        void this.#removed();
      },
      clock: options.clock,
      logger: options.logger,
    });
  }

  /**
   * Scans and watches if the owner opted in, then embeds. If nothing is read, removes conversations that became too
   * old.
   */
  start(): void {
    if (this.#scans.isActive()) {
      void this.#scans.start(true);
      return;
    }
    this.#startEmbedding();
    const { clients, retentionDays } = this.settings();
    if (retentionDays === null || this.#isEmpty()) return;
    void this.#open()
      .then(() => this.#writer.call("setRules", clients, this.#rules()))
      .then(() => this.#removed())
      .catch((error: unknown) =>
        this.#options.logger.warn("Old conversations could not be removed.", { error: String(error) }),
      );
  }

  settings(): ConversationSettings {
    return this.#options.settings.get();
  }

  updateSettings(changes: Partial<ConversationSettings>): Promise<ConversationSettings> {
    return this.#inOrder(async () => {
      const before = this.settings();
      const known = changes.clients === undefined ? null : await this.#reader.call("clients");
      const after = validatedSettings({ ...before, ...changes }, known);
      this.#options.settings.set(after);
      this.#emit();
      if ((before.clients.length === 0) !== (after.clients.length === 0)) this.#options.onOffered();
      if (before.clients.length === 0 && after.clients.length === 0) return after;
      await this.#open();
      if (isWider(before, after)) await this.#writer.call("readAgain", { forgotten: false });
      await this.#writer.call("setRules", after.clients, this.#rules());
      await this.#removed();
      if (!this.#isEmbedded()) await this.#indexer.stop();
      if (this.#scans.isActive()) void this.#scans.start(false);
      else {
        this.#scans.stopWatching();
        if (!this.#scans.isScanning()) this.#startEmbedding();
      }
      this.#emit();
      return after;
    });
  }

  async survey(): Promise<readonly ConversationSurvey[]> {
    const { clients, archives } = this.settings();
    const surveyed = await this.#reader.call("survey", archives);
    return surveyed.map(({ since, latest, problem, ...rest }) => ({
      ...rest,
      enabled: clients.includes(rest.client),
      since: timeOf(since),
      latest: timeOf(latest),
      ...(problem === null ? {} : { problem }),
    }));
  }

  async status(): Promise<ConversationStatus> {
    const { clients, readingPaused, embeddingPaused } = this.settings();
    const { embedded, ...stored } = this.#isEmpty()
      ? NOTHING_STORED
      : await this.#open().then(() => this.#reader.call("status"));
    const names = [...new Set([...clients, ...stored.clients.map(({ client }) => client)])].sort();
    const listing = Object.entries(this.#scans.problems()).map(([client, error]) => ({ client, path: client, error }));
    return {
      ...stored,
      state: this.#scans.isScanning() ? "scanning" : clients.length === 0 ? "off" : readingPaused ? "paused" : "idle",
      readingPaused,
      embeddingPaused,
      progress: this.#scans.progress(),
      clients: names.map((client) => ({
        ...(stored.clients.find((one) => one.client === client) ?? {
          client,
          sessions: 0,
          messages: 0,
          transcripts: 0,
          latest: null,
          skipped: {},
        }),
        enabled: clients.includes(client),
      })),
      problems: [...listing, ...stored.problems],
      problemCount: listing.length + stored.problemCount,
      meaning: this.#meaningProgress(embedded),
      failure: this.#scans.failure(),
    };
  }

  async scan({ forgotten = false }: { readonly forgotten?: boolean } = {}): Promise<ConversationStatus> {
    await this.#inOrder(async () => {
      const settings = this.settings();
      if (settings.clients.length === 0) throw new RecollectError("conversations_off", {});
      if (settings.readingPaused) this.#options.settings.set({ ...settings, readingPaused: false });
      await this.#open();
      if (forgotten) await this.#writer.call("readAgain", { forgotten: true });
      void this.#scans.start(true);
    });
    return await this.status();
  }

  async addArchive(file: string): Promise<ConversationSettings> {
    const path = resolve(file);
    if (!isAbsolute(file))
      throw new RecollectError("conversation_archive_not_absolute", { path: file.slice(0, 200) }, { field: "path" });
    const client = await this.#reader.call("clientOfArchive", path);
    if (client === null) throw new RecollectError("conversation_archive_unknown", { path }, { field: "path" });
    const { clients, archives } = this.settings();
    const others = archives.filter((archive) => archive.path !== path);
    return await this.updateSettings({ clients: [...clients, client], archives: [...others, { client, path }] });
  }

  /** Moves the conversations of a project to another one. @returns a function that moves them back */
  async moveProject(from: string, to: string): Promise<() => Promise<void>> {
    if (this.#isEmpty()) return async () => undefined;
    await this.#open();
    const before = await this.#writer.call("moveProject", from, to);
    this.#emit();
    return async () => {
      await this.#writer.call("moveSessions", before);
      this.#emit();
    };
  }

  search(caller: Caller, input: ConversationSearchInput): Promise<ConversationSearchResult> {
    return this.#reads.search(caller, input);
  }

  mention(caller: Caller, query: string): Promise<string | null> {
    return this.#reads.mention(caller, query);
  }

  sessions(caller: Caller, input: ConversationListInput): Promise<Page<ConversationSession>> {
    return this.#reads.sessions(caller, input);
  }

  read(caller: Caller, input: ConversationReadInput): Promise<ConversationPart> {
    return this.#reads.read(caller, input);
  }

  forget(selection: ForgetSelection): Promise<Forgotten> {
    return this.#inOrder(async () => {
      const chosen = parseSelection(selection);
      if (this.#isEmpty()) return { sessions: 0, messages: 0 };
      await this.#open();
      const forgotten = await this.#writer.call("forget", chosen, this.#options.clock.now());
      await this.#removed();
      this.#emit();
      return forgotten;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#scans.close(), this.#indexer.stop()]);
    this.#embedded.cancel();
    await Promise.all([this.#writer.close(), this.#reader.close()]);
  }

  /** Waits until no scan runs. */
  async idle(): Promise<void> {
    await this.#scans.idle();
  }

  #meaningProgress({ fingerprint, done, total }: StoredStatus["embedded"]): ConversationStatus["meaning"] {
    const { embedder } = this.#options;
    if (total === 0 || embedder.status().state === "failed") return null;
    return { done: fingerprint === embedder.fingerprint ? done : 0, total, remainingMs: this.#indexer.remainingMs() };
  }

  #isEmbedded(): boolean {
    const { clients, embeddingPaused } = this.settings();
    return clients.length > 0 && !embeddingPaused && !this.#closed;
  }

  /** Embeds the stored messages, unless a scan runs, which starts embedding when it finishes. */
  #startEmbedding(): void {
    if (!this.#isEmbedded()) return;
    void this.#open().then(
      () => (this.#isEmbedded() && !this.#scans.isScanning() ? this.#indexer.start() : undefined),
      () => undefined,
    );
  }

  /** Nothing was ever stored: no file is created before the owner opted in. */
  #isEmpty(): boolean {
    return this.settings().clients.length === 0 && !existsSync(this.#options.file);
  }

  /** The writing thread creates the database, then the other one reads it. */
  #open(): Promise<void> {
    this.#opened ??= this.#writer.call("open").catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  #rules(): ScanRules {
    const { excludedFolders, excludedProjects, retentionDays } = this.settings();
    const keptSince = retentionDays === null ? null : this.#options.clock.now() - retentionDays * DAY_MS;
    return { excludedFolders, excludedProjects, keptSince, secrets: this.#options.secretPolicy() };
  }

  /** The owner's command succeeds even if what depends on the conversations cannot be updated. */
  #removed(): Promise<void> {
    return this.#options
      .onRemoved()
      .catch((error: unknown) =>
        this.#options.logger.warn("What was known from removed conversations stays.", { error: String(error) }),
      );
  }

  #emit(): void {
    this.#emittedAt = performance.now();
    this.#options.events.emit("conversations.changed", { progress: this.#scans.progress() });
  }

  #emitSometimes(): void {
    if (performance.now() - this.#emittedAt >= PROGRESS_INTERVAL_MS) this.#emit();
  }
}
