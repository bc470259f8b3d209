import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { CONNECTION_SCOPES, TRANSPORTS } from "../../core/client-connection.ts";
import { type RecordContext, RecordList } from "../../platform/record-file.ts";
import type { Entry, ShimCommand } from "../client.ts";

/** A change of a text that can be undone to the byte: `was` became `is`. */
const reversal = z.object({ was: z.string(), is: z.string() });
export type Reversal = z.output<typeof reversal>;

/** A file that we wrote. The record contains a token if the file does. */
const connectionRecord = z.object({
  clientId: z.string(),
  transport: z.enum(TRANSPORTS),
  scope: z.enum(CONNECTION_SCOPES),
  path: z.string(),
  /** The entry that we wrote. */
  entry: z.record(z.string(), z.unknown()) as unknown as z.ZodType<Entry>,
  /** Whether we created the key that contains the servers, and the file. */
  madeContainer: z.boolean(),
  madeFile: z.boolean(),
  /** Undoes our change to the byte; null if that is not known. */
  reversal: reversal.nullable(),
  /** The entry of another program that ours replaced; null if there was none. */
  replaced: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type ConnectionRecord = z.output<typeof connectionRecord>;

/**
 * Opens the records of the files that we wrote, by path. The command line writes the file too. Without its record, an
 * entry is recognised by its contents.
 */
export function openConnectionRegistry(options: RecordContext & { readonly file: string }) {
  return new RecordList<ConnectionRecord>({
    ...options,
    item: connectionRecord,
    keyOf: ({ path }) => path,
    isShared: true,
  });
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
