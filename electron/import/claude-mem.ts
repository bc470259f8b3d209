import { isFolderPath } from "../core/project-name.ts";
import type { ForeignKey, ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { type Row, type SqliteFile, shortened } from "./sqlite-file.ts";
import { type Fields, momentOf, nameOf, objectOf, omitEmpty, textOf, textsOf } from "./values.ts";

const PROGRAM = "claude-mem";

/** Whether these are the tables of claude-mem. */
export function isClaudeMem(tables: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return tables.has("sdk_sessions") && (tables.get("observations")?.has("created_at_epoch") ?? false);
}

/** A table of memories: the columns that are used, and the conversion of a row. */
interface Table {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly string[];
  toMemory(row: Fields): ForeignMemory | null;
}

const COMMON = ["project", "merged_into_project", "session", "created_at", "created_at_epoch"];
const OBSERVED = [
  "title",
  "subtitle",
  "narrative",
  "text",
  "facts",
  "concepts",
  "type",
  "files_read",
  "files_modified",
];
const SUMMARISED = ["request", "investigated", "learned", "completed", "next_steps", "notes"];

const OBSERVATIONS: Table = {
  name: "observations",
  label: "observation",
  columns: [...COMMON, ...OBSERVED],
  toMemory: (row) => observation(row, "observation"),
};
const SUMMARIES: Table = {
  name: "session_summaries",
  label: "session summary",
  columns: [...COMMON, ...SUMMARISED, "files_read", "files_edited"],
  toMemory: summary,
};
/** The table of newer versions. Its rows that are copies of observations are left out. */
const ITEMS: Table = {
  ...OBSERVATIONS,
  name: "memory_items",
  label: "item",
  toMemory: (row) => observation(row, "item"),
};

/** Reads the database of claude-mem 4 and later. */
export function readClaudeMem(file: SqliteFile): ImportSource {
  const tables = file.tables();
  const count = (table: string, condition = "TRUE") =>
    tables.has(table) ? Number(file.page(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`)[0]?.n ?? 0) : 0;
  const ownItems = "legacy_observation_id IS NULL AND kind <> 'prompt'";
  const prompts = count("user_prompts");
  return {
    total: count("observations") + count("session_summaries") + count("memory_items", ownItems),
    items: (async function* () {
      try {
        yield* read(OBSERVATIONS, file.rows(queryFor(OBSERVATIONS, tables)));
        yield* read(SUMMARIES, file.rows(queryFor(SUMMARIES, tables)));
        const known = tables.get("memory_items");
        if (known !== undefined) yield* read(ITEMS, file.rows(itemQuery(known, ownItems)));
        yield* skippedPrompts(prompts);
      } finally {
        file.close();
      }
    })(),
  };
}

/** Whether a JSON document is from the export script of claude-mem. */
export function isClaudeMemExport(document: Fields): boolean {
  return Array.isArray(document.observations) && Array.isArray(document.summaries);
}

/** Reads such an export. */
export function readClaudeMemExport(document: Fields): ImportSource {
  const rows = (name: string) => (Array.isArray(document[name]) ? document[name] : []).map(objectOf);
  const sessions = new Map(rows("sessions").map((row) => [textOf(row.memory_session_id), row.content_session_id]));
  const withSessions = (table: string) =>
    rows(table).map((row) => {
      const own = textOf(row.memory_session_id);
      return { ...row, row: Number(row.id), session: textOf(sessions.get(own)) || own };
    });
  return {
    total: rows("observations").length + rows("summaries").length,
    items: (async function* () {
      yield* read(OBSERVATIONS, withSessions("observations"));
      yield* read(SUMMARIES, withSessions("summaries"));
      yield* skippedPrompts(rows("prompts").length);
    })(),
  };
}

/** Versions add and rename columns; a missing column is read as null. */
function queryFor({ name, columns }: Table, tables: ReadonlyMap<string, ReadonlySet<string>>): string {
  const known = tables.get(name) ?? new Set();
  const sessions = tables.get("sdk_sessions") ?? new Set();
  const own = known.has("memory_session_id") ? "memory_session_id" : "sdk_session_id";
  const theirs = sessions.has("memory_session_id") ? "memory_session_id" : "sdk_session_id";
  const client = sessions.has("content_session_id") ? "content_session_id" : "claude_session_id";
  const selected = columns
    .filter((column) => column !== "session")
    .map((column) => selectColumn(`t.${column}`, column, known));
  // Not a join: in a foreign file a session may be there many times.
  const session = `(SELECT ${shortened(`s.${client}`)} FROM sdk_sessions s WHERE s.${theirs} = t.${own} LIMIT 1)`;
  return `SELECT t.rowid AS row, ${selected.join(", ")}, coalesce(${session}, ${shortened(`t.${own}`)}) AS session
    FROM ${name} t WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?`;
}

function itemQuery(known: ReadonlySet<string>, condition: string): string {
  const columns = [...OBSERVED, "created_at", "created_at_epoch", "merged_into_project"];
  const selected = columns.map((column) => selectColumn(`i.${column}`, column, known));
  const project = `(SELECT ${shortened("p.name")} FROM projects p WHERE p.id = i.project_id LIMIT 1)`;
  return `SELECT i.rowid AS row, ${selected.join(", ")}, ${project} AS project FROM memory_items i
    WHERE ${condition} AND i.rowid > ? ORDER BY i.rowid LIMIT ?`;
}

function selectColumn(value: string, column: string, known: ReadonlySet<string>): string {
  return known.has(column) ? `${shortened(value)} AS ${column}` : `NULL AS ${column}`;
}

function* read(table: Table, rows: Iterable<Row | Fields>): Generator<ImportItem> {
  for (const row of rows) {
    const line = Number(row.row);
    const memory = table.toMemory(row);
    const at = { program: PROGRAM, line, place: `${table.label} ${line}` } as const;
    yield memory === null ? { ...at, kind: "skipped", reason: "empty", count: 1 } : { ...at, kind: "memory", memory };
  }
}

function* skippedPrompts(prompts: number): Generator<ImportItem> {
  if (prompts === 0) return;
  yield { program: PROGRAM, line: 0, place: "prompts", kind: "skipped", reason: "prompt", count: prompts };
}

function observation(row: Fields, kind: "observation" | "item"): ForeignMemory | null {
  const title = textOf(row.title);
  const facts = textsOf(row.facts);
  const paragraphs = [textOf(row.subtitle), textOf(row.narrative) || textOf(row.text), listOf(facts)];
  const files = filesOf(row.files_modified, row.files_read);
  const body = [...new Set(paragraphs)].filter((part) => part !== "" && part !== title);
  if (title === "" && body.length === 0) return null;
  const type = nameOf(row.type);
  return {
    ...metadataOf(row, kind),
    content: joinParagraphs([title === "" ? "" : `# ${title}`, ...body, files]),
    ...omitEmpty({ namespace: namespaceFor(type) }),
    tags: [type, ...textsOf(row.concepts)],
  };
}

function summary(row: Fields): ForeignMemory | null {
  const headings: Readonly<Record<string, string>> = { next_steps: "Next steps" };
  const sections = SUMMARISED.slice(1).flatMap((name) => {
    const text = textOf(row[name]);
    return text === "" ? [] : [`## ${headings[name] ?? `${name[0]?.toUpperCase()}${name.slice(1)}`}\n\n${text}`];
  });
  const request = textOf(row.request);
  if (request === "" && sections.length === 0) return null;
  return {
    ...metadataOf(row, "session summary"),
    content: joinParagraphs([`# ${request || "Session"}`, ...sections, filesOf(row.files_edited, row.files_read)]),
    namespace: "progress",
    tags: ["session-summary"],
  };
}

/** Project, session and dates, which all tables have. */
function metadataOf(row: Fields, kind: string) {
  const createdAt = momentOf(row.created_at_epoch) ?? momentOf(row.created_at);
  const session = textOf(row.session);
  const named = nameOf(row.merged_into_project) || nameOf(row.project);
  // The project of a worktree is named `parent/worktree`; it becomes the project `parent`, unless it exists.
  const [parent = ""] = isFolderPath(named) ? [named] : named.split("/");
  const isUnknown = named === "unknown-project";
  const foreign: ForeignKey = {
    key: [PROGRAM, kind, textOf(row.row), textOf(row.created_at_epoch)],
    createdAt: createdAt ?? null,
  };
  return {
    foreign,
    ...omitEmpty({
      createdAt,
      project: isUnknown ? undefined : named,
      otherwiseProject: isUnknown || parent === named ? undefined : parent,
      source: session === "" ? undefined : `claude-mem session ${session}`,
    }),
  };
}

function filesOf(modified: unknown, read: unknown): string {
  const line = (name: string, files: readonly string[]) =>
    files.length === 0 ? [] : [`${name}: ${files.map((file) => `\`${file}\``).join(", ")}`];
  const changed = textsOf(modified);
  const onlyRead = textsOf(read).filter((file) => !changed.includes(file));
  return [...line("Files changed", changed), ...line("Files read", onlyRead)].join("  \n");
}

function listOf(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function joinParagraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
