import { connect, type Socket } from "node:net";

export interface HttpResponse {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/**
 * A persistent connection that sends one request at a time. Hand-written, since a general HTTP client would use more
 * CPU time than the servers that are measured.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #url: URL;
  #received = "";
  #waiting: ((response: HttpResponse) => void) | null = null;

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

  /** Posts JSON. The response body is decoded as latin1: the length in bytes and ASCII are exact. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const length = String(Buffer.byteLength(body));
    return this.#send(
      "POST",
      this.#url,
      { "content-type": "application/json", "content-length": length, ...headers },
      body,
    );
  }

  /** Gets another address of the same server. The body is decoded like the response to {@link post}. */
  get(url: URL): Promise<HttpResponse> {
    return this.#send("GET", url, {}, "");
  }

  #send(method: string, url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<HttpResponse> {
    const lines = Object.entries({
      host: url.host,
      accept: "application/json, text/event-stream",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (this.#socket.destroyed) throw new Error("The server has closed the connection.");
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#socket.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
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
    const response = { status: Number(headers.slice(9, 12)), headers, body: this.#received.slice(start, end) };
    this.#received = this.#received.slice(end);
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(response);
  }

  /** A chunked body ends with an empty chunk (RFC 9112 §7.1). */
  #endOfChunks(headers: string, start: number): number | null {
    if (!/transfer-encoding: chunked/i.test(headers)) return start;
    if (this.#received.startsWith("0\r\n\r\n", start)) return start + 5;
    const last = this.#received.indexOf("\r\n0\r\n\r\n", start);
    return last < 0 ? null : last + 7;
  }
}
