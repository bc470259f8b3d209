import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { RecollectError } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { sendJson } from "../mcp/answers.ts";
import type { Connection } from "../mcp/connection.ts";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import { describeTakenPort, findPortHolder } from "../platform/port-holder.ts";
import { readJson } from "./body.ts";
import { claimedName, reasonOf } from "./claimed-name.ts";
import { type Authenticate, checkAddress, createFailureLimit, readClientName } from "./guard.ts";
import { observedOf } from "./observed.ts";
import { readProject } from "./project.ts";
import { createRefusalRecord } from "./refusal-record.ts";
import { type RefusalShape, refuse, statusOf } from "./refusals.ts";
import { callTool, listTools, restClient } from "./rest.ts";
import { createTap, type Observed, pathOf } from "./tap.ts";

/** Failed authentications a minute that are answered and recorded one by one. */
const FAILURES_A_MINUTE = 30;
/** What is known of who sent a request before anything else is. */
const NOBODY = {
  client: null,
  subject: null,
  sessionId: null,
  era: null,
  protocolVersion: null,
  refusal: null,
  replayOf: null,
} as const;
/** How long a clean stop waits for requests under way, in milliseconds. */
const STOP_GRACE_MS = 2000;

export interface HttpServer {
  /** Starts to answer. @throws unavailable when the port is taken, naming it and, where the system tells, its holder */
  listen(): Promise<{ readonly port: number; readonly url: string }>;
  /** Off: `/mcp` and REST answer 503, while health and interface live on. */
  setServing(serving: boolean): void;
  readonly serving: boolean;
  /** Ends streams and sessions, waits shortly for requests under way, and frees the port; also after a failed start. */
  close(): Promise<void>;
}

/**
 * The one address of everything: `/mcp`, REST and `/health`, on 127.0.0.1 alone. Behind one guard: Host, Origin, token,
 * size and time; before one tap.
 *
 * @param port 0 takes any free one
 * @param authenticate says whom a request comes from; `bearerAuthentication(tokens.verify)` in the product
 * @param interface answers the window's addresses, by its own rules for who may; false where the address is not its own
 */
