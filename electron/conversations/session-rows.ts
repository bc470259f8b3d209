import type { Database } from "better-sqlite3";
import type { FoundProject } from "./scan-rules.ts";

/** `copied`: another client has the conversation itself, which `continues` names. */
export type SessionState = "kept" | "excluded" | "forgotten" | "copied";

/** A session, with its project. */
export interface SessionRow extends FoundProject {
  readonly row: number;
  readonly id: string;
  readonly client: string;
  readonly source: string | null;
  readonly state: SessionState;
  readonly folder: string | null;
  readonly continues: string | null;
  readonly lastNumber: number;
}

/** The messages added to a session in one transaction. */
export interface AddedMessages {
  messages: number;
  bytes: number;
  lastNumber: number;
  /** The times of the first and the last message, in milliseconds since 1970. */
  first: number | null;
  last: number | null;
}

const COLUMNS = `row, id, client, source, state, folder, project, detected_name AS name, detected_host AS host, continues,
  last_number AS lastNumber`;

/** The id of a conversation, and its project. */
export interface ProjectOfSession {
  readonly id: string;
  readonly project: string;
}

/** A folder of conversations, with the project that was detected in it. */
interface DetectedFolder {
  readonly folder: string;
  readonly name: string | null;
  readonly host: string | null;
}

/** A detected project, with the final name that the application gave it. */
export interface NamedProject {
  readonly name: string;
  readonly host: string | null;
  readonly project: string;
}

/** The sessions. Each method must run in a transaction. */
export class SessionRows {
  readonly #statements;

