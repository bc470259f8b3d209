import type { ForeignKey, ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import type { Row, SqliteFile } from "./sqlite-file.ts";
import { momentOf, objectOf, present, textOf, textsOf } from "./values.ts";

const PROGRAM = "claude-mem";
/** Rows of one answer of the database. */
const PAGE = 200;

/** Whether a database's tables are claude-mem's. */
export function isClaudeMem(tables: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return tables.has("sdk_sessions") && (tables.get("observations")?.has("created_at_epoch") ?? false);
}

type Fields = Readonly<Record<string, unknown>>;

/** A table that holds memories: which of its columns are used, and what a row says. */
interface Table {
  readonly name: string;
  readonly label: string;
  readonly columns: readonly string[];
  toMemory(row: Fields): ForeignMemory | null;
}

const ABOUT = ["project", "merged_into_project", "session", "created_at", "created_at_epoch"];
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
  columns: [...ABOUT, ...OBSERVED],
  toMemory: (row) => observation(row, "observation"),
};
const SUMMARIES: Table = {
  name: "session_summaries",
  label: "session summary",
  columns: [...ABOUT, ...SUMMARISED, "files_read", "files_edited"],
  toMemory: summary,
};
/** What newer versions keep beside the observations; what was copied from those is left to them. */
const ITEMS: Table = {
  ...OBSERVATIONS,
  name: "memory_items",
  label: "item",
  toMemory: (row) => observation(row, "item"),
};

/** Reads the database of claude-mem, of its fourth version and later. */
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
        yield* read(OBSERVATIONS, (after) => file.page(questionFor(OBSERVATIONS, tables), after, PAGE));
        yield* read(SUMMARIES, (after) => file.page(questionFor(SUMMARIES, tables), after, PAGE));
        if (tables.has("memory_items")) {
          const question = `SELECT i.rowid AS row, i.*, p.name AS project FROM memory_items i
            LEFT JOIN projects p ON p.id = i.project_id WHERE ${ownItems} AND i.rowid > ? ORDER BY i.rowid LIMIT ?`;
          yield* read(ITEMS, (after) => file.page(question, after, PAGE));
        }
        yield* leftOut(prompts);
      } finally {
        file.close();
      }
    })(),
  };
}

/** Whether a JSON document is what claude-mem's export script writes. */
export function isClaudeMemExport(document: Fields): boolean {
  return Array.isArray(document.observations) && Array.isArray(document.summaries);
}

/** Reads what claude-mem's export script wrote. */
export function readClaudeMemExport(document: Fields): ImportSource {
  const rows = (name: string) => (Array.isArray(document[name]) ? document[name] : []).map(objectOf);
  const sessions = new Map(rows("sessions").map((row) => [textOf(row.memory_session_id), row.content_session_id]));
  const page = (table: string) => {
    let given = false;
    return (): Fields[] => {
      if (given) return [];
      given = true;
      return rows(table).map((row) => {
        const own = textOf(row.memory_session_id);
        return { ...row, row: Number(row.id), session: textOf(sessions.get(own)) || own };
      });
    };
  };
  return {
    total: rows("observations").length + rows("summaries").length,
    items: (async function* () {
      yield* read(OBSERVATIONS, page("observations"));
      yield* read(SUMMARIES, page("summaries"));
      yield* leftOut(rows("prompts").length);
    })(),
  };
}

/** Columns came and were renamed with the versions; what a version has not is null. */
function questionFor({ name, columns }: Table, tables: ReadonlyMap<string, ReadonlySet<string>>): string {
  const known = tables.get(name) ?? new Set();
  const sessions = tables.get("sdk_sessions") ?? new Set();
  const own = known.has("memory_session_id") ? "memory_session_id" : "sdk_session_id";
  const theirs = sessions.has("memory_session_id") ? "memory_session_id" : "sdk_session_id";
  const client = sessions.has("content_session_id") ? "content_session_id" : "claude_session_id";
  const selected = columns
    .filter((column) => column !== "session")
    .map((column) => (known.has(column) ? `t.${column}` : `NULL AS ${column}`));
  return `SELECT t.id AS row, ${selected.join(", ")}, coalesce(s.${client}, t.${own}) AS session
    FROM ${name} t LEFT JOIN sdk_sessions s ON s.${theirs} = t.${own} WHERE t.id > ? ORDER BY t.id LIMIT ?`;
}

function* read(table: Table, page: (after: number) => readonly (Row | Fields)[]): Generator<ImportItem> {
  let after = 0;
  for (let rows = page(after); rows.length > 0; rows = page(after)) {
    for (const row of rows) {
      after = Number(row.row);
      const memory = table.toMemory(row);
      const at = { program: PROGRAM, line: after, place: `${table.label} ${after}` } as const;
      yield memory === null
        ? { ...at, kind: "left-out", reason: "empty", count: 1 }
        : { ...at, kind: "memory", memory };
    }
  }
}

function* leftOut(prompts: number): Generator<ImportItem> {
  if (prompts === 0) return;
  yield { program: PROGRAM, line: 0, place: "prompts", kind: "left-out", reason: "prompt", count: prompts };
}

function observation(row: Fields, kind: "observation" | "item"): ForeignMemory | null {
  const title = textOf(row.title);
  const facts = textsOf(row.facts);
  const written = [textOf(row.subtitle), textOf(row.narrative) || textOf(row.text), listOf(facts)];
  const files = filesOf(row.files_modified, row.files_read);
  const body = [...new Set(written)].filter((part) => part !== "" && part !== title);
  if (title === "" && body.length === 0) return null;
  const type = textOf(row.type);
  return {
    ...about(row, kind),
    content: joined([title === "" ? "" : `# ${title}`, ...body, files]),
    ...present({ namespace: namespaceFor(type) }),
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
    ...about(row, "session summary"),
    content: joined([`# ${request || "Session"}`, ...sections, filesOf(row.files_edited, row.files_read)]),
    namespace: "progress",
    tags: ["session-summary"],
  };
}

/** Project, session and dates, the same for everything claude-mem keeps. */
function about(row: Fields, kind: string) {
  const createdAt = momentOf(row.created_at_epoch) ?? momentOf(row.created_at);
  const session = textOf(row.session);
  // A worktree's project is called `parent/worktree`: it is the parent's project here.
  const [project = ""] = (textOf(row.merged_into_project) || textOf(row.project)).split("/");
  const foreign: ForeignKey = {
    key: [PROGRAM, kind, textOf(row.row), textOf(row.created_at_epoch)],
    createdAt: createdAt ?? null,
  };
  return {
    foreign,
    ...present({
      createdAt,
      project: project === "unknown-project" ? undefined : project,
      source: session === "" ? undefined : `claude-mem session ${session}`,
    }),
  };
}

function filesOf(changed: unknown, looked: unknown): string {
  const line = (name: string, files: readonly string[]) =>
    files.length === 0 ? [] : [`${name}: ${files.map((file) => `\`${file}\``).join(", ")}`];
  const written = textsOf(changed);
  const read = textsOf(looked).filter((file) => !written.includes(file));
  return [...line("Files changed", written), ...line("Files read", read)].join("  \n");
}

function listOf(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
