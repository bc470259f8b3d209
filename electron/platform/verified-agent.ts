import http from "node:http";
import type { Duplex } from "node:stream";
import type { Endpoint } from "./endpoint-file.ts";
import { connectVerified } from "./server-proof.ts";

/** How long an application that is busy may take to accept a connection. */
const CONNECT_TIMEOUT_MS = 20_000;

/** Keep-alive connections to the application of one endpoint. Each is verified before its first request is sent. */
export class VerifiedAgent extends http.Agent {
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    super({ keepAlive: true, maxFreeSockets: 16 });
    this.#endpoint = endpoint;
  }

  override createConnection(
    _options: http.ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    connectVerified(this.#endpoint, CONNECT_TIMEOUT_MS).then(
      (socket) => callback?.(null, socket),
      // Node reads no stream after an error.
      (error: Error) => callback?.(error, undefined as never),
    );
  }
}
