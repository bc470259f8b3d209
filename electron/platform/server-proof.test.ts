import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { connectVerified, findServerFault, proveServer } from "./server-proof.ts";

const TOKEN = "the-token";
/** Longer than a response takes on a busy machine. */
const PATIENCE_MS = 30_000;

/** Starts a raw server and returns how to reach it. */
async function serve(respond: (request: string, socket: Socket, port: number) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("data", (chunk) => respond(chunk.toString(), socket, port));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, pid: process.pid, token: TOKEN };
}

const nonceOf = (request: string) => /nonce=([\w-]+)/.exec(request)?.[1] ?? "";
const withProof = (proof: string, body = "{}") =>
  `HTTP/1.1 200 OK\r\nRecollect-Proof: ${proof}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

it("accepts the proof in any number of parts, and leaves the connection open", async () => {
  const server = await serve((request, socket, port) => {
    const text = withProof(proveServer(TOKEN, port, nonceOf(request)));
    socket.write(text.slice(0, 40));
    setTimeout(() => socket.write(text.slice(40)), 20);
  });
  const socket = await connectVerified(server, PATIENCE_MS);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

it.each<[string, (request: string, port: number) => string]>([
  ["another token", (request, port) => withProof(proveServer("guess", port, nonceOf(request)))],
  ["another port", (request, port) => withProof(proveServer(TOKEN, port + 1, nonceOf(request)))],
  ["an old nonce", (_, port) => withProof(proveServer(TOKEN, port, "a-nonce-of-yesterday"))],
  ["no proof", () => "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  ["two responses", (request, port) => withProof(proveServer(TOKEN, port, nonceOf(request))).repeat(2)],
  [
    "no length",
    (request, port) => `HTTP/1.1 200 OK\r\nrecollect-proof: ${proveServer(TOKEN, port, nonceOf(request))}\r\n\r\n`,
  ],
  ["an endless head", () => `HTTP/1.1 200 OK\r\nx: ${"x".repeat(5_000)}`],
  ["another protocol", () => "220 mail.example ESMTP\r\n\r\n"],
])("refuses %s as foreign", async (_, respond) => {
  const server = await serve((request, socket, port) => void socket.write(respond(request, port)));
  expect(await findServerFault(server, PATIENCE_MS)).toBe("foreign");
});

it("distinguishes a server that closes, a silent server and a missing server", async () => {
  expect(await findServerFault(await serve((_, socket) => void socket.destroy()), PATIENCE_MS)).toBe("foreign");
  expect(await findServerFault(await serve(() => undefined), 50)).toBe("silent");
  expect(await findServerFault({ port: 9, pid: process.pid, token: TOKEN }, PATIENCE_MS)).toBe("absent");
});
