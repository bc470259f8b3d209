/**
 * The worker thread of conversations: reads clients' transcripts, stores and searches them, so that requests are not
 * delayed. It runs twice: one thread writes, one reads.
 */
import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import type { ConversationArchive } from "../core/conversations.ts";
import { type ProjectAddress, parseProjectAddress } from "../core/project-address.ts";
import { storageReasonOf, toFileError } from "../core/util/file-error.ts";
import { createMutex } from "../core/util/mutex.ts";
import { once } from "../core/util/once.ts";
import { detectProject } from "../shim/project.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { runInBackground } from "../threads/background.ts";
import { serveThread, threadLogger } from "../threads/serve-thread.ts";
import { noteDamage, openConversationFile } from "./conversation-file.ts";
import { ConversationQueries, toSession } from "./conversation-queries.ts";
import { openRows } from "./conversation-rows.ts";
import { WordSearch } from "./conversation-search.ts";
import { PassageRows } from "./passage-rows.ts";
import { clientOfArchive } from "./readers/export-archives.ts";
import { READERS } from "./readers/registry.ts";
import { Removals } from "./removals.ts";
import type { FoundProject, ScanRules } from "./scan-rules.ts";
import { SuggestionRows } from "./suggestion-rows.ts";
import type { ConversationThreadData, ConversationThreadMethods, SurveyedClient } from "./thread-methods.ts";
import { TranscriptScan } from "./transcript-scan.ts";
import { TranscriptStore } from "./transcript-store.ts";
import { UseRows } from "./use-rows.ts";

const MAX_FOLDERS = 2000;

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
const { file, system, now: startedAt, isBackground } = workerData as ConversationThreadData;
// A scan needs most of a processor.
if (isBackground) runInBackground();
const logger = threadLogger(port);
let lastNow = startedAt;
let database: ReturnType<typeof openConversationFile> | null = null;

/** The survey reads no database, so there is none before the owner opted in. */
function opened() {
  database ??= openConversationFile(file, lastNow, logger);
  return database;
}

const projects = new LRUCache<string, FoundProject>({ max: MAX_FOLDERS });
function projectOf(folder: string, repository = ""): FoundProject {
  const key = `${folder}\0${repository}`;
  const known = projects.get(key);
  if (known !== undefined) return known;
  // A path of another system would be one below the current folder. The variable that names the project of a running
  // client does not apply to earlier sessions.
  const recorded = repository === "" || isFolder(folder) ? null : projectOfRepository(repository);
  const detected = recorded ?? (isAbsolute(folder) ? detectProject(folder, {}, system.home) : null);
  const found =
    detected === null
      ? { project: null, name: null, host: null }
      : {
          project: rows().sessions.lastNameOf(detected) ?? (detected.host === null ? detected.name : null),
          ...detected,
        };
  projects.set(key, found);
  return found;
}

/**
 * Detects the projects of the folders of conversations again, because a folder can become a repository or get another
 * remote. A folder that no longer exists, or is not a repository any more, keeps its project.
 */
function detectProjectsAgain(): void {
  const { sessions } = rows();
  for (const { folder, name, host } of sessions.folders()) {
    if (!isFolder(folder)) continue;
    const found = projectOf(folder);
    const isSame = found.name === name && found.host === host;
    if (found.name !== null && !isSame && (found.host !== null || host === null)) {
      sessions.setProjectOfFolder(folder, found);
    }
  }
}

