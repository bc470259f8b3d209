import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zipSync } from "fflate";
import { onTestFinished } from "vitest";
import type { ConversationReader, Found, FoundMessage, ReaderSystem, SessionFields, Transcript } from "../reader.ts";
import { READERS } from "../registry.ts";

const FOLDER = path.join(import.meta.dirname, "fixtures");

/** The contents of a fixture, as a reader returns them. */
export interface Conversations {
  readonly sessions: Readonly<Record<string, Session>>;
  /** How many records of unknown types, by type. */
  readonly skipped: Readonly<Record<string, number>>;
}

interface Session {
  readonly fields: SessionFields;
  /** `user: …` or `assistant: …`, in the order of the file. */
  readonly messages: readonly string[];
}

interface Copy {
  readonly reader: ConversationReader;
  readonly system: ReaderSystem;
  readonly expected: Conversations;
}

/** Copies the home folder of a client's fixture. The copy is removed after the test. */
export function copyFixture(client: string): Copy {
  const reader = READERS.find((each) => each.client === client);
  if (reader === undefined) throw new Error(`There is no reader for ${client}.`);
  const home = mkdtempSync(path.join(tmpdir(), "recollect-reader-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const expected = addFixture(client, home);
  return { reader, system: { home, env: {}, platform: "linux" }, expected };
}

/** Adds the files of a client's fixture to a home folder. @returns their contents; `$HOME` in them is the home folder */
export function addFixture(client: string, home: string): Conversations {
  const source = path.join(FOLDER, client);
  cpSync(path.join(source, "home"), home, { recursive: true, preserveTimestamps: true });
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".sql")) buildDatabase(path.join(home, name));
    if (name.endsWith(".zip.folder")) buildArchive(path.join(home, name));
  }
  const expected = readFileSync(path.join(source, "expected.json"), "utf8");
  return JSON.parse(expected.replaceAll("$HOME", () => JSON.stringify(home).slice(1, -1))) as Conversations;
}

/** Replaces a file of SQL by the database that it makes, as its program leaves one. */
function buildDatabase(file: string): void {
  const database = new DatabaseSync(file.replace(/\.sql$/, ""));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  database.exec(`BEGIN; ${readFileSync(file, "utf8")}; COMMIT`);
  database.close();
  rmSync(file);
}

/** Replaces a folder by the archive of its files. */
function buildArchive(folder: string): void {
  const entries = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))] as const);
  writeFileSync(folder.replace(/\.folder$/, ""), zipSync(Object.fromEntries(entries)));
  rmSync(folder, { recursive: true });
}

export function hasFixture(client: string): boolean {
  return existsSync(path.join(FOLDER, client, "expected.json"));
}

interface Reading {
  readonly found: readonly Found[];
  readonly position: string | null;
}

/** Reads a transcript to its end. */
export async function readFrom(
  reader: ConversationReader,
  transcript: Transcript,
  position: string | null = null,
): Promise<Reading> {
  const found: Found[] = [];
  let last = position;
  for await (const batch of reader.read(transcript, position)) {
    found.push(...batch.found);
    if (batch.position !== undefined) last = batch.position;
  }
  return { found, position: last };
}

/** Collects items as a store does: messages by their keys, later fields over earlier ones. */
export function collect(found: readonly Found[]): Conversations {
  const sessions = new Map<string, { fields: SessionFields; messages: Map<string, string> }>();
  const skipped: Record<string, number> = {};
  const sessionOf = (id: string) => {
    const known = sessions.get(id) ?? { fields: {}, messages: new Map<string, string>() };
    sessions.set(id, known);
    return known;
  };
  for (const each of found) {
    if (each.kind === "skipped") skipped[each.type] = (skipped[each.type] ?? 0) + 1;
    else if (each.kind === "message") sessionOf(each.session).messages.set(each.message.key, lineOf(each.message));
    else {
      const session = sessionOf(each.session);
      session.fields = { ...session.fields, ...each.fields };
    }
  }
  const entries = [...sessions].map(([id, { fields, messages }]) => [id, { fields, messages: [...messages.values()] }]);
  return { sessions: Object.fromEntries(entries), skipped };
}

function lineOf({ role, text }: FoundMessage): string {
  return `${role}: ${text}`;
}

/** Reads all transcripts of a client from the start. */
export async function readClient(reader: ConversationReader, system: ReaderSystem): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const transcript of await reader.find(system)) found.push(...(await readFrom(reader, transcript)).found);
  return found;
}

/** The names, times and bytes of everything in a folder. */
export function snapshot(folder: string): readonly (readonly [string, number, string])[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const { mtimeMs } = lstatSync(file);
      return [name, mtimeMs, lstatSync(file).isFile() ? readFileSync(file, "base64") : ""] as const;
    });
}
