import type { Database } from "better-sqlite3";
import type { ForgetSelection, Forgotten } from "../core/conversations.ts";
import { ANALYSER_VERSION, analyseForIndex } from "../core/text-analysis.ts";
import type { ErrorBody } from "../text/errors.ts";
import { MESSAGES_PER_SESSION } from "./conversation-file.ts";
import { conversationId, digestOf, keyOf } from "./identity.ts";
import { keptText } from "./kept-text.ts";
import { MessageRows, rangeOf } from "./message-rows.ts";
import { type PurgeStep, Purging } from "./purging.ts";
import type { Found, FoundMessage, SessionFields, Transcript } from "./readers/reader.ts";
import { type FoundProject, isExcluded, namesOf, type ScanRules } from "./scan-rules.ts";
import { type SessionRow, SessionRows, type SessionState } from "./session-rows.ts";
import { SourceRows } from "./source-rows.ts";

/** What was read of a transcript, to be stored with the position in one transaction. */
export interface ReadPart {
  readonly client: string;
  readonly transcript: Transcript;
  /** Whether the transcript is read from its start. */
  readonly isStart: boolean;
  readonly found: readonly Found[];
  /** Where the next read continues; null where this part does not change that. */
  readonly position: { readonly position: string | null } | null;
  /** Whether this is the last part; then `error` says why it ended early, or is null. */
  readonly ended: { readonly error: ErrorBody | null } | null;
}

/** A session during one transaction. */
interface OpenSession {
  session: SessionRow;
  state: SessionState;
  messages: number;
  bytes: number;
  lastNumber: number;
  first: number | null;
  last: number | null;
}

/** Sessions removed in one transaction. */
const REMOVE_STEP_SESSIONS = 20;
/** Messages indexed again in one transaction. */
const INDEX_STEP_ROWS = 500;
/** Of titles, models and clients' ids, in UTF-16 units. */
const MAX_FIELD_UNITS = 300;
/** A longer one is no folder (PATH_MAX of Linux is 4,096). */
const MAX_FOLDER_UNITS = 4096;

/** Writes the results of a scan, and removes what the owner excluded or forgot. */
export class ScanStore {
  readonly #database: Database;
  readonly #detect: (folder: string) => FoundProject;
  readonly #messages: MessageRows;
  readonly #sessions: SessionRows;
  readonly sources: SourceRows;
  readonly #purging: Purging;
  readonly #statements;

