import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { OWNER } from "../core/caller.ts";
import {
  type ClientMemoryEntry,
  type ClientMemoryProblem,
  type ClientMemoryService,
  type ClientMemorySettings,
  type ClientMemorySources,
  type ClientMemoryStatus,
  type ClientMemorySurvey,
  type EntryCounts,
  type EntryState,
  type InstructionFileSurvey,
  type MemoryPlace,
  NOTHING_WATCHED,
} from "../core/client-memories.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { Events } from "../core/events.ts";
import type { InboxService, OfferState } from "../core/inbox.ts";
import { createMutex } from "../core/util/mutex.ts";
import { FolderWatch } from "../platform/folder-watch.ts";
import type { RecordContext } from "../platform/record-file.ts";
import { detectProject } from "../shim/project.ts";
import { RecollectError } from "../text/errors.ts";
import { findInstructionFiles, folderOfInstructions, readInstructionSections } from "./instruction-files.ts";
import { Ledger, type LedgerEntry } from "./ledger.ts";
import { readingError } from "./list-folder.ts";
import { MemoryFileScan } from "./memory-file-scan.ts";
import { readTextFile } from "./read-text-file.ts";
import type { ClientMemoryReader, FoundEntry, MemoryFile, ReaderSystem } from "./readers/reader.ts";
import { READERS, sourcesOf } from "./sources.ts";

interface ClientMemoriesOptions extends RecordContext {
  /** The file that records which entries were read. */
  readonly file: string;
  readonly system: ReaderSystem;
  readonly settings: { get(): ClientMemorySettings; set(settings: ClientMemorySettings): void };
  readonly inbox: Pick<InboxService, "offer" | "offerStates">;
  /** Returns the final name of a project. */
  projectName(name: string, host: string | null): string;
  readonly events: Pick<Events, "emit">;
}

/** Transcripts are in the same folders and change all the time. */
const OTHER_FILES = /\.(?:jsonl|json|sqlite|db|log|lock|tmp)(?:-\w+)?$/;

/** Watches clients' own memories and sections of instruction files, and proposes new and changed entries. */
export class ClientMemories implements ClientMemoryService {
  readonly #options: ClientMemoriesOptions;
  readonly #watch: FolderWatch;
  readonly #inOrder = createMutex();
  #ledger: Ledger | null = null;
  #problems: readonly ClientMemoryProblem[] = [];
  #scanning = 0;
  #closed = false;

