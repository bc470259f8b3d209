import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type {
  Client,
  ClientCapabilities,
  ClientContext,
  InputRequest,
  InputResponse,
  ProtocolError,
} from "@modelcontextprotocol/client";
import { LRUCache } from "lru-cache";
import { OpenItems } from "../core/util/open-items.ts";
import { RecollectError } from "../text/errors.ts";
import type { CallingClient } from "./calling-client.ts";
import { checkAddress, missingCapability, requestForClient } from "./input-requests.ts";
import type { ServerLog } from "./server-log.ts";

/** Requests of one server that wait for clients at the same time. */
const MAX_OPEN_REQUESTS = 32;
/** Addresses that clients were asked to open and whose completion a server may report. */
const MAX_ELICITATIONS = 200;
/** JSON-RPC codes of the refusal of a request. */
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const REQUEST_FAILED = -32000;

/** A call that a server serves. */
interface OpenCall {
  readonly client: CallingClient | null;
  /** Stops its clock while the client is asked. @returns a function that continues it */
  pause(): () => Promise<void>;
}

/**
 * The requests and messages of a server of revision 2025, which do not name a call. Over Streamable HTTP they arrive on
 * the response stream of a call. Otherwise they are passed on if all calls in progress are from one client, or refused.
 */
export class ServerRequests {
  readonly #server: string;
  readonly #log: ServerLog;
  /** Called when the server sends a request that cannot be assigned to a call. */
  readonly #onAsked: () => void;
  readonly #calls = new OpenItems<OpenCall>();
  /** The call whose response is being read: the SDK reads a response stream in the context that sent the request. */
  readonly #current = new AsyncLocalStorage<OpenCall | null>();
  readonly #elicitations = new LRUCache<string, { readonly client: CallingClient; readonly id: string }>({
    max: MAX_ELICITATIONS,
  });
  #open = 0;

  constructor(options: { readonly server: string; readonly log: ServerLog; onAsked(): void }) {
    this.#server = options.server;
    this.#log = options.log;
    this.#onAsked = options.onAsked;
  }

  /** Sends the requests of a call. */
  async run<Result>(call: OpenCall, work: () => Promise<Result>): Promise<Result> {
    this.#calls.add(call);
    try {
      return await this.#current.run(call, work);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Connects to the server. Messages outside of response streams belong to no call. */
  connect<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#current.run(null, work);
  }

  /** Sets the handlers of a connection. */
  install(client: Client): void {
    for (const method of ["elicitation/create", "sampling/createMessage", "roots/list"] as const) {
      client.setRequestHandler(method, (request, context) => this.#ask(request as InputRequest, context) as never);
    }
    client.setNotificationHandler("notifications/message", ({ params }) => {
      const { level, data, logger } = params;
      this.#log.add("message", typeof data === "string" ? data : JSON.stringify(data));
      const name = logger === undefined ? this.#server : `${this.#server}/${logger}`;
      const call = this.#openCall();
      const [only, ...others] = call === null ? this.#clients() : [call.client];
      if (others.length === 0) only?.log(level, data, name);
    });
    client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
      const elicitation = this.#elicitations.get(params.elicitationId);
      elicitation?.client.notifyElicitationComplete(elicitation.id);
    });
  }

  /**
   * Handles the error that requires a person to open addresses before the call is repeated. A client of revision 2025
   * gets the error; a client of 2026 is asked, because its revision does not have the error.
   * @returns the error for the client, or null to repeat the call
   * @throws as {@link checkAddress}
   */
  async handleAddressError(error: unknown, caller: CallingClient | null, signal: AbortSignal): Promise<unknown> {
    const { UrlElicitationRequiredError } = await import("@modelcontextprotocol/client");
    if (!(error instanceof UrlElicitationRequiredError) || caller === null) return error;
    const requests = error.elicitations.map(
      (params) => ({ method: "elicitation/create", params: { ...params, mode: "url" } }) as const,
    );
    const [first] = requests;
    if (first === undefined) return error;
    for (const request of requests) checkAddress(request, this.#server);
    if (missingCapability(first, caller.capabilities) !== null) {
      const params = { server: this.#server, address: first.params.url };
      return new RecollectError("server_needs_address", params);
    }
    if (caller.hasAddressError) {
      const changed = requests.map((request) => this.#forClient(request, caller).params as typeof request.params);
      return new UrlElicitationRequiredError(changed, error.message);
    }
    const responses = await Promise.all(requests.map((request) => this.#pass(request, caller, signal, null)));
    return responses.every((response) => "action" in response && response.action === "accept") ? null : error;
  }

  async #ask(request: InputRequest, { mcpReq }: ClientContext): Promise<InputResponse> {
    const call = this.#openCall();
    if (call === null) this.#onAsked();
    const { ProtocolError } = await import("@modelcontextprotocol/client");
    const refuse = (code: number, reason: string): ProtocolError => {
      this.#log.add("notice", `Its request ${request.method} was refused: ${reason}`);
      return new ProtocolError(code, reason);
    };
    const client = call === null ? this.#onlyClient(refuse) : call.client;
    if (client === null) throw refuse(METHOD_NOT_FOUND, "The caller cannot be asked.");
    const missing = missingCapability(request, client.capabilities);
    if (missing !== null) throw refuse(METHOD_NOT_FOUND, `The client of this call does not support ${missing}.`);
    if (this.#open >= MAX_OPEN_REQUESTS)
      throw refuse(REQUEST_FAILED, "Too many requests from this server are pending.");
    const progressToken = mcpReq._meta?.progressToken;
    const notify = (progress: { progress: number }) => {
      const params = { ...progress, progressToken };
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    };
    try {
      return await this.#pass(request, client, mcpReq.signal, progressToken === undefined ? null : notify);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      throw refuse(REQUEST_FAILED, error instanceof Error ? error.message : String(error));
    }
  }

  /** Asks a client. The time until its response does not count for its calls. */
  async #pass(
    request: InputRequest,
    client: CallingClient,
    signal: AbortSignal,
    onprogress: Parameters<CallingClient["ask"]>[1]["onprogress"],
  ): Promise<InputResponse> {
    const asking = this.#openCall();
    const calls = asking === null ? this.#calls.list().filter((call) => call.client?.key === client.key) : [asking];
    const continues = calls.map((call) => call.pause());
    this.#open += 1;
    try {
      return await client.ask(this.#forClient(request, client), { signal, onprogress });
    } finally {
      this.#open -= 1;
      // The server continues when it has the response. A cancelled call gets no place.
      await Promise.all(continues.map((proceed) => proceed().catch(() => undefined)));
    }
  }

  /** Replaces the server's id of an elicitation: two servers may choose the same. */
  #forClient(request: InputRequest, client: CallingClient): InputRequest {
    return requestForClient(request, this.#server, (serverId) => {
      const id = randomUUID();
      this.#elicitations.set(serverId, { client, id });
      return id;
    });
  }

  /** The call whose response stream contains the message; null if unknown. */
  #openCall(): OpenCall | null {
    const call = this.#current.getStore() ?? null;
    return call !== null && this.#calls.has(call) ? call : null;
  }

  #onlyClient(refuse: (code: number, reason: string) => ProtocolError): CallingClient {
    if (this.#calls.size === 0) throw refuse(INVALID_REQUEST, "A client can only be asked during one of its calls.");
    const clients = this.#clients();
    const [only] = clients;
    if (clients.length > 1) {
      throw refuse(INVALID_REQUEST, "Several clients have calls in progress, so the request is ambiguous; try again.");
    }
    const isOwner = this.#calls.list().some(({ client }) => client === null);
    if (only === undefined || isOwner) throw refuse(METHOD_NOT_FOUND, "The caller cannot be asked.");
    return only;
  }

  /** One entry for each client that has a call in progress. */
  #clients(): readonly CallingClient[] {
    const clients = this.#calls.list().flatMap(({ client }) => (client === null ? [] : [client]));
    // The latest call of a client: earlier ones are more likely to end first.
    return [...new Map(clients.map((client) => [client.key, client])).values()];
  }
}

/** The capabilities that are declared to each server. A request is refused if the client of the call lacks one. */
export const DECLARED_CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
};
