import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isOwnSocket, localSocketFile, removeStaleSocket } from "./local-socket.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function listen(file: string): Promise<void> {
  const server = net.createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(file, resolve);
  });
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

it.skipIf(process.platform === "win32")("removes a socket, and keeps a file of another kind", async () => {
  const folder = temporaryFolder();
  const [socket, file] = [path.join(folder, "s.sock"), path.join(folder, "file")];
  await listen(socket);
  writeFileSync(file, "kept");
  removeStaleSocket(socket);
  removeStaleSocket(file);
  expect(isOwnSocket(socket, process.getuid?.())).toBe(false);
  await expect(listen(file)).rejects.toThrow("EADDRINUSE");
});
