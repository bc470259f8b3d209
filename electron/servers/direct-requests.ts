import type { Client, Implementation, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isRecord } from "../core/util/is-record.ts";
import { OpenItems } from "../core/util/open-items.ts";
import type { RequestOptions } from "./calling-client.ts";
import { DECLARED_CAPABILITIES } from "./server-requests.ts";

type Sdk = typeof import("@modelcontextprotocol/client");
type Result = Readonly<Record<string, unknown>>;

export interface DirectRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The SDK's client numbers its own requests on the same connection from 0. */
const FIRST_ID = 1_000_000_000;

interface OpenRequest {
  readonly id: number;
  readonly method: string;
  readonly onprogress: RequestOptions["onprogress"];
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Sends requests to a connected server without the SDK's client, whose checks of each message took about a tenth of the
 * processor time of a call (ADR 0053). The client makes the handshake, and handles all other messages of the same
 * transport. A result is not checked: `read-results.ts` does so part by part.
 */
export class DirectRequests {
  readonly #sdk: Sdk;
  readonly #client: Client;
  readonly #information: Implementation;
  readonly #open = new OpenItems<OpenRequest>();
  #transport: Transport | null = null;
  #isModern = false;
  #lastId = FIRST_ID;

  /** @param information the introduction to a server of revision 2026, which reads it in each request */
  constructor(sdk: Sdk, client: Client, information: Implementation) {
    this.#sdk = sdk;
    this.#client = client;
    this.#information = information;
  }

  /** Takes the responses to its requests and their progress from a transport. Call it after the client's handshake. */
  attach(transport: Transport): void {
    this.#transport = transport;
    this.#isModern = this.#client.getProtocolEra() === "modern";
    const { onmessage: deliver, onclose } = transport;
    transport.onmessage = (message, extra) => {
      if (!this.#take(message)) deliver?.(message, extra);
    };
    transport.onclose = () => {
      this.#transport = null;
      onclose?.();
      const { SdkError, SdkErrorCode } = this.#sdk;
      const error = new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
      for (const { reject } of this.#open.take()) reject(error);
    };
  }

  /**
   * Sends a request. The result of revision 2026 may be a request for input.
   * @throws ProtocolError with the server's error, SdkError, the transport's error
   */
  async request(request: DirectRequest, { signal, onprogress, headers }: RequestOptions = {}): Promise<Result> {
    const transport = this.#transport;
    const { SdkError, SdkErrorCode } = this.#sdk;
    if (transport === null) throw new SdkError(SdkErrorCode.NotConnected, "Not connected");
    signal?.throwIfAborted();
    this.#lastId += 1;
    const id = this.#lastId;
    // Revision 2026 over HTTP has no message that cancels: the stream of the request is closed.
    const stream = this.#isModern && transport.hasPerRequestStream === true ? new AbortController() : null;
    const { method, params } = request;
    const message = { jsonrpc: "2.0", id, method, params: this.#paramsOf(params, onprogress && id) } as const;
    let onAbort = (): void => undefined;
    let open: OpenRequest | null = null;
    try {
      return await new Promise<Result>((resolve, reject) => {
        open = { id, method, onprogress, resolve, reject };
        this.#open.add(open);
        onAbort = () => {
          if (stream === null) this.#sendCancelled(transport, id, signal?.reason);
          else stream.abort();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        transport.send(message, { ...(stream && { requestSignal: stream.signal }), headers }).catch(reject);
      });
    } finally {
      signal?.removeEventListener("abort", onAbort);
      if (open !== null) this.#open.delete(open);
    }
  }

  #paramsOf(params: DirectRequest["params"], progressToken?: number): Record<string, unknown> {
    const given = isRecord(params?._meta) ? params._meta : {};
    const token = progressToken === undefined ? {} : { progressToken };
    if (!this.#isModern) {
      const hasMeta = progressToken !== undefined || params?._meta !== undefined;
      return { ...params, ...(hasMeta ? { _meta: { ...given, ...token } } : {}) };
    }
    const { PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY } = this.#sdk;
    const envelope = {
      [PROTOCOL_VERSION_META_KEY]: this.#client.getNegotiatedProtocolVersion(),
      [CLIENT_INFO_META_KEY]: this.#information,
      [CLIENT_CAPABILITIES_META_KEY]: DECLARED_CAPABILITIES,
    };
    return { ...params, _meta: { ...envelope, ...given, ...token } };
  }

  #sendCancelled(transport: Transport, requestId: number, reason: unknown): void {
    const params = { requestId, reason: String(reason) };
    const sent = this.#isModern ? this.#paramsOf(params) : params;
    // The connection may have ended.
    transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: sent }).catch(() => undefined);
  }

  /** @returns whether the message belongs to one of the requests */
  #take(message: JSONRPCMessage): boolean {
    if ("method" in message) return !("id" in message) && this.#takeProgress(message.method, message.params);
    // Some servers return the id as text.
    const open = this.#find(Number(message.id));
    if (open === undefined) return false;
    this.#open.delete(open);
    if ("error" in message) {
      const { code, message: text, data } = message.error;
      open.reject(this.#sdk.ProtocolError.fromError(code, text, data));
    } else this.#settle(open, message.result);
    return true;
  }

  #find(wanted: number): OpenRequest | undefined {
    return this.#open.find(({ id }) => id === wanted);
  }

  #takeProgress(method: string, params: unknown): boolean {
    if (method !== "notifications/progress" || !isRecord(params)) return false;
    const { progressToken, progress, total, message } = params;
    const open = this.#find(Number(progressToken));
    if (open === undefined) return false;
    const isValid = typeof progress === "number" && ["number", "undefined"].includes(typeof total);
    if (!isValid || !["string", "undefined"].includes(typeof message)) return true;
    const { progressToken: _token, ...sent } = params;
    open.onprogress?.(sent as { progress: number });
    return true;
  }

  /** Reads the type of a result, which revision 2026 requires. */
  #settle({ method, resolve, reject }: OpenRequest, given: Result): void {
    const { resultType, ...result } = given;
    if (!this.#isModern || resultType === "complete") {
      resolve(resultType === undefined ? given : result);
    } else if (resultType === "input_required") {
      const { inputRequests, requestState, _meta } = result;
      const requests = isRecord(inputRequests) ? inputRequests : {};
      const state = typeof requestState === "string" ? { requestState } : {};
      const isEmpty = Object.keys(requests).length === 0 && typeof requestState !== "string";
      const meta = isRecord(_meta) ? { _meta } : {};
      if (isEmpty) reject(this.#invalid(method, "it asks for input and names none"));
      else resolve({ resultType, inputRequests: requests, ...state, ...meta });
    } else {
      reject(this.#invalid(method, typeof resultType === "string" ? `its type is ${resultType}` : "it has no type"));
    }
  }

  #invalid(method: string, reason: string): Error {
    const { SdkError, SdkErrorCode } = this.#sdk;
    return new SdkError(SdkErrorCode.InvalidResult, `Invalid result for ${method}: ${reason}`);
  }
}
