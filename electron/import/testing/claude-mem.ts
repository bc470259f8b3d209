import type { DatabaseSync } from "node:sqlite";

/** The tables of claude-mem 13.25, schema version 52, with the columns that are read and their neighbours. */
export const CLAUDE_MEM = `
  CREATE TABLE schema_versions (id INTEGER PRIMARY KEY, version INTEGER UNIQUE NOT NULL, applied_at TEXT NOT NULL);
  CREATE TABLE sdk_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL, memory_session_id TEXT UNIQUE,
    project TEXT NOT NULL, platform_source TEXT NOT NULL DEFAULT 'claude', user_prompt TEXT, started_at TEXT NOT NULL,
    started_at_epoch INTEGER NOT NULL, completed_at TEXT, completed_at_epoch INTEGER,
    status TEXT CHECK(status IN ('active', 'completed', 'failed')) NOT NULL DEFAULT 'active', worker_port INTEGER,
    prompt_counter INTEGER DEFAULT 0, custom_title TEXT, observed_model TEXT, observed_billing TEXT);
  CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
    type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
    files_modified TEXT, prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL,
    discovery_tokens INTEGER DEFAULT 0, content_hash TEXT, generated_by_model TEXT, relevance_count INTEGER DEFAULT 0,
    merged_into_project TEXT, agent_type TEXT, agent_id TEXT, metadata TEXT, synced_at INTEGER,
    FOREIGN KEY(memory_session_id) REFERENCES sdk_sessions(memory_session_id) ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE session_summaries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT,
    investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
    prompt_number INTEGER, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL,
    discovery_tokens INTEGER DEFAULT 0, merged_into_project TEXT, synced_at INTEGER,
    FOREIGN KEY(memory_session_id) REFERENCES sdk_sessions(memory_session_id) ON DELETE CASCADE ON UPDATE CASCADE);
  CREATE TABLE user_prompts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_db_id INTEGER, content_session_id TEXT NOT NULL,
    prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at TEXT NOT NULL,
    created_at_epoch INTEGER NOT NULL);
  CREATE VIRTUAL TABLE observations_fts USING fts5(title, content='observations', content_rowid='id');
  CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT NOT NULL, root_path TEXT);
  CREATE TABLE memory_items (
    id TEXT PRIMARY KEY, project_id TEXT NOT NULL, legacy_observation_id INTEGER, kind TEXT NOT NULL, type TEXT NOT NULL,
    title TEXT, subtitle TEXT, text TEXT, narrative TEXT, facts TEXT NOT NULL DEFAULT '[]',
    concepts TEXT NOT NULL DEFAULT '[]', files_read TEXT NOT NULL DEFAULT '[]',
    files_modified TEXT NOT NULL DEFAULT '[]', created_at_epoch INTEGER NOT NULL, updated_at_epoch INTEGER NOT NULL);
`;

/** 2025-06-01T12:00:00.000Z */
export const MOMENT = Date.UTC(2025, 5, 1, 12);

/** Inserts one row. */
export function insert(database: DatabaseSync, table: string, row: Readonly<Record<string, null | number | string>>) {
  const names = Object.keys(row);
  const question = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  database.prepare(question).run(...Object.values(row));
}

/** A session of claude-mem with two observations, a summary and two prompts. */
export function fillClaudeMem(database: DatabaseSync): void {
  const at = (minutes: number) => {
    const time = MOMENT + minutes * 60_000;
    return { created_at: new Date(time).toISOString(), created_at_epoch: time };
  };
  const session = { memory_session_id: "memory-1", project: "shop" };
  insert(database, "sdk_sessions", {
    ...{ ...session, content_session_id: "content-1", started_at: "2025-06-01", started_at_epoch: MOMENT },
  });
  insert(database, "observations", {
    ...{ ...session, ...at(1), type: "bugfix", title: "Login loop fixed", subtitle: "The cookie had the wrong domain" },
    narrative: "Safari drops cookies of other domains.",
    facts: '["The cookie is set on .example.org", "Safari drops others"]',
    concepts: '["problem-solution", "gotcha"]',
    files_read: '["src/login.ts", "src/cookie.ts"]',
    files_modified: '["src/cookie.ts"]',
  });
  insert(database, "observations", {
    ...{ ...session, ...at(2), project: "shop/feature-x", type: "decision", title: "PostgreSQL for orders" },
    ...{ narrative: "Partial indexes decided it.", facts: "[]", concepts: '["trade-off"]' },
  });
  insert(database, "session_summaries", {
    ...{ ...session, ...at(3), request: "Fix the login", learned: "Safari is strict", next_steps: "Add a test" },
  });
  for (const prompt of [1, 2]) {
    insert(database, "user_prompts", {
      ...{ ...at(0), content_session_id: "content-1", prompt_number: prompt, prompt_text: "Fix the login" },
    });
  }
}
