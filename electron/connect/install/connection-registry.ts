import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import { isRecord } from "../../core/util/is-record.ts";
import type { Entry, ShimCommand } from "../client.ts";

/** A change of a text that can be undone to the byte: `was` became `is`. */
export interface Reversal {
  readonly was: string;
  readonly is: string;
}

/** A file that we wrote. The record contains a token if the file does. */
export interface ConnectionRecord {
  readonly clientId: string;
  readonly transport: Transport;
  readonly scope: ConnectionScope;
  readonly path: string;
  /** The entry that we wrote. */
  readonly entry: Entry;
  /** Whether we created the key that contains the servers, and the file. */
  readonly madeContainer: boolean;
  readonly madeFile: boolean;
  /** Undoes our change to the byte; null if it replaced an entry. */
  readonly reversal: Reversal | null;
}

/**
 * The records of the files that we wrote, stored in one file. Every access reads the file, because the command line
 * writes it too. An unreadable file counts as empty: then an entry is recognised by its contents.
 */
export class ConnectionRegistry {
  readonly #file: string;
  readonly #write: (file: string, content: string) => void;

  /** @param write writes a file that only its owner may read */
  constructor(file: string, write: (file: string, content: string) => void) {
    this.#file = file;
    this.#write = write;
  }

  list(): readonly ConnectionRecord[] {
    try {
      const parsed: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      return Array.isArray(parsed) ? parsed.filter(isConnectionRecord) : [];
    } catch {
      return [];
    }
  }

  find(path: string): ConnectionRecord | null {
    return this.list().find((record) => record.path === path) ?? null;
  }

  save(saved: ConnectionRecord): void {
    this.#store([...this.list().filter(({ path }) => path !== saved.path), saved]);
  }

  remove(path: string): void {
    const records = this.list();
    const others = records.filter((record) => record.path !== path);
    if (others.length < records.length) this.#store(others);
  }

  #store(records: readonly ConnectionRecord[]): void {
    this.#write(this.#file, `${JSON.stringify(records, null, 2)}\n`);
  }
}

/** The file name of our shim in any installation and version. */
const SHIM_FILE = /(?:^|[\\/])recollect-shim\.mjs$/;

/**
 * Whether an entry named `recollect` is ours: it equals the one we wrote, starts our shim, or points to an `/mcp`
 * address on this machine, whatever its port.
 */
export function isOurEntry(entry: unknown, shim: ShimCommand, written: ConnectionRecord | null): boolean {
  if (written !== null && isDeepStrictEqual(entry, written.entry)) return true;
  return startsShim(entry, shim) || textsIn(entry).some(isOurAddress);
}

/** Whether an entry starts our shim without naming the client: the shim then has the owner's rights. */
export function startsShimAnonymously(entry: unknown, shim: ShimCommand): boolean {
  return startsShim(entry, shim) && !keysIn(entry).includes("RECOLLECT_CLIENT");
}

/** Whether an entry starts a program that no longer exists. */
export function startsMissingProgram(entry: Entry): boolean {
  const { env: _env, envs: _envs, environment: _environment, ...started } = entry;
  return textsIn(started).some((text) => path.isAbsolute(text) && !existsSync(text));
}

function startsShim(entry: unknown, shim: ShimCommand): boolean {
  const program = shim.args.at(-1) ?? shim.command;
  return textsIn(entry).some((text) => text === program || SHIM_FILE.test(text));
}

function isOurAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) && url.pathname === "/mcp";
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...keysIn(member)]);
}

function isConnectionRecord(value: unknown): value is ConnectionRecord {
  if (!isRecord(value)) return false;
  const { clientId, transport, scope, path, entry, madeContainer, madeFile, reversal } = value;
  return (
    typeof clientId === "string" &&
    (transport === "http" || transport === "stdio") &&
    (scope === "user" || scope === "project") &&
    typeof path === "string" &&
    isRecord(entry) &&
    typeof madeContainer === "boolean" &&
    typeof madeFile === "boolean" &&
    (reversal === null || (isRecord(reversal) && typeof reversal.was === "string" && typeof reversal.is === "string"))
  );
}
