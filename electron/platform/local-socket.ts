import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";

/** `sockaddr_un.sun_path` has 104 bytes on macOS and 108 on Linux, with the final NUL. */
const MAX_PATH_BYTES = 103;

/**
 * The Unix domain socket on which the application serves HTTP in addition to its port. Only the owner can open it, so
 * that a program of the owner needs no proof of the server.
 * @returns null on Windows, and for a folder whose path is too long for a socket
 */
export function localSocketFile(folder: string, port: number, platform: NodeJS.Platform): string | null {
  if (platform === "win32") return null;
  const file = path.join(folder, `server-${port}.sock`);
  return Buffer.byteLength(file) > MAX_PATH_BYTES ? null : file;
}

const SOCKET_NAME = /^server-\d+\.sock$/;

/** Removes the sockets that a killed process left in a folder. Call it only while this process owns the folder. */
export function removeStaleSockets(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => SOCKET_NAME.test(each))) {
    const file = path.join(folder, name);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSocket() === true) rmSync(file, { force: true });
  }
}

/**
 * Listens on a socket, which only this user can open.
 * @throws an error of the file system, such as `EADDRINUSE` for a file that exists
 */
export async function listenOnSocket(file: string, accept: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer(accept);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(file, resolve);
  });
  // The folder may have other permissions, because the owner chose it.
  chmodSync(file, 0o600);
  return server;
}

/** Whether a file is a socket of this user, or for root of the endpoint's owner: another user's is not the application's. */
export function isOwnSocket(file: string, owner: number | undefined): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.isSocket() === true && owner !== undefined && stats.uid === owner;
}
