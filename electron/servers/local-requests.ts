import type {
  AuthProvider,
  JSONRPCMessage,
  JSONRPCRequest,
  StreamableHTTPClientTransport,
  TransportSendOptions,
} from "@modelcontextprotocol/client";
import { isRecord } from "../core/util/is-record.ts";
import type { LocalFetch } from "./local-fetch.ts";

type Sdk = typeof import("@modelcontextprotocol/client");

/** The requests for contents, each with the parameter that a header repeats in revision 2026. */
const NAME_PARAMETERS = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);
/** Names that the header contains as they are. The SDK encodes all others. */
const PLAIN_NAME = /^(?!=\?)[!-~](?:[ -~]*[!-~])?$/;
/** Headers of the connection, which a request cannot set. */
const RESERVED = new Set([
  "authorization",
  "dpop",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
]);

/**
 * Sends the requests for contents to a server on this machine past the SDK's transport (ADR 0053). That transport sends
 * all other messages. It also receives each response that is not one message for the request: another status, a stream
 * that starts with another message or can be resumed, and a failure. So it handles them as for its own requests.
 */
export class LocalRequests {
  readonly #local: LocalFetch;
  readonly #definedHeaders: Readonly<Record<string, string>>;
  readonly #authProvider: AuthProvider | null;
  readonly #sdk: Sdk;
  #commonHeaders: Readonly<Record<string, string>> | null = null;
  /** The response or the failure of a request by its body, until the SDK's transport takes it. */
  readonly #received = new Map<string, () => Response>();

  /** @param headers of the server's definition, with the secrets */
  constructor(
    local: LocalFetch,
    headers: Readonly<Record<string, string>>,
    authProvider: AuthProvider | null,
    sdk: Sdk,
  ) {
    this.#local = local;
    this.#definedHeaders = headers;
    this.#authProvider = authProvider;
    this.#sdk = sdk;
  }

  /** Sends the transport's requests for contents. */
  attach(transport: StreamableHTTPClientTransport): void {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      if (Array.isArray(message) || !isForContents(message)) return await send(message, options);
      const body = JSON.stringify(message);
      if (await this.#send(transport, message, body, options)) return;
      await send(message, options).finally(() => this.#received.delete(body));
    };
  }

  /** Returns the response to the request with a body, once. @throws the failure of the request */
  takeReceived(body: unknown): Response | undefined {
    const received = typeof body === "string" ? this.#received.get(body) : undefined;
    if (received === undefined) return undefined;
    this.#received.delete(body as string);
    return received();
  }

  /** @returns false if the transport has to send the request, or take its response or failure */
  async #send(
    transport: StreamableHTTPClientTransport,
    request: JSONRPCRequest,
    body: string,
    options: TransportSendOptions = {},
  ): Promise<boolean> {
    const headers = await this.#headersOf(transport, request, options);
    if (headers === null) return false;
    try {
      const received = await this.#local.post(headers, body, options.requestSignal);
      if (!(received instanceof Response)) {
        transport.onmessage?.(received);
        return true;
      }
      this.#received.set(body, () => received);
    } catch (error) {
      this.#received.set(body, () => {
        throw error;
      });
    }
    return false;
  }

  /** @returns null for a request that only the SDK's transport can send */
  async #headersOf(
    transport: StreamableHTTPClientTransport,
    { method, params }: JSONRPCRequest,
    { headers: ofRequest = {} }: TransportSendOptions,
  ): Promise<readonly string[] | null> {
    this.#commonHeaders ??= {
      ...Object.fromEntries(new Headers({ ...this.#definedHeaders })),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const headers = { ...this.#commonHeaders };
    if (this.#authProvider !== null) {
      // The transport explains the failure.
      const token = await this.#authProvider.token().catch(() => null);
      if (token === null) return null;
      if (token !== undefined && token !== "") headers.authorization = `Bearer ${token}`;
    }
    if (transport.sessionId !== undefined) headers["mcp-session-id"] = transport.sessionId;
    const { [this.#sdk.PROTOCOL_VERSION_META_KEY]: version } = isRecord(params?._meta) ? params._meta : {};
    if (typeof version === "string") {
      const name = params?.[NAME_PARAMETERS.get(method) ?? ""];
      if (typeof name !== "string" || !PLAIN_NAME.test(name)) return null;
      Object.assign(headers, { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name });
    } else if (transport.protocolVersion !== undefined) headers["mcp-protocol-version"] = transport.protocolVersion;
    for (const [name, value] of Object.entries(ofRequest)) {
      if (!RESERVED.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
    }
    return Object.entries(headers).flat();
  }
}

function isForContents(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message && NAME_PARAMETERS.has(message.method);
}