export function createHttpServer(dependencies: {
  readonly port: number;
  readonly version: string;
  readonly authenticate: Authenticate;
  readonly mcp: McpEndpoint;
  readonly recorder: RequestRecorder;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly interface?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}): HttpServer {
  const { version, authenticate, mcp, recorder, clock, logger } = dependencies;
  const tap = createTap({ recorder, clock, logger });
  const refusals = createRefusalRecord({ recorder, clock });
  const failures = createFailureLimit(() => clock.now(), FAILURES_A_MINUTE);
  let port = dependencies.port;
  let serving = true;
  let stopping = false;
  const underWay = new Set<ServerResponse>();

  const server = createServer(
    // Node looks for what is late only so often.
    { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      const arrived = performance.now();
      underWay.add(response);
      response.once("close", () => underWay.delete(response));
      response.on("error", (error) => logger.debug("A response broke off", { error }));
      handle({ request, response, arrived }).catch((error: unknown) => {
        if (!(error instanceof RecollectError)) logger.error("An HTTP request failed", { error });
        refuse(request, response, shapeOf(pathOf(request)), error);
      });
    },
  );

  async function handle(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    try {
      checkAddress(request, port);
    } catch (error) {
      const transport = isMcp(pathOf(request)) ? "http" : "rest";
      if (error instanceof RecollectError) observeRefused(exchange, transport, error);
      throw error;
    }
    const path = pathOf(request);
    if (path === "/health" && (request.method === "GET" || request.method === "HEAD")) {
      sendJson(response, 200, { name: "recollect", version, status: serving ? "ok" : "paused" });
    } else if (isMcp(path)) {
      await serveMcp(exchange);
    } else if (path === "/tools" || path.startsWith("/tools/")) {
      await serveRest(exchange, path);
    } else if (path.startsWith("/.well-known/") || !(await dependencies.interface?.(request, response))) {
      throw new RecollectError("not_found", `There is nothing at ${path.slice(0, 200)}.`);
    } else if (response.statusCode === 401 && request.headers.authorization !== undefined) {
      // A browser without a session is led in by its page; whoever tries a token here is told of as everywhere.
      observeRefused(exchange, "rest", new RecollectError("unauthenticated", "The owner's token is needed."));
    }
  }

  /** Counts a request that the guard turns away, and writes the first of its kind down as it is. */
  function observeRefused(exchange: Exchange, transport: RequestTransport, error: RecollectError): void {
    const { request } = exchange;
    const refusal = { reason: reasonOf(error), claimed: claimedName(request, error), requests: 1 };
    const { code } = error;
    if (!refusals.note({ request, transport, refusal, errorCode: code, httpStatus: statusOf(code) })) return;
    observeUnread(exchange, { ...NOBODY, transport, refusal });
  }

  /** One row for a request whose body is not read. */
  function observeUnread(exchange: Exchange, observed: Observed): void {
    tap.observePlain({ ...exchange, text: null, body: null, target: null, identify: () => observed });
  }

  /** Token and headers of a request to `/mcp` or REST. What is refused here is recorded, within limits. */
  async function connect(exchange: Exchange, rest: boolean): Promise<Connection> {
    const { request } = exchange;
    const shim = request.headers["recollect-transport"] === "stdio";
    // The shim's word is taken from anyone: it is a label in the log and grants nothing.
    const transport = rest ? "rest" : shim ? "stdio" : "http";
    let subject: string | null = null;
    try {
      const client = readClientName(request.headers["recollect-client"]);
      const { id, grant, owner, paused, ...token } = await authenticate(request.headers.authorization, client);
      subject = token.subject;
      if (stopping) {
        throw new RecollectError("unavailable", "Recollect is stopping.", { hint: "Try again when it runs." });
      }
      if (!serving) {
        throw new RecollectError("unavailable", "Recollect is paused.", {
          hint: "Resume it in the tray or the window.",
        });
      }
      if (paused) {
        throw new RecollectError("permission_denied", `${subject} is paused: its owner has it turned away for now.`, {
          hint: "The owner can let it in again in Recollect › Clients.",
        });
      }
      const project = readProject(request.headers["recollect-project"]);
      return { tokenId: id, subject, owner, grant, project, transport };
    } catch (error) {
      if (error instanceof RecollectError && error.code === "unauthenticated") {
        observeRefused(exchange, transport, error);
        if (failures.admit()) throw error;
        throw new RecollectError("rate_limited", "Too many requests without a good token.", {
          hint: "Wait a minute, and check the client's configuration.",
        });
      }
      const session = request.headers["mcp-session-id"];
      const client = (subject !== null && typeof session === "string" && mcp.session(session)?.client) || null;
      observeUnread(exchange, { ...NOBODY, transport, client, subject });
      throw error;
    }
  }

  /** Reads a JSON body; what cannot be read is recorded before it is refused. */
  async function readBody(
    exchange: Exchange,
    identify: () => Observed,
  ): Promise<{ readonly text: string; readonly body: unknown }> {
    try {
      return await readJson(exchange.request);
    } catch (error) {
      tap.observePlain({ ...exchange, text: null, body: null, target: null, identify });
      throw error;
    }
  }

  async function serveMcp(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const connection = await connect(exchange, false);
    const identify = (message: unknown) => observedOf(mcp, request, response, connection, message);
    if (request.method !== "POST") {
      // A session that is ended here is not known any more when the row is written.
      const known = identify(null);
      const unread = { ...exchange, text: null, body: null, identify: () => known };
      if (request.method === "GET") tap.observe(unread);
      else tap.observePlain({ ...unread, target: null });
      await mcp.handle(request, response, undefined, connection);
      return;
    }
    const { text, body } = await readBody(exchange, () => identify(null));
    tap.observe({ ...exchange, text, body, identify });
    await mcp.handle(request, response, body, connection);
  }

  async function serveRest(exchange: Exchange, path: string): Promise<void> {
    const { request, response } = exchange;
    const connection = await connect(exchange, true);
    const client = restClient(request, connection);
    const identify = (): Observed => ({ ...NOBODY, transport: "rest", client, subject: connection.subject });
    const name = path.slice("/tools/".length);
    if (request.method === "GET" && name === "list") {
      tap.observePlain({ ...exchange, text: null, body: null, target: null, identify });
      listTools(mcp.catalog, response);
    } else if (request.method === "POST") {
      const { text, body } = await readBody(exchange, identify);
      tap.observePlain({ ...exchange, text, body, target: name, identify });
      await callTool(mcp.catalog, request, response, { name, args: body, connection });
    } else {
      throw new RecollectError("not_found", `There is nothing at ${request.method} ${path.slice(0, 200)}.`, {
        hint: "GET /tools/list names the tools, POST /tools/{name} calls one.",
      });
    }
  }

  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => {
          server.off("error", reject);
          resolve();
        });
      }).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error;
        const holder = await findPortHolder(port, process.platform);
        throw new RecollectError("unavailable", describeTakenPort(port, holder), {
          hint: "Clients hold this address, so it is never changed silently: set RECOLLECT_PORT or the port in Settings.",
          details: { reason: "port_taken", port, holder },
          cause: error,
        });
      });
      port = (server.address() as AddressInfo).port;
      return { port, url: `http://127.0.0.1:${port}/mcp` };
    },

    setServing(value) {
      serving = value;
    },
    get serving() {
      return serving;
    },

    async close() {
      if (!server.listening) {
        await mcp.close();
        return;
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      stopping = true;
      refusals.close();
      await answered(underWay);
      await mcp.close();
      // A kept-alive connection falls idle only when its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      const cut = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** A request and its response, and when its head was there on the clock of `performance`. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly arrived: number;
}

/** Waits until every request that came has begun to be answered, but not for ever. */
async function answered(underWay: ReadonlySet<ServerResponse>): Promise<void> {
  const end = performance.now() + STOP_GRACE_MS;
  while ([...underWay].some(({ headersSent }) => !headersSent) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function shapeOf(path: string): RefusalShape {
  return isMcp(path) ? "rpc" : "rest";
}

/** Some clients add a slash to whatever address they are given. */
function isMcp(path: string): boolean {
  return path === "/mcp" || path === "/mcp/";
}