function isFolder(folder: string): boolean {
  return isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

function projectOfRepository(repository: string): ProjectAddress | null {
  const isOnGithub = /^[\w.-]+\/[\w.-]+$/.test(repository);
  return parseProjectAddress(isOnGithub ? `https://github.com/${repository}` : repository);
}

const queries = once(() => new ConversationQueries(opened()));
const words = once(() => new WordSearch(opened(), queries()));
const passages = once(() => new PassageRows(opened()));
const rows = once(() => openRows(opened()));
const suggestions = once(() => new SuggestionRows(opened()));
const use = once(() => new UseRows(opened()));
const removals = once(() => new Removals(rows()));
/** Runs steps of a scan and removals one after another: a step must not store a conversation that is being removed. */
const inOrder = createMutex();
const scan = once(
  () =>
    new TranscriptScan({
      readers: READERS,
      system,
      sources: rows().sources,
      store: new TranscriptStore(rows(), projectOf),
      now: () => lastNow,
    }),
);

/** Adds the targets of excluded folders that are links: programs write the path without links. */
function withRealFolders({ excludedFolders, ...rules }: ScanRules): ScanRules {
  return { ...rules, excludedFolders: excludedFolders.flatMap((folder) => [folder, realPath(folder)]) };
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

async function surveyClient(
  { client, find }: (typeof READERS)[number],
  archives: readonly ConversationArchive[],
): Promise<SurveyedClient> {
  const empty = { client, transcripts: 0, bytes: 0, since: null, latest: null, problem: null };
  try {
    const transcripts = await find({ ...system, archives });
    if (transcripts.length === 0) return empty;
    let [bytes, since, latest] = [0, Number.POSITIVE_INFINITY, 0];
    for (const { bytes: size, modifiedAt } of transcripts) {
      bytes += size;
      since = Math.min(since, modifiedAt);
      latest = Math.max(latest, modifiedAt);
    }
    return { ...empty, transcripts: transcripts.length, bytes, since, latest };
  } catch (error) {
    return { ...empty, problem: toErrorBody(error) };
  }
}

/** Brings the words of messages up to date. An interrupted run starts over at the next start. */
async function renewIndex(): Promise<void> {
  try {
    await rows().messages.renewIndex();
  } catch (error) {
    if (database?.open === true) logger.warn("Conversations could not be indexed again.", { error: String(error) });
  }
}

const methods: ConversationThreadMethods = {
  async open() {
    // Searches work in the meantime: each message stays indexed until it is indexed again.
    void renewIndex();
    await rows().purging.run();
  },
  clients: () => READERS.map(({ client }) => client),
  survey: (archives) => Promise.all(READERS.map((reader) => surveyClient(reader, archives))),
  clientOfArchive,
  folders: (clients) =>
    READERS.filter(({ client }) => clients.includes(client)).flatMap((reader) => reader.folders(system)),
  startScan: (start) =>
    inOrder(async () => {
      projects.clear();
      rows().transaction(detectProjectsAgain);
      return await scan().start({ ...start, rules: withRealFolders(start.rules) });
    }),
  step: (budgetMs, now) =>
    inOrder(async () => {
      lastNow = now;
      return { ...(await scan().step(budgetMs)), unnamed: rows().sessions.unnamedProjects() };
    }),
  moveProject: (from, to) =>
    inOrder(async () => {
      const before = rows().sessions.inProject(from);
      rows().transaction(() => rows().sessions.setProjects(before.map(({ id }) => ({ id, project: to }))));
      projects.clear();
      return before;
    }),
  moveSessions: (sessions) =>
    inOrder(async () => {
      rows().transaction(() => rows().sessions.setProjects(sessions));
      projects.clear();
    }),
  nameProjects: (named) =>
    rows().transaction(() => {
      for (const project of named) rows().sessions.nameProject(project);
    }),
  setRules: (clients, rules) =>
    inOrder(async () => {
      const real = withRealFolders(rules);
      scan().setRules(clients, real);
      return await removals().applyRules(real);
    }),
  readAgain: (options) =>
    inOrder(async () => {
      scan().interrupt();
      removals().readAgain(options);
    }),
  forget: (selection, now) =>
    inOrder(async () => {
      scan().interrupt();
      return await removals().forget(selection, now);
    }),
  pendingPassages: (fingerprint, limit) => ({
    pending: passages().pending(fingerprint, limit),
    ...passages().counts(),
  }),
  putVectors: (fingerprint, batch, vectors) => passages().put(fingerprint, batch, vectors),
  findSuggestions: (limits, budgetMs, now) => suggestions().find(limits, budgetMs, now),
  heldSuggestions: (limit, now) => suggestions().held(limit, now),
  releaseSuggestion: (id, isKnown, now) => suggestions().release(id, isKnown, now),
  listSuggestions: (state, limit, cursor, now) => suggestions().list(state, limit, cursor, now),
  suggestionCounts: (now) => suggestions().counts(now),
  waitingSuggestion: (id) => suggestions().waiting(id),
  decideSuggestion: (id, memory) => suggestions().decide(id, memory),
  rewriteSuggestion: (id) => suggestions().rewrite(id),
  reopenSuggestion: (id) => suggestions().reopen(id),
  removeSuggestions: (scope) => suggestions().remove(scope),
  suggestionDecisions: () => suggestions().decisions(),
  forgetSuggestionDecisions: () => suggestions().forgetDecisions(),
  nextToJudge: (since, limit) => use().next(since, limit),
  judgeUse: (conversations) => use().judge(conversations),
  storedConversations: (ids) => use().stored(ids),
  status: () => queries().status(),
  list: (filter, limit, cursor) => queries().list(filter, limit, cursor),
  search: (search, now) => words().search(search, now),
  read(id, { number, before, after }) {
    const session = queries().session(id);
    return session === null
      ? null
      : { session: toSession(session), ...queries().around(session, number, before, after) };
  },
};

serveThread(port, {
  methods,
  close() {
    if (database === null) return;
    scan().interrupt();
    database.close();
  },
  toError(error) {
    const { code, message: finding } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
    if (code === undefined || !code.startsWith("SQLITE_")) return toFileError(error);
    const reason = storageReasonOf(code);
    if (reason === "damaged_in_part") noteDamage(file);
    return reason === undefined || reason === "damaged_in_part"
      ? new RecollectError("conversations_failed", { finding: String(finding) })
      : new RecollectError(reason, { finding: String(finding) });
  },
});
