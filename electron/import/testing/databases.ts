import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { insert, MOMENT } from "./claude-mem.ts";

/** A folder that is removed when the test ends. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The vector table of mcp-memory-service, whose module is not available here. */
const VECTORS = `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', 'memory_embeddings',
  'memory_embeddings', 0, 'CREATE VIRTUAL TABLE memory_embeddings USING vec0(content_embedding FLOAT[384])')`;

/** A database in WAL mode, as these programs use, still open for writing. */
export function createDatabase(file: string, schema: string): DatabaseSync {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`PRAGMA journal_mode = WAL; ${schema}`);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** claude-mem's first schema with observations, version 4, with the names of session ids before version 17. */
export const OLD_CLAUDE_MEM = `
  CREATE TABLE sdk_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE,
    project TEXT NOT NULL, started_at TEXT NOT NULL, started_at_epoch INTEGER NOT NULL, status TEXT NOT NULL);
  CREATE TABLE observations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL,
    type TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
  CREATE TABLE session_summaries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT UNIQUE NOT NULL, project TEXT NOT NULL, request TEXT,
    investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT, notes TEXT,
    created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
`;

/** The table of mcp-memory-service from 10.30 on; before 8.64 without `deleted_at` and the columns after it. */
export const MCP_MEMORY_SERVICE = `
  CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL, tags TEXT,
    memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, created_at_iso TEXT, updated_at_iso TEXT,
    deleted_at REAL DEFAULT NULL, parent_id TEXT, version INTEGER DEFAULT 1, confidence REAL DEFAULT 1.0,
    last_accessed INTEGER, superseded_by TEXT);
  PRAGMA writable_schema = ON; ${VECTORS}; PRAGMA writable_schema = OFF;
`;
export const OLD_MCP_MEMORY_SERVICE = MCP_MEMORY_SERVICE.replace(/,\s*deleted_at REAL[\s\S]*superseded_by TEXT/, "");

/** Memories of mcp-memory-service, one superseded and one deleted. */
export function fillMcpMemoryService(database: DatabaseSync): void {
  const row = (hash: string, content: string, rest: Readonly<Record<string, null | number | string>>) =>
    insert(database, "memories", {
      ...{ content_hash: hash, content, created_at: MOMENT / 1000 + 0.25, updated_at: MOMENT / 1000 + 60 },
      ...rest,
    });
  row("h1", "We use pnpm", {
    ...{ tags: "tools,proj:shop", memory_type: "tool_choice" },
    metadata: '{"access_count": 3, "last_accessed_at": 1755000000.5}',
  });
  row("h2", "Tabs, not spaces", {
    ...{ tags: "untagged", memory_type: "best_practice", metadata: '{"source_file": "docs/style.md"}' },
  });
  row("h3", "Deploys on Friday", { tags: "", memory_type: "note", metadata: "{}", superseded_by: "h4" });
  row("h4", "Deploys on Monday", { tags: "deploy", memory_type: null, metadata: null });
  row("h5", "Deleted", { tags: "x", deleted_at: MOMENT / 1000 });
}
