import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import net from "node:net";
import { isStopped } from "./process-state.ts";

/** The response header of `GET /health?nonce=…` with the server's proof. */
export const PROOF_HEADER = "recollect-proof";
/** A nonce that a server accepts: up to 64 characters of base64url. */
export const NONCE_FORMAT: RegExp = /^[\w-]{16,64}$/;
const MAX_RESPONSE_BYTES = 4096;
const STOP_CHECK_INTERVAL_MS = 300;

/**
 * Returns the proof that a server knows the token of `endpoint.json`, which only the owner's files contain. The port is
 * part of it, so that a program on another port cannot pass the question on to the application.
 */
export function proveServer(token: string, port: number, nonce: string): string {
  return createHmac("sha256", token).update(`recollect server ${port} ${nonce}`).digest("base64url");
}

/** The address of a server, and the known facts about its process. */
interface Server {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  /** The user whose application it is; by default this process's. */
  readonly owner?: number;
}

/**
 * Why a server is not used. `foreign`: it is not the application of the data folder. `stopped`: the application's
 * process is stopped. `silent`: no response in time. `absent`: nothing listens.
 */
export type ServerFault = "foreign" | "stopped" | "silent" | "absent";

export class ServerUnverified extends Error {
  readonly fault: ServerFault;

  constructor(fault: ServerFault, cause?: unknown) {
    super(`The server is not verified: ${fault}.`, { cause });
    this.name = "ServerUnverified";
    this.fault = fault;
  }
}

/**
 * Opens a connection to the application and verifies the program at its other end before anything secret is sent: by a
 * challenge, and on Linux also by the user of the listening socket. The connection can then be used for HTTP.
 * @throws ServerUnverified
 */
export function connectVerified(server: Server, timeoutMs: number): Promise<net.Socket> {
  const { port, pid, token, owner } = server;
  return new Promise((resolve, reject) => {
    if (isListenerOfAnother(port, owner)) {
      reject(new ServerUnverified("foreign"));
      return;
    }
    const nonce = randomBytes(24).toString("base64url");
    const socket = net.connect({ host: "127.0.0.1", port, noDelay: true });
    let received = Buffer.alloc(0);
    let wasStopped = false;

    const end = () => {
      clearTimeout(timeout);
      clearInterval(stopCheck);
      socket.off("data", onData).off("error", onError).off("close", onClose);
    };
    const fail = (fault: ServerFault, cause?: unknown) => {
      end();
      socket.on("error", () => undefined).destroy();
      reject(new ServerUnverified(fault, cause));
    };
    const onError = (error: NodeJS.ErrnoException) => fail(error.code === "ECONNREFUSED" ? "absent" : "foreign", error);
    const onClose = () => fail("foreign");
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const proof = readProof(received);
      if (proof === "incomplete" && received.length <= MAX_RESPONSE_BYTES) return;
      if (proof === "incomplete" || proof === null || !isSame(proof, proveServer(token, port, nonce))) {
        return fail("foreign");
      }
      end();
      resolve(socket);
    };
    const timeout = setTimeout(() => fail("silent"), timeoutMs);
    // Twice in a row, because a debugger stops a process for a moment.
    const stopCheck = setInterval(() => {
      const stopped = isStopped(pid);
      if (stopped && wasStopped) fail("stopped");
      wasStopped = stopped;
    }, STOP_CHECK_INTERVAL_MS);

    socket.on("data", onData).on("error", onError).on("close", onClose);
    socket.write(`GET /health?nonce=${nonce} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  });
}

/** Returns why a server cannot be used; null for the application of the data folder. */
export async function findServerFault(server: Server, timeoutMs: number): Promise<ServerFault | null> {
  try {
    (await connectVerified(server, timeoutMs)).destroy();
    return null;
  } catch (error) {
    if (error instanceof ServerUnverified) return error.fault;
    throw error;
  }
}

/** Returns the proof of a complete HTTP response; null if it has none. */
function readProof(received: Buffer): string | "incomplete" | null {
  const text = received.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return "incomplete";
  const head = text.slice(0, end);
  const length = /^content-length: *(\d+) *$/im.exec(head)?.[1];
  const proof = new RegExp(`^${PROOF_HEADER}: *([\\w-]{43}) *$`, "im").exec(head)?.[1];
  if (length === undefined || proof === undefined) return null;
  const missing = end + 4 + Number(length) - text.length;
  // More than one response would be left for the first request on this connection.
  return missing > 0 ? "incomplete" : missing < 0 ? null : proof;
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Whether the program that listens on a port of 127.0.0.1 is of another user. Linux only: elsewhere, and if the table
 * cannot be read, it is false.
 */
export function isListenerOfAnother(port: number, own: number | undefined = process.getuid?.()): boolean {
  if (process.platform !== "linux" || own === undefined) return false;
  const users = listenersOn(port);
  // The kernel prefers the listener of the exact address.
  const exact = users.filter(({ address }) => address === LOOPBACK);
  return (exact.length > 0 ? exact : users).some(({ user }) => user !== own);
}

/**
 * 127.0.0.1 and the addresses that receive its connections, as /proc/net/tcp and /proc/net/tcp6 write them (proc(5)).
 */
const LOOPBACK = "0100007F";
const RECEIVING = [LOOPBACK, "00000000", "0".repeat(32), "0000000000000000FFFF00000100007F"];
const LISTEN = "0A";

function listenersOn(port: number): { readonly address: string; readonly user: number }[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const found: { readonly address: string; readonly user: number }[] = [];
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    if (found.some(({ address }) => address === LOOPBACK)) break;
    for (const [, local = "", , , , , , user] of readListeners(file)) {
      const address = local.slice(0, -suffix.length);
      if (local.endsWith(suffix) && RECEIVING.includes(address)) found.push({ address, user: Number(user) });
    }
  }
  return found;
}

/** About one line: the kernel composes only as many lines as fit. */
const TABLE_READ_BYTES = 160;

/**
 * Reads the fields of the listening sockets, which come first in the table. The others are not read: the kernel
 * searches its complete hash table for them, which takes milliseconds.
 */
function readListeners(file: string): string[][] {
  const listeners: string[][] = [];
  try {
    const descriptor = openSync(file, "r");
    try {
      const chunk = Buffer.alloc(TABLE_READ_BYTES);
      let rest = "";
      let isHeader = true;
      for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
        const lines = (rest + chunk.toString("latin1", 0, size)).split("\n");
        rest = lines.pop() ?? "";
        for (const line of isHeader ? lines.splice(1) : lines) {
          const fields = line.trim().split(/\s+/);
          if (fields[3] !== LISTEN) return listeners;
          listeners.push(fields);
        }
        if (lines.length > 0) isHeader = false;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The table cannot be read.
  }
  return listeners;
}