  constructor(options: ClientMemoriesOptions) {
    this.#options = options;
    const { platform } = options.system;
    this.#watch = new FolderWatch({
      platform,
      onChange: () => this.#scanLater(),
      isRelevant: (name) => !OTHER_FILES.test(name),
    });
  }

  /** Scans and watches if the owner opted in. */
  start(): void {
    if (this.#isOn()) this.#scanLater();
  }

  settings(): ClientMemorySettings {
    return this.#options.settings.get();
  }

  async updateSettings(changes: Partial<ClientMemorySettings>): Promise<ClientMemorySettings> {
    const after = validated({ ...this.settings(), ...changes });
    this.#options.settings.set(after);
    if (this.#isOn()) this.#scanLater();
    else this.#watch.close();
    this.#emit();
    return after;
  }

  async survey(): Promise<ClientMemorySources> {
    const { clients, files } = this.settings();
    const surveyed: ClientMemorySurvey[] = [];
    for (const reader of READERS) {
      const found = await this.#surveyClient(reader);
      surveyed.push({ client: reader.client, watched: clients.includes(reader.client), ...found });
    }
    const paths = new Set([...findInstructionFiles(this.#options.system), ...files.map((file) => file.path)]);
    const surveys: InstructionFileSurvey[] = [];
    for (const place of paths) {
      const chosen = files.find((file) => file.path === place);
      const watched = { path: place, watched: chosen !== undefined, chosen: chosen?.sections ?? null };
      try {
        const root = folderOfInstructions(place, this.#options.system);
        const sections = readInstructionSections((await readTextFile({ path: place, root })).text).map(
          ({ name }) => name,
        );
        if (sections.length > 0 || chosen !== undefined) surveys.push({ ...watched, sections });
      } catch (error) {
        surveys.push({ ...watched, sections: [], problem: readingError(place, error) });
      }
    }
    return { clients: surveyed, files: surveys };
  }

  async status(): Promise<ClientMemoryStatus> {
    const { clients, files } = this.settings();
    const entries = this.#isUsed() ? await this.entries() : [];
    const ids = new Set([...clients, ...files.map((file) => file.path), ...entries.map(({ source }) => source)]);
    return {
      state: !this.#isOn() ? "off" : this.#scanning > 0 ? "scanning" : "idle",
      sources: [...ids].map((id) => countsOf(id, entries)),
      problems: this.#problems,
      scannedAt: this.#isUsed() ? this.#opened().scannedAt : null,
    };
  }

  async entries(): Promise<readonly ClientMemoryEntry[]> {
    const entries = [...this.#opened().entries.values()];
    const ids = entries.flatMap(({ versions }) => versions.map(({ id }) => id));
    const states = await this.#options.inbox.offerStates(OWNER, ids);
    return entries.map((entry) => toEntry(entry, states));
  }

  async scan(): Promise<ClientMemoryStatus> {
    if (!this.#isOn()) throw new RecollectError("client_memories_off", {});
    await this.#scan();
    return await this.status();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.close();
    await this.#inOrder(async () => undefined);
  }

  #isOn(): boolean {
    const { clients, files } = this.settings();
    return clients.length + files.length > 0 && !this.#closed;
  }

  /** Nothing is recorded before the owner opted in. */
  #isUsed(): boolean {
    return this.#isOn() || this.#opened().entries.size > 0;
  }

  #opened(): Ledger {
    this.#ledger ??= new Ledger(this.#options);
    return this.#ledger;
  }

  #scanLater(): void {
    // A change that is reported while a scan waits is read by that scan.
    if (this.#scanning > 1) return;
    this.#scan().catch((error: unknown) => {
      this.#options.logger.warn("Clients' memories could not be read.", { error: String(error) });
    });
  }

  async #scan(): Promise<void> {
    this.#scanning += 1;
    try {
      await this.#inOrder(() => this.#run());
    } finally {
      this.#scanning -= 1;
      this.#emit();
    }
  }

  async #run(): Promise<void> {
    if (!this.#isOn()) return;
    const { system, inbox, clock } = this.#options;
    const settings = this.settings();
    const readers = READERS.filter(({ client }) => settings.clients.includes(client)).map((one) => one.folders(system));
    // Before the scan, because the watch does not report files that were written after a folder was read.
    await this.#watch.watch(
      readers.flatMap(({ trees }) => trees),
      [...readers.flatMap(({ flat }) => flat), ...settings.files.map((file) => path.dirname(file.path))],
    );
    const scan = new MemoryFileScan({
      ledger: this.#opened(),
      inbox,
      clock,
      home: system.home,
      domainOf: this.#domains(),
      // A change of the settings is followed by a scan of its own.
      isStopped: () => this.#closed || !isDeepStrictEqual(settings, this.settings()),
    });
    this.#problems = await scan.run(sourcesOf(settings, system));
  }

  async #surveyClient(reader: ClientMemoryReader) {
    const domainOf = this.#domains();
    const places = new Map<string, MemoryPlace>();
    const { files, problems } = await reader.find(this.#options.system);
    const failed: ClientMemoryProblem[] = [...problems];
    for (const file of files) {
      try {
        for (const entry of reader.read(file, (await readTextFile(file)).text)) {
          const folder = path.dirname(file.path);
          const domain = domainOf(file, { ...entry, isPersonal: false });
          const key = JSON.stringify([folder, domain]);
          const entries = (places.get(key)?.entries ?? 0) + 1;
          places.set(key, { folder, project: domain === USER_DOMAIN ? null : domain, entries });
        }
      } catch (error) {
        failed.push({ path: file.path, error: readingError(file.path, error) });
      }
    }
    const all = [...places.values()];
    return { entries: all.reduce((sum, { entries }) => sum + entries, 0), places: all, problems: failed };
  }

  /** Returns a function that decides the domain of entries, and looks at each project's folder once. */
  #domains(): (file: MemoryFile, entry: FoundEntry) => string {
    const { system, projectName } = this.#options;
    const names = new Map<string, string>();
    const nameOf = (folder: string): string => {
      // The variable that names the project of a running client says nothing about a file.
      const detected = detectProject(folder, {}, system.home);
      if (detected === null) return USER_DOMAIN;
      const name = detected.host === null ? detected.name : projectName(detected.name, detected.host);
      try {
        return parseDomain(name);
      } catch {
        return USER_DOMAIN;
      }
    };
    return (file, entry) => {
      const folder = entry.folder ?? file.folder;
      if (entry.isPersonal === true || folder === null) return USER_DOMAIN;
      const name = names.get(folder) ?? nameOf(folder);
      names.set(folder, name);
      return name;
    };
  }

  #emit(): void {
    this.#options.events.emit("clientMemories.changed", null);
  }
}

/** @throws invalid_argument */
function validated({ clients, files }: ClientMemorySettings): ClientMemorySettings {
  const known = READERS.map(({ client }) => client);
  const unknown = clients.find((client) => !known.includes(client));
  if (unknown !== undefined) {
    throw new RecollectError(
      "client_memory_client_unknown",
      { client: String(unknown).slice(0, 60), known },
      { field: "clients" },
    );
  }
  const relative = files.find((file) => !path.isAbsolute(file.path));
  if (relative !== undefined) {
    throw new RecollectError(
      "client_memory_path_not_absolute",
      { path: relative.path.slice(0, 200) },
      { field: "files" },
    );
  }
  const byPath = new Map(files.map(({ path: given, sections }) => [path.normalize(given), sections]));
  return {
    ...NOTHING_WATCHED,
    clients: known.filter((client) => clients.includes(client)),
    files: [...byPath].map(([place, sections]) => ({ path: place, sections })),
  };
}

const STATES: Readonly<Record<OfferState, EntryState>> = {
  waiting: "waiting",
  kept: "kept",
  rejected: "rejected",
  superseded: "other",
  trash: "other",
  none: "other",
};

function toEntry(
  { source, path: file, name, hash, versions, goneAt }: LedgerEntry,
  states: ReadonlyMap<string, OfferState>,
): ClientMemoryEntry {
  const current = versions.findLast((one) => one.hash === hash);
  const state = STATES[states.get(current?.id ?? "") ?? "none"];
  return { source, path: file, name, state, id: current?.id ?? "", goneAt };
}

function countsOf(source: string, all: readonly ClientMemoryEntry[]): EntryCounts {
  const entries = all.filter((entry) => entry.source === source);
  const count = (state: EntryState) => entries.filter((entry) => entry.state === state).length;
  return {
    source,
    entries: entries.length,
    waiting: count("waiting"),
    kept: count("kept"),
    rejected: count("rejected"),
    gone: entries.filter(({ goneAt }) => goneAt !== null).length,
  };
}