  constructor(database: Database) {
    this.#statements = {
      byId: database.prepare<[string], SessionRow>(`SELECT ${COLUMNS} FROM session WHERE id = ?`),
      insert: database.prepare<[string, string, string]>(
        "INSERT INTO session (id, client, client_session) VALUES (?, ?, ?)",
      ),
      setSource: database.prepare<[string, number]>("UPDATE session SET source = ? WHERE row = ?"),
      removeEmpty: database.prepare<[string]>(
        "DELETE FROM session WHERE source = ? AND last_number = 0 AND state = 'kept'",
      ),
      describe: database.prepare(`
        UPDATE session SET title = coalesce(:title, title), model = coalesce(:model, model),
          continues = coalesce(:continues, continues), started_at = coalesce(:startedAt, started_at)
        WHERE row = :row`),
      place: database.prepare(`
        UPDATE session SET folder = :folder, project = :project, detected_name = :name, detected_host = :host
        WHERE row = :row`),
      added: database.prepare(`
        UPDATE session SET messages = messages + :messages, text_bytes = text_bytes + :bytes, last_number = :lastNumber,
          started_at = coalesce(min(started_at, :first), started_at, :first),
          last_at = coalesce(max(last_at, :last), last_at, :last)
        WHERE row = :row`),
      empty: database.prepare<[SessionState, number]>(`
        UPDATE session SET state = ?, client_session = NULL, source = NULL, title = NULL, folder = NULL, project = NULL,
          detected_name = NULL, detected_host = NULL, model = NULL, continues = NULL, started_at = NULL, last_at = NULL,
          messages = 0, text_bytes = 0 WHERE row = ?`),
      remove: database.prepare<[number]>("DELETE FROM session WHERE row = ?"),
      unnamed: database.prepare<[], { name: string; host: string | null }>(`
        SELECT DISTINCT detected_name AS name, detected_host AS host FROM session
        WHERE project IS NULL AND detected_name IS NOT NULL AND state = 'kept'`),
      name: database.prepare<[string, string, string | null]>(
        "UPDATE session SET project = ? WHERE project IS NULL AND detected_name = ? AND detected_host IS ?",
      ),
      lastName: database
        .prepare<[string, string | null], string>(
          `SELECT project FROM session WHERE detected_name = ? AND detected_host IS ? AND project IS NOT NULL
             AND state = 'kept' ORDER BY row DESC LIMIT 1`,
        )
        .pluck(),
      folders: database.prepare<[], DetectedFolder>(
        `SELECT DISTINCT folder, detected_name AS name, detected_host AS host FROM session
         WHERE folder IS NOT NULL AND state = 'kept'`,
      ),
      placeAll: database.prepare(`
        UPDATE session SET project = :project, detected_name = :name, detected_host = :host
        WHERE folder = :folder AND state = 'kept'`),
      inProject: database.prepare<[string], ProjectOfSession>(
        "SELECT id, project FROM session WHERE lower(project) = lower(?) AND state = 'kept'",
      ),
      setProject: database.prepare<[string, string]>("UPDATE session SET project = ? WHERE id = ? AND state = 'kept'"),
      inScope: {
        session: database.prepare<[string], SessionRow>(
          `SELECT ${COLUMNS} FROM session WHERE id = ? AND state = 'kept'`,
        ),
        client: database.prepare<[string], SessionRow>(
          `SELECT ${COLUMNS} FROM session WHERE client = ? AND state = 'kept'`,
        ),
        project: database.prepare<[string], SessionRow>(
          `SELECT ${COLUMNS} FROM session WHERE lower(project) = lower(?) AND state = 'kept'`,
        ),
        all: database.prepare<[string], SessionRow>(`SELECT ${COLUMNS} FROM session WHERE ? = '' AND state = 'kept'`),
      },
      kept: database.prepare<[], SessionRow>(`SELECT ${COLUMNS} FROM session WHERE state = 'kept'`),
      expired: database.prepare<[number, number], SessionRow>(
        `SELECT ${COLUMNS} FROM session WHERE messages > 0 AND last_at < ? LIMIT ?`,
      ),
      setOriginal: database.prepare<[string, number]>("UPDATE session SET continues = ? WHERE row = ?"),
      removeCopied: database.prepare("DELETE FROM session WHERE state = 'copied'"),
      removeExcluded: database.prepare("DELETE FROM session WHERE state = 'excluded'"),
      removeForgotten: database.prepare("DELETE FROM session WHERE state = 'forgotten'"),
    };
  }

  byId(id: string): SessionRow | null {
    return this.#statements.byId.get(id) ?? null;
  }

  insert(id: string, client: string, clientSession: string): SessionRow {
    this.#statements.insert.run(id, client, clientSession);
    const row = this.byId(id);
    if (row === null) throw new Error("Internal: a session was not inserted.");
    return row;
  }

  setSource(row: number, path: string): void {
    this.#statements.setSource.run(path, row);
  }

  /** Removes the sessions of a transcript that have no message. @returns whether there were any */
  removeEmpty(path: string): boolean {
    return this.#statements.removeEmpty.run(path).changes > 0;
  }

  describe(
    row: number,
    fields: {
      readonly title: string | null;
      readonly model: string | null;
      readonly continues: string | null;
      readonly startedAt: number | null;
    },
  ): void {
    this.#statements.describe.run({ ...fields, row });
  }

  setPlace(row: number, folder: string, { project, name, host }: FoundProject): void {
    this.#statements.place.run({ row, folder, project, name, host });
  }

  addMessages(row: number, added: AddedMessages): void {
    this.#statements.added.run({ ...added, row });
  }

  /** Keeps only the mark that the session must not be read. */
  setState(row: number, state: SessionState): void {
    this.#statements.empty.run(state, row);
  }

  /** Keeps of a copy only the mark that another conversation has its messages. */
  setCopied(row: number, original: string): void {
    this.setState(row, "copied");
    this.#statements.setOriginal.run(original, row);
  }

  remove(row: number): void {
    this.#statements.remove.run(row);
  }

  /** Projects whose final name is not known. */
  unnamedProjects(): Omit<NamedProject, "project">[] {
    return this.#statements.unnamed.all();
  }

  nameProject({ project, name, host }: NamedProject): void {
    this.#statements.name.run(project, name, host);
  }

  /** The project of the last conversation in which the same project was detected: it may have been moved. */
  lastNameOf({ name, host }: Omit<NamedProject, "project">): string | null {
    return this.#statements.lastName.get(name, host) ?? null;
  }

  /** The folders of conversations, with the project that was detected in them. */
  folders(): DetectedFolder[] {
    return this.#statements.folders.all();
  }

  /** Changes the project of all conversations in a folder. */
  setProjectOfFolder(folder: string, { project, name, host }: FoundProject): void {
    this.#statements.placeAll.run({ folder, project, name, host });
  }

  /** The conversations of a project, in any letter case of its name. */
  inProject(project: string): ProjectOfSession[] {
    return this.#statements.inProject.all(project);
  }

  setProjects(sessions: readonly ProjectOfSession[]): void {
    for (const { id, project } of sessions) this.#statements.setProject.run(project, id);
  }

  inScope(kind: "session" | "client" | "project" | "all", name: string): SessionRow[] {
    return this.#statements.inScope[kind].all(name);
  }

  kept(): SessionRow[] {
    return this.#statements.kept.all();
  }

  expired(before: number, limit: number): SessionRow[] {
    return this.#statements.expired.all(before, limit);
  }

  removeMarks(state: "excluded" | "forgotten" | "copied"): void {
    const { removeExcluded, removeForgotten, removeCopied } = this.#statements;
    ({ excluded: removeExcluded, forgotten: removeForgotten, copied: removeCopied })[state].run();
  }
}
