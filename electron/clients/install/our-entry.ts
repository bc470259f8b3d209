import { existsSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Entry, ShimCommand } from "../connect/client.ts";
import type { ConnectionRecord } from "./connection-registry.ts";

/** Our shim wherever it lies: the program may have moved, or be of another version. */
const SHIM_FILE = /(?:^|[\\/])recollect-shim\.mjs$/;

/**
 * Whether an entry called `recollect` is ours: as we wrote it; or it starts our shim; or it leads to an `/mcp` address on
 * this machine, whatever the port was when it was written.
 */
export function isOurEntry(entry: unknown, shim: ShimCommand, written: ConnectionRecord | null): boolean {
  if (written !== null && isDeepStrictEqual(entry, written.entry)) return true;
  return startsShim(entry, shim) || textsIn(entry).some(leadsHere);
}

/** Whether an entry starts our shim without saying for which client: the shim then speaks for the owner. */
export function startsShimAnonymously(entry: unknown, shim: ShimCommand): boolean {
  return startsShim(entry, shim) && !namesIn(entry).includes("RECOLLECT_CLIENT");
}

function startsShim(entry: unknown, shim: ShimCommand): boolean {
  const program = shim.args.at(-1) ?? shim.command;
  return textsIn(entry).some((text) => text === program || SHIM_FILE.test(text));
}

/** Whether an entry starts a program that is no longer where it was. */
export function startsNothing(entry: Entry): boolean {
  const { env: _env, envs: _envs, environment: _environment, ...started } = entry;
  return textsIn(started).some((text) => path.isAbsolute(text) && !existsSync(text));
}

function leadsHere(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) && url.pathname === "/mcp";
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}
