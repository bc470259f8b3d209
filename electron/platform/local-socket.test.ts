import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isOwnSocket, listenOnSocket, localSocketFile, removeStaleSockets } from "./local-socket.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function listen(file: string): Promise<void> {
  const server = await listenOnSocket(file, () => undefined);
  onTestFinished(() => void server.close());
}

it("names a socket for each port of a folder", () => {
  expect(localSocketFile("/data", 7325, "linux")).toBe("/data/server-7325.sock");
});

it("names no socket on Windows, and in a folder whose path is too long for one", () => {
  expect(localSocketFile("C:\\data", 7325, "win32")).toBeNull();
  expect(localSocketFile(`/${"é".repeat(50)}`, 7325, "darwin")).toBeNull();
});

it.skipIf(process.platform === "win32")("trusts only a socket of the endpoint's owner", async () => {
  const folder = temporaryFolder();
  const [socket, file, link] = ["s.sock", "file", "link"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await listen(socket);
  writeFileSync(file, "");
  symlinkSync(socket, link);
  const user = process.getuid?.() ?? 0;
  expect(isOwnSocket(socket, user)).toBe(true);
  expect(isOwnSocket(socket, user + 1)).toBe(false);
  expect(isOwnSocket(socket, undefined)).toBe(false);
  expect(isOwnSocket(file, user)).toBe(false);
  expect(isOwnSocket(link, user)).toBe(false);
  expect(isOwnSocket(path.join(folder, "missing"), user)).toBe(false);
});

it.skipIf(process.platform === "win32")("is open to its owner only, and replaces no file", async () => {
  const folder = temporaryFolder();
  const [socket, file] = [path.join(folder, "s.sock"), path.join(folder, "file")];
  await listen(socket);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  await expect(listen(socket)).rejects.toThrow("EADDRINUSE");
  writeFileSync(file, "kept");
  await expect(listen(file)).rejects.toThrow("EADDRINUSE");
  expect(readFileSync(file, "utf8")).toBe("kept");
});

it.skipIf(process.platform === "win32")("removes the sockets that a process left, and no other files", async () => {
  const folder = temporaryFolder();
  for (const name of ["server-7325.sock", "server-41000.sock", "other.sock"]) await listen(path.join(folder, name));
  writeFileSync(path.join(folder, "server-1.sock"), "a file");
  removeStaleSockets(folder);
  expect(readdirSync(folder).toSorted()).toEqual(["other.sock", "server-1.sock"]);
});
