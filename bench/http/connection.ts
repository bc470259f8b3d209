import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/**
 * One kept-alive connection, one request at a time, written and read by hand: a general client would cost more than the
 * servers measured here.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #url: URL;
  #received = "";
  #waiting: ((answer: HttpAnswer) => void) | null = null;

  constructor(url: URL) {
    this.#url = url;
    this.#socket = connect(Number(url.port), url.hostname);
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk: string) => {
      this.#received += chunk;
      this.#read();
    });
    this.#socket.on("error", (error) => {
      throw error;
    });
  }

  /** Posts JSON; the body's text is latin1, which keeps the length and ASCII as they are. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const lines = Object.entries({
      host: this.#url.host,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (this.#socket.destroyed) throw new Error("The server has closed the connection.");
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#socket.write(`POST ${this.#url.pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(): void {
    const head = this.#received.indexOf("\r\n\r\n");
    if (head < 0) return;
    const headers = this.#received.slice(0, head);
    const start = head + 4;
    const length = /content-length: (\d+)/i.exec(headers)?.[1];
    const end = length === undefined ? this.#endOfChunks(headers, start) : start + Number(length);
    if (end === null || this.#received.length < end) return;
    const answer = { status: Number(headers.slice(9, 12)), headers, body: this.#received.slice(start, end) };
    this.#received = this.#received.slice(end);
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(answer);
  }

  /** A chunked body ends with an empty chunk (RFC 9112 §7.1). */
  #endOfChunks(headers: string, start: number): number | null {
    if (!/transfer-encoding: chunked/i.test(headers)) return start;
    if (this.#received.startsWith("0\r\n\r\n", start)) return start + 5;
    const last = this.#received.indexOf("\r\n0\r\n\r\n", start);
    return last < 0 ? null : last + 7;
  }
}
