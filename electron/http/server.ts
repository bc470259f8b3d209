import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket, Server as SocketServer } from "node:net";
import type { Clock, Logger } from "../core/ports.ts";
import type { RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { calledTool } from "../core/servers.ts";
import { sendJson } from "../core/util/http-response.ts";
import { CLIENT_JSON_LIMITS } from "../core/util/json-limits.ts";
import { OpenItems } from "../core/util/open-items.ts";
import { type Connection, callerOf, serverLegOf } from "../mcp/connection.ts";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import type { HookAnswers } from "../mcp/hooks/hook-answers.ts";
import { HOOK_EVENTS } from "../mcp/hooks/hook-event.ts";
import { listenOnSocket } from "../platform/local-socket.ts";
import { findPortHolder } from "../platform/port-holder.ts";
import { NONCE_FORMAT, PROOF_HEADER } from "../platform/server-proof.ts";
import { RecollectError } from "../text/errors.ts";
import { readJson } from "./body.ts";
import { type Authenticate, checkAddress, FailureLimit } from "./guard.ts";
import { RefusalRecord } from "./refusal-record.ts";
import { refuse, statusOf } from "./refusals.ts";
import {
  identifyMessage,
  type ProjectName,
  readClientName,
  readProject,
  readRefusal,
  readRestClient,
  UNIDENTIFIED,
} from "./request-identity.ts";
import { ObservedResponse } from "./response-reader.ts";
import { callTool, listTools } from "./rest.ts";
import { type Observed, pathOf, Tap } from "./tap.ts";

/** Failed authentications a minute that get a detailed response: a person who configures a client stays below. */
const MAX_FAILURES_A_MINUTE = 30;
/** How long a stop waits for requests in progress: longer than any tool except a rebuild takes. */
const STOP_GRACE_MS = 2000;
const HOOK_PATH = "/hooks/";
export interface HttpServerOptions {
  /** 0 chooses any free port. */
  readonly port: number;
  /** Returns the Unix domain socket to serve in addition to a port; null for none. Default: none. */
  readonly socketFile?: (port: number) => string | null;
  readonly version: string;
  /** `bearerAuthentication(tokens.verify)` in the product. */
  readonly authenticate: Authenticate;
  readonly mcp: McpEndpoint;
  readonly hooks: HookAnswers;
  /** Returns the server's proof for a nonce on its port, for a caller that must not send secrets to another program. */
  readonly prove: (nonce: string, port: number) => string;
  readonly projectName: ProjectName;
  readonly recorder: RequestRecorder;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Handles other addresses and authenticates them itself; resolves to false for an unknown address. */
  readonly interface?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** A request and its response. `arrived` is when the headers arrived, on the clock of `performance`. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ObservedResponse;
  readonly arrived: number;
}

/**
 * The HTTP server on 127.0.0.1 with `/mcp`, REST, hooks and `/health`. A request passes, in this order: the address
 * check ({@link checkAddress}), authentication ({@link HttpServer.#connect}), the body limit, the tap, and its
 * handler.
 */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server<typeof IncomingMessage, typeof ObservedResponse>;
  /** Accepts connections for {@link HttpServer.#server} on the socket. */
  #local: SocketServer | null = null;
  readonly #tap: Tap;
  readonly #refusals: RefusalRecord;
  readonly #failures: FailureLimit;
  readonly #openResponses = new OpenItems<ServerResponse>();
  /** Connections without a request so far. Clients open some ahead of time. */
  readonly #unusedSockets = new Set<Socket>();
  #port: number;
  #isServing = true;
  #isStopping = false;

  constructor(options: HttpServerOptions) {
    const { recorder, clock, logger } = options;
    this.#options = options;
    this.#port = options.port;
    this.#tap = new Tap({ recorder, clock, logger });
    this.#refusals = new RefusalRecord(recorder, clock);
    this.#failures = new FailureLimit(() => clock.now(), MAX_FAILURES_A_MINUTE);
    this.#server = createServer(
      // The timeouts are only checked every `connectionsCheckingInterval`; Node's default is 30 seconds.
      {
        ServerResponse: ObservedResponse,
        requestTimeout: 30_000,
        headersTimeout: 10_000,
        connectionsCheckingInterval: 5_000,
        keepAliveTimeout: 65_000,
      },
      (request, response) => this.#accept(request, response),
    );
    this.#server.on("connection", (socket) => {
      this.#unusedSockets.add(socket);
      socket.once("close", () => this.#unusedSockets.delete(socket));
    });
  }

  /**
   * Starts to listen on the port and on the socket, which is null if there is none.
   * @throws unavailable if the port is in use, with the program that uses it if that can be found
   */
  async listen(): Promise<{ readonly port: number; readonly url: string; readonly socket: string | null }> {
    const port = this.#port;
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", () => {
        this.#server.off("error", reject);
        resolve();
      });
    }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") throw error;
      const holder = await findPortHolder(port, process.platform);
      throw new RecollectError("port_taken", { port, holder }, { cause: error });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    const socket = await this.#listenOnSocket(this.#options.socketFile?.(this.#port) ?? null);
    return { port: this.#port, url: `http://127.0.0.1:${this.#port}/mcp`, socket };
  }

  async #listenOnSocket(file: string | null): Promise<string | null> {
    if (file === null) return null;
    try {
      this.#local = await listenOnSocket(file, (socket) => this.#server.emit("connection", socket));
      return file;
    } catch (error) {
      this.#options.logger.warn("The server has no socket", { file, error });
      return null;
    }
  }

  /** Pauses or resumes: while paused, `/mcp` and REST respond with 503; `/health` and the interface keep working. */
  setServing(isServing: boolean): void {
    this.#isServing = isServing;
  }

  /** The number of requests whose client waits for a response. Streams of notifications are not among them. */
  requestsInProgress(): number {
    return this.#openResponses.list().filter(({ headersSent, req: { method, headers } }) => {
      return !headersSent || (method !== "GET" && headers["mcp-method"] !== "subscriptions/listen");
    }).length;
  }

  /** Ends streams and sessions, waits up to two seconds for requests in progress, and frees the port. */
  async close(): Promise<void> {
    const { mcp } = this.#options;
    if (!this.#server.listening) {
      await mcp.close();
      return;
    }
    this.#local?.close();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#isStopping = true;
    this.#refusals.close();
    await this.#waitForResponses();
    await mcp.close();
    const sweep = setInterval(() => this.#closeIdleConnections(), 20);
    const cut = setTimeout(() => this.#server.closeAllConnections(), STOP_GRACE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }

  /** A keep-alive connection becomes idle only when its response is complete. Node counts unused ones as active. */
  #closeIdleConnections(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#unusedSockets) if (socket.bytesRead === 0) socket.destroy();
  }

  #accept(request: IncomingMessage, response: ObservedResponse): void {
    const arrived = performance.now();
    const { logger } = this.#options;
    this.#unusedSockets.delete(request.socket);
    this.#openResponses.add(response);
    response.once("close", () => this.#openResponses.delete(response));
    response.on("error", (error) => logger.debug("A response failed", { error }));
    // On every response: no browser takes it for another type.
    response.setHeader("x-content-type-options", "nosniff");
    this.#handle({ request, response, arrived }).catch((error: unknown) => {
      if (!(error instanceof RecollectError)) logger.error("An HTTP request failed", { error });
      refuse(request, response, isMcp(pathOf(request)) ? "rpc" : "rest", error);
    });
  }

  async #handle(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const path = pathOf(request);
    try {
      checkAddress(request, this.#port);
    } catch (error) {
      if (error instanceof RecollectError) this.#recordRefusal(exchange, isMcp(path) ? "http" : "rest", error);
      throw error;
    }
    if (path === "/health" && (request.method === "GET" || request.method === "HEAD")) {
      await this.#sendHealth(request, response);
    } else if (isMcp(path)) {
      await this.#handleMcp(exchange);
    } else if (path === "/tools" || path.startsWith("/tools/")) {
      await this.#handleRest(exchange, path);
    } else if (path.startsWith(HOOK_PATH)) {
      await this.#handleHook(exchange, path);
    } else {
      await this.#handleInterface(exchange, path);
    }
  }

  /**
   * Needs no token. With `?nonce=…` the response has the proof that this server is the application. The version is only
   * for a caller with a token: another user could look up its known faults. The name says which program has the port.
   */
  async #sendHealth(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { version, prove, authenticate } = this.#options;
    const nonce = /[?&]nonce=([^&]*)/.exec(request.url ?? "")?.[1] ?? "";
    const proof: Record<string, string> = NONCE_FORMAT.test(nonce) ? { [PROOF_HEADER]: prove(nonce, this.#port) } : {};
    const { authorization } = request.headers;
    const isKnown = authorization !== undefined && (await authenticate(authorization).catch(() => null)) !== null;
    const health = { name: "recollect", ...(isKnown ? { version } : {}), status: this.#isServing ? "ok" : "paused" };
    sendJson(response, 200, health, proof);
  }

  async #handleMcp(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const { mcp } = this.#options;
    const connection = await this.#connect(exchange, false);
    const identify = (message: unknown) => identifyMessage(mcp, request, response, connection, message);
    if (request.method !== "POST") {
      // Before the handler, because DELETE ends the session.
      const observed = identify(null);
      const unread = { ...exchange, text: null, body: null, identify: () => observed };
      if (request.method === "GET") this.#tap.observe(unread);
      else this.#tap.observePlain({ ...unread, target: null });
      await mcp.handle(request, response, undefined, connection);
      return;
    }
    const { text, body } = await this.#readBody(exchange, () => identify(null));
    connection.requestBytes = Buffer.byteLength(text);
    this.#tap.observe({ ...exchange, text, body, identify });
    await mcp.handle(request, response, body, connection);
  }

  async #handleRest(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    const { catalog } = this.#options.mcp;
    const connection = await this.#connect(exchange, true);
    const client = readRestClient(request, connection);
    const identify = (): Observed => ({
      ...UNIDENTIFIED,
      transport: "rest",
      client,
      subject: connection.subject,
      project: connection.project,
      ...serverLegOf(connection, null),
    });
    const name = path.slice("/tools/".length);
    if (request.method === "GET" && name === "list") {
      this.#tap.observePlain({ ...exchange, text: null, body: null, target: null, identify });
      listTools(catalog, connection, response);
    } else if (request.method === "POST") {
      const { text, body } = await this.#readBody(exchange, identify);
      connection.requestBytes = Buffer.byteLength(text);
      this.#tap.observePlain({ ...exchange, text, body, target: calledTool(name, body), identify });
      await callTool(catalog, request, response, { name, args: body, connection });
    } else {
      throw new RecollectError("rest_address_unknown", { address: `${request.method} ${path}` });
    }
  }

  /** `POST /hooks/{event}`: returns what a hook adds to a conversation. */
  async #handleHook(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    const connection = await this.#connect(exchange, true);
    const { subject, project } = connection;
    const event = HOOK_EVENTS.find((name) => path === `${HOOK_PATH}${name}`);
    const client = { name: subject, version: "" };
    const identify = (): Observed => ({ ...UNIDENTIFIED, transport: "rest", client, subject, project });
    const { text, body } = await this.#readBody(exchange, identify);
    this.#tap.observePlain({ ...exchange, text, body, target: event ?? null, identify });
    if (request.method !== "POST" || event === undefined) {
      throw new RecollectError("rest_address_unknown", { address: `${request.method} ${path}` });
    }
    const caller = callerOf(connection, client, null);
    const { answer, withdraw } = await this.#options.hooks.answer(event, body, caller, connection);
    response.once("close", () => {
      if (!response.writableFinished) withdraw();
    });
    if (response.closed) withdraw();
    else sendJson(response, 200, answer);
  }

  async #handleInterface(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    if (path.startsWith("/.well-known/") || !(await this.#options.interface?.(request, response))) {
      throw new RecollectError("address_unknown", { address: path });
    }
    // A browser without a session has no such header: the page it gets says how to sign in.
    if (response.statusCode === 401 && request.headers.authorization !== undefined) {
      this.#recordRefusal(exchange, "rest", new RecollectError("owner_token_required", {}));
    }
  }

  /**
   * Authenticates a request to `/mcp` or REST and reads its headers. A refusal is recorded, within limits.
   * @throws unauthenticated, rate_limited, permission_denied, unavailable, invalid_argument
   */
  async #connect(exchange: Exchange, isRest: boolean): Promise<Connection> {
    const { request } = exchange;
    const isShim = request.headers["recollect-transport"] === "stdio";
    // Any client can send this header: it is only a label in the log.
    const transport = isRest ? "rest" : isShim ? "stdio" : "http";
    let subject: string | null = null;
    try {
      const { authorization } = request.headers;
      const { id, grant, owner, paused, injection, ...token } = await this.#options.authenticate(
        authorization,
        readClientName(request),
      );
      subject = token.subject;
      if (this.#isStopping) throw new RecollectError("serving_stopped", {});
      if (!this.#isServing) throw new RecollectError("serving_paused", {});
      if (paused) throw new RecollectError("client_paused", { subject });
      return {
        tokenId: id,
        subject,
        owner,
        grant,
        injection,
        project: readProject(request, grant, this.#options.projectName),
        transport,
      };
    } catch (error) {
      if (error instanceof RecollectError && error.code === "unauthenticated") {
        this.#recordRefusal(exchange, transport, error);
        if (this.#failures.admit()) throw error;
        throw new RecollectError("too_many_failures", {});
      }
      const session = request.headers["mcp-session-id"];
      const client =
        (subject !== null && typeof session === "string" && this.#options.mcp.session(session)?.client) || null;
      this.#observeUnread(exchange, { ...UNIDENTIFIED, transport, client, subject });
      throw error;
    }
  }

  /** Reads a JSON body. A request whose body cannot be read is recorded. */
  async #readBody(
    exchange: Exchange,
    identify: () => Observed,
  ): Promise<{ readonly text: string; readonly body: unknown }> {
    try {
      return await readJson(exchange.request, CLIENT_JSON_LIMITS);
    } catch (error) {
      this.#tap.observePlain({ ...exchange, text: null, body: null, target: null, identify });
      throw error;
    }
  }

  /** Counts a request that the guard refuses, and records the first of its kind in full. */
  #recordRefusal(exchange: Exchange, transport: RequestTransport, error: RecollectError): void {
    const { request } = exchange;
    const refusal = readRefusal(request, error);
    const { code } = error;
    if (!this.#refusals.note({ request, transport, refusal, errorCode: code, httpStatus: statusOf(code) })) return;
    this.#observeUnread(exchange, { ...UNIDENTIFIED, transport, refusal });
  }

  /** Records a request without its body. */
  #observeUnread(exchange: Exchange, observed: Observed): void {
    this.#tap.observePlain({ ...exchange, text: null, body: null, target: null, identify: () => observed });
  }

  /** Waits until every open request has the start of its response, at most {@link STOP_GRACE_MS}. */
  async #waitForResponses(): Promise<void> {
    const end = performance.now() + STOP_GRACE_MS;
    while (this.#openResponses.list().some(({ headersSent }) => !headersSent) && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Some clients append a slash to the configured address. */
function isMcp(path: string): boolean {
  return path === "/mcp" || path === "/mcp/";
}
