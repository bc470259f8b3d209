import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** PostgreSQL's message of a notification (protocol 3.0, section "Message Formats"). */
const NOTIFICATION = "A".charCodeAt(0);
const HEADER_BYTES = 5;

/** Connects a client and a server on 127.0.0.1, and causes the faults of a network. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: number;
  /** Connections are cut after this number of bytes from the server in total. */
  #bytesUntilCut = Number.POSITIVE_INFINITY;
  /** Bytes are accepted and not passed on. */
  isSilent = false;
  /** New connections are refused. */
  isDown = false;
  /** As a pooler that shares connections: notifications are not passed on. */
  dropsNotifications = false;
  /** The delay of bytes from the server, in milliseconds. */
  delayMs = 0;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
  }

  static async start(target: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on("connection", (socket) => proxy.#accept(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  cutAfter(bytes: number): void {
    this.#bytesUntilCut = bytes;
  }

  /** Cuts all connections now. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #accept(client: Socket): void {
    if (this.isDown) {
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    const filter = messageFilter(() => this.dropsNotifications);
    const pass = inOrder(client);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on("data", (data) => {
        if (this.isSilent) return;
        if (from === client) to.write(data);
        else this.#pass(filter(data), pass);
      });
    }
  }

  #pass(data: Buffer, pass: ReturnType<typeof inOrder>): void {
    const passed = data.subarray(0, this.#bytesUntilCut);
    this.#bytesUntilCut -= data.length;
    if (this.#bytesUntilCut <= 0) {
      this.#bytesUntilCut = Number.POSITIVE_INFINITY;
      pass(passed, 0, () => this.cut());
    } else pass(passed, this.delayMs);
  }
}

/** Writes each time after a delay, but never before earlier data, even if the delay becomes shorter. */
function inOrder(to: Socket): (data: Buffer, delayMs: number, done?: () => void) => void {
  const waiting: { readonly data: Buffer; readonly at: number; readonly done: (() => void) | undefined }[] = [];
  const writeDue = () => {
    for (let [first] = waiting; first !== undefined && first.at <= performance.now(); [first] = waiting) {
      waiting.shift();
      to.write(first.data, first.done);
    }
  };
  return (data, delayMs, done) => {
    waiting.push({ data, at: Math.max(performance.now() + delayMs, waiting.at(-1)?.at ?? 0), done });
    if (delayMs === 0) writeDue();
    const { at } = waiting.at(-1) ?? { at: 0 };
    // A timer may fire up to a millisecond early.
    if (waiting.length > 0) setTimeout(writeDue, at - performance.now() + 2);
  };
}

/** Removes notifications from what a server sends, without TLS. */
function messageFilter(isActive: () => boolean): (data: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    const kept: Buffer[] = [];
    while (rest.length >= HEADER_BYTES) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) break;
      if (rest[0] !== NOTIFICATION || !isActive()) kept.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(kept);
  };
}
