import { connect, type Socket } from "node:net";
import { createParser } from "eventsource-parser";
import { Connection } from "../http/connection.ts";

/** A session of the older HTTP+SSE transport: requests are posted, and the responses arrive on one event stream. */
export class EventStreamConnection {
  readonly #stream: Socket;
  readonly #posts: Connection;
  readonly #waiting: Map<number, (data: string) => void>;

  private constructor(stream: Socket, address: URL, waiting: Map<number, (data: string) => void>) {
    this.#stream = stream;
    this.#posts = new Connection(address);
    this.#waiting = waiting;
  }

  /** Opens the stream and makes the handshake. */
  static async open(url: URL): Promise<EventStreamConnection> {
    const waiting = new Map<number, (data: string) => void>();
    const stream = connect(Number(url.port), url.hostname);
    stream.setNoDelay(true).setEncoding("utf8");
    const address = await new Promise<URL>((resolve, reject) => {
      const parser = createParser({
        onEvent: ({ event, data }) => {
          if (event === "endpoint") return resolve(new URL(data, url));
          const { id } = JSON.parse(data) as { readonly id?: number };
          if (id === undefined) return;
          waiting.get(id)?.(data);
          waiting.delete(id);
        },
      });
      // The lines with the sizes of chunks are not fields of events, and the parser ignores them.
      stream.on("data", (text: string) => parser.feed(text.replaceAll("\r\n", "\n")));
      stream.once("error", reject);
      stream.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\naccept: text/event-stream\r\n\r\n`);
    });
    const connection = new EventStreamConnection(stream, address, waiting);
    const clientInfo = { name: "bench", version: "1" };
    await connection.request(0, "initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo });
    await connection.#post({ method: "notifications/initialized" });
    return connection;
  }

  /** @returns the response as text */
  async request(id: number, method: string, params: object): Promise<string> {
    const response = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    await this.#post({ id, method, params });
    return await response;
  }

  close(): void {
    this.#stream.destroy();
    this.#posts.close();
  }

  async #post(message: object): Promise<void> {
    const { status, body } = await this.#posts.post(JSON.stringify({ jsonrpc: "2.0", ...message }), {});
    if (status >= 300) throw new Error(`A message was refused: ${status} ${body.slice(0, 200)}`);
  }
}
