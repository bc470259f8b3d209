import { readFileSync, rmSync, statSync } from "node:fs";
import { writePrivateFile } from "./atomic-file.ts";
import { isAlive, processStart } from "./process-state.ts";

/** The address of the running application, for the shim, the command line and the owner's scripts (mode 0600). */
export interface Endpoint {
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  readonly port: number;
  /** The socket that serves the same as the port (`local-socket.ts`); missing if there is none. */
  readonly socket?: string;
  readonly pid: number;
  /** When the process started ({@link processStart}); null or missing if the system does not report it. */
  readonly processStart?: string | null;
  /** The owner's token. */
  readonly token: string;
  readonly version: string;
  /** The user who owns the file; not part of it. Undefined on Windows. */
  readonly owner?: number;
}

export function writeEndpoint(file: string, endpoint: Endpoint): void {
  writePrivateFile(file, `${JSON.stringify(endpoint, null, 2)}\n`);
}

/**
 * Reads the file, without a check that the process runs; null if it is missing, unreadable, not an endpoint, or of
 * another user, who could name another server.
 */
export function readEndpoint(file: string): Endpoint | null {
  try {
    const user = process.getuid?.();
    const owner = user === undefined ? undefined : statSync(file).uid;
    // Root administers the applications of other users.
    if (owner !== user && user !== 0) return null;
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isEndpoint(value) ? { ...value, owner } : null;
  } catch {
    return null;
  }
}

/**
 * Reads the endpoint of a running application; null for a file that a dead process left, even if another process has
 * its id now.
 */
export function readLiveEndpoint(file: string): Endpoint | null {
  const endpoint = readEndpoint(file);
  if (endpoint === null || !isAlive(endpoint.pid)) return null;
  const isOther = typeof endpoint.processStart === "string" && endpoint.processStart !== processStart(endpoint.pid);
  return isOther ? null : endpoint;
}

/** Removes the file on a clean stop, unless another process has replaced it. */
export function removeEndpoint(file: string, pid: number): void {
  if (readEndpoint(file)?.pid === pid) rmSync(file, { force: true });
}

function isEndpoint(value: unknown): value is Endpoint {
  if (typeof value !== "object" || value === null) return false;
  const { url, port, socket, pid, token, version } = value as Record<string, unknown>;
  return (
    typeof url === "string" &&
    (socket === undefined || typeof socket === "string") &&
    Number.isInteger(port) &&
    Number.isInteger(pid) &&
    Number(pid) > 0 &&
    typeof token === "string" &&
    typeof version === "string"
  );
}