  /** @param detect returns the project of a folder */
  constructor(database: Database, detect: (folder: string) => FoundProject) {
    this.#database = database;
    this.#detect = detect;
    this.#messages = new MessageRows(database);
    this.#sessions = new SessionRows(database);
    this.sources = new SourceRows(database);
    this.#purging = new Purging(database);
    this.#statements = {
      scopes: database.prepare<[], { kind: string; name: string; before: number }>("SELECT * FROM forgotten_scope"),
      forgetScope: database.prepare<[string, string, number]>(`
        INSERT INTO forgotten_scope (kind, name, before) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET before = excluded.before`),
      // Messages to which the time of a scope does not apply: those without a time, and from a clock that was ahead.
      rememberUntimed: database.prepare<[number, number, number]>(`
        INSERT OR IGNORE INTO forgotten_message (key)
        SELECT key FROM message WHERE id BETWEEN ? AND ? AND (at IS NULL OR at > ?)`),
      analyser: database.prepare<[], number>("SELECT analyser FROM state").pluck(),
      setAnalyser: database.prepare<[number]>("UPDATE state SET analyser = ?"),
      texts: database.prepare<[number, number], { id: number; text: string }>(
        "SELECT id, text FROM message WHERE id > ? ORDER BY id LIMIT ?",
      ),
      index: database.prepare<[number, string]>("INSERT INTO message_text (rowid, text) VALUES (?, ?)"),
    };
  }

  /** Stores parts with their positions in one transaction. */
  apply(parts: readonly ReadPart[], rules: ScanRules): void {
    this.#database
      .transaction(() => {
        const scopes = this.#forgottenScopes();
        const open = new Map<string, OpenSession>();
        for (const part of parts) this.#applyPart(part, rules, scopes, open);
        for (const one of open.values()) this.#close(one);
        for (const { ended, transcript } of parts) if (ended !== null) this.#dropEmpty(transcript.path);
      })
      .immediate();
  }

  /** Removes the conversations of a selection. Messages up to `now` are not stored again. */
  async forget(selection: ForgetSelection, now: number): Promise<Forgotten> {
    const [kind, name] =
      "session" in selection
        ? (["session", selection.session] as const)
        : "project" in selection
          ? (["project", selection.project] as const)
          : "client" in selection
            ? (["client", selection.client] as const)
            : (["all", ""] as const);
    if (kind !== "session") this.#statements.forgetScope.run(kind, name, now);
    const sessions = this.#sessions.inScope(kind, name);
    const removed = await this.#removeSessions(sessions, (session) => {
      if (kind === "session") {
        this.#sessions.setState(session.row, "forgotten");
        return this.#messages.removeOfSession(session.row, true);
      }
      this.#statements.rememberUntimed.run(...rangeOf(session.row), now);
      return this.#removeSession(session);
    });
    await this.purge();
    return removed;
  }

  /** Removes conversations that the rules no longer keep. */
  async applyRules(rules: ScanRules): Promise<Forgotten> {
    const isLimited = rules.excludedFolders.length + rules.excludedProjects.length > 0;
    const excluded = isLimited
      ? this.#sessions.kept().filter((session) => isExcluded(rules, session.folder, projectOf(session)))
      : [];
    const removed = await this.#removeSessions(excluded, (session) => {
      this.#sessions.setState(session.row, "excluded");
      return this.#messages.removeOfSession(session.row, false);
    });
    let expired = { sessions: 0, messages: 0 };
    if (rules.keptSince !== null) {
      for (;;) {
        const old = this.#sessions.expired(rules.keptSince, REMOVE_STEP_SESSIONS);
        if (old.length === 0) break;
        const step = await this.#removeSessions(old, (session) => this.#removeSession(session));
        expired = { sessions: expired.sessions + step.sessions, messages: expired.messages + step.messages };
      }
    }
    await this.purge();
    return { sessions: removed.sessions + expired.sessions, messages: removed.messages + expired.messages };
  }

  /** Makes the next scan read everything again. @param forgotten also what was forgotten */
  readAgain({ forgotten }: { readonly forgotten: boolean }): void {
    this.#database
      .transaction(() => {
        this.sources.readAgain();
        this.#sessions.removeMarks("excluded");
        if (!forgotten) return;
        this.#sessions.removeMarks("forgotten");
        this.#database.exec("DELETE FROM forgotten_message; DELETE FROM forgotten_scope");
      })
      .immediate();
  }

  unnamedProjects(): readonly { readonly name: string; readonly host: string | null }[] {
    return this.#sessions.unnamedProjects();
  }

  nameProjects(
    names: readonly { readonly name: string; readonly host: string | null; readonly project: string }[],
  ): void {
    this.#database
      .transaction(() => {
        for (const { name, host, project } of names) this.#sessions.nameProject(project, name, host);
      })
      .immediate();
  }

  /** Indexes every text again if another version of the text analysis wrote the index. */
  async renewIndex(): Promise<void> {
    if (this.#statements.analyser.get() === ANALYSER_VERSION) return;
    this.#database.exec("INSERT INTO message_text (message_text) VALUES ('delete-all')");
    let after = 0;
    for (;;) {
      const batch = this.#statements.texts.all(after, INDEX_STEP_ROWS);
      const last = batch.at(-1);
      if (last === undefined) break;
      this.#database.transaction(() => {
        for (const { id, text } of batch) this.#statements.index.run(id, analyseForIndex(text));
      })();
      after = last.id;
      await nextTurn();
    }
    this.#statements.setAnalyser.run(ANALYSER_VERSION);
  }

  /** Overwrites the words of removed messages in the file. */
  async purge(): Promise<void> {
    let step: PurgeStep = "continue";
    while (step === "continue") {
      step = this.#purging.step();
      await nextTurn();
    }
  }

  #applyPart(
    { client, transcript, isStart, found, position, ended }: ReadPart,
    rules: ScanRules,
    scopes: ForgottenScopes,
    open: Map<string, OpenSession>,
  ): void {
    const skipped = new Map<string, number>();
    for (const item of found) {
      if (item.kind === "skipped") {
        skipped.set(item.type, (skipped.get(item.type) ?? 0) + 1);
        continue;
      }
      const one = this.#open(client, item.session, transcript.path, open);
      if (one.state !== "kept") continue;
      if (item.kind === "session") this.#describe(one, item.fields, rules);
      else this.#addMessage(one, item.message, transcript, rules, scopes, skipped);
    }
    if (position !== null) this.sources.setPosition(client, transcript.path, position.position);
    this.sources.addSkipped(transcript.path, skipped, isStart);
    if (ended !== null) this.sources.finish(client, transcript, ended.error);
  }

  #open(client: string, clientSession: string, path: string, open: Map<string, OpenSession>): OpenSession {
    const id = conversationId(client, clientSession);
    const known = open.get(id);
    if (known !== undefined) return known;
    const session =
      this.#sessions.byId(id) ?? this.#sessions.insert(id, client, clientSession.slice(0, MAX_FIELD_UNITS));
    const { state, lastNumber } = session;
    if (state === "kept" && session.source !== path) this.#sessions.setSource(session.row, path);
    const opened = { session, state, messages: 0, bytes: 0, lastNumber, first: null, last: null };
    open.set(id, opened);
    return opened;
  }

  #describe(one: OpenSession, fields: SessionFields, rules: ScanRules): void {
    const { title, folder, model, startedAt, continues } = fields;
    const { session } = one;
    if (folder !== undefined && folder !== session.folder && folder.length <= MAX_FOLDER_UNITS) {
      const project = this.#detect(folder);
      if (isExcluded(rules, folder, project)) {
        if (this.#messages.removeOfSession(session.row, false) > 0) this.#purging.request();
        this.#sessions.setState(session.row, "excluded");
        one.state = "excluded";
        return;
      }
      this.#sessions.setPlace(session.row, folder, project);
      one.session = this.#sessions.byId(session.id) ?? session;
    }
    this.#sessions.describe(session.row, {
      title: title === undefined ? null : this.#kept(title, one.session, rules).slice(0, MAX_FIELD_UNITS) || null,
      model: model?.slice(0, MAX_FIELD_UNITS) ?? null,
      continues: continues === undefined ? null : conversationId(session.client, continues),
      startedAt: startedAt ?? null,
    });
    one.session = this.#sessions.byId(session.id) ?? session;
  }

  #addMessage(
    one: OpenSession,
    message: FoundMessage,
    transcript: Transcript,
    rules: ScanRules,
    scopes: ForgottenScopes,
    skipped: Map<string, number>,
  ): void {
    const { session } = one;
    const at = message.at === null ? null : Math.trunc(message.at);
    // Nothing in a file was said after the file was last changed.
    const time = at ?? Math.trunc(transcript.modifiedAt);
    if (time <= scopes.before(session)) return;
    const text = this.#kept(message.text, session, rules);
    if (text === "") return;
    const key = keyOf(session.client, message.key);
    if (this.#messages.isForgotten(key)) return;
    const digest = digestOf(session.client, message);
    if (at !== null && this.#messages.isForgotten(digest)) return;
    const stored = this.#messages.byKey(key);
    if (stored !== null) {
      const isOwn = Math.floor(stored.id / MESSAGES_PER_SESSION) === session.row;
      if (isOwn && stored.digest !== digest) this.#messages.replaceText(stored.id, digest, text);
      return;
    }
    if (at !== null ? this.#messages.hasDigest(digest) : this.#isCopyWithoutTime(session, digest)) return;
    const number = one.lastNumber + 1;
    if (number >= MESSAGES_PER_SESSION) {
      skipped.set("message", (skipped.get("message") ?? 0) + 1);
      return;
    }
    one.lastNumber = number;
    one.messages += 1;
    one.bytes += Buffer.byteLength(text);
    if (at !== null) one.first = Math.min(one.first ?? at, at);
    one.last = Math.max(one.last ?? time, time);
    const id = session.row * MESSAGES_PER_SESSION + number;
    this.#messages.insert({ id, key, digest, isUser: message.role === "user", at, text });
  }

  #kept(text: string, { project, detectedName }: SessionRow, { secrets }: ScanRules): string {
    return keptText(text, secrets, project ?? detectedName);
  }

  /** A text without a time can be said twice; in the session that this one continues it is the same message. */
  #isCopyWithoutTime({ continues }: SessionRow, digest: bigint): boolean {
    const earlier = continues === null ? null : this.#sessions.byId(continues);
    return earlier !== null && this.#messages.hasDigestInSession(digest, earlier.row);
  }

  #close({ session, state, messages, bytes, lastNumber, first, last }: OpenSession): void {
    if (state !== "kept" || messages === 0) return;
    this.#sessions.addMessages(session.row, { messages, bytes, lastNumber, first, last });
  }

  /** A session without a message is not kept; its transcript is read from the start when it has more. */
  #dropEmpty(path: string): void {
    if (this.#sessions.removeEmpty(path)) this.sources.readFromStart(path);
  }

  /** @param remove returns how many messages it removed */
  async #removeSessions(sessions: readonly SessionRow[], remove: (session: SessionRow) => number): Promise<Forgotten> {
    let messages = 0;
    for (let from = 0; from < sessions.length; from += REMOVE_STEP_SESSIONS) {
      this.#database
        .transaction(() => {
          for (const session of sessions.slice(from, from + REMOVE_STEP_SESSIONS)) messages += remove(session);
          this.#purging.request();
        })
        .immediate();
      await nextTurn();
    }
    return { sessions: sessions.length, messages };
  }

  /** Removes a session and its messages. A later message needs what the transcript says of its session at its start. */
  #removeSession({ row, source }: SessionRow): number {
    this.#sessions.remove(row);
    if (source !== null) this.sources.readFromStart(source);
    return this.#messages.removeOfSession(row, false);
  }

  #forgottenScopes(): ForgottenScopes {
    const times = new Map(this.#statements.scopes.all().map(({ kind, name, before }) => [`${kind} ${name}`, before]));
    const of = (kind: string, name: string) => times.get(`${kind} ${name}`) ?? Number.NEGATIVE_INFINITY;
    return {
      before(session) {
        const projects = session.project === null ? namesOf(projectOf(session)) : [session.project];
        return Math.max(of("all", ""), of("client", session.client), ...projects.map((name) => of("project", name)));
      },
    };
  }
}

interface ForgottenScopes {
  /** The time until which messages of a session are forgotten, in milliseconds since 1970. */
  before(session: SessionRow): number;
}

function projectOf({ project, detectedName: name, detectedHost: host }: SessionRow): FoundProject {
  return { project, name, host };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
