import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson, startEventStream, writeEvent } from "../../core/util/http-response.ts";
import { CLIENT_JSON_LIMITS, OWNER_JSON_LIMITS } from "../../core/util/json-limits.ts";
import { readJson } from "../../http/body.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import type { MethodName, MethodResult } from "../contract.ts";
import type { Dispatch } from "../dispatch.ts";
import type { EventFeed } from "../event-feed.ts";
import { readWindowFile } from "../window-files.ts";
import type { BrowserSessions } from "./sessions.ts";

/** The header with the secret of a tab's session. A cookie would be sent to every other port of this host as well. */
const SESSION_HEADER = "recollect-session-secret";

export interface InterfaceDependencies {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly sessions: BrowserSessions;
  /** The folder of the window's build. */
  readonly folder: string;
  /** Whether this `Authorization` header holds the owner's token, which is needed to create links. */
  isOwner(authorization: string | undefined): Promise<boolean>;
  /** Returns the address of a one-time link to the interface. */
  linkTo(key: string): string;
  /** Called after a session created or renewed a client's token. */
  onTokenIssued(issued: { readonly subject: string; readonly session: string }): void;
}

export interface InterfaceRoutes {
  /**
   * Handles a request whose Host and Origin were checked; resolves to false for any other path.
   * @throws too_large, invalid_argument for a body that cannot be read
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends the event streams, so that the server can close. */
  close(): void;
}

/**
 * The window in a browser. Its page and files are public and contain no secret. The page exchanges the key of a
 * one-time link for a session (`POST /interface/sessions`) and sends the session's secret in a header with method
 * calls (`POST /interface/invoke`) and for events (`POST /interface/events`, because a browser sends Origin with every
 * POST). A caller with the owner's token creates links (`POST /interface/links`).
 */
export function createInterfaceRoutes(dependencies: InterfaceDependencies): InterfaceRoutes {
  const { dispatch, feed, sessions, folder } = dependencies;
  const closing = new AbortController();

  const handlers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    "POST /interface/links": async (request, response) => {
      if (!(await dependencies.isOwner(request.headers.authorization))) return refuse(request, response);
      sendPrivateJson(response, 200, { link: dependencies.linkTo(sessions.newKey()) });
    },
    "POST /interface/sessions": async (request, response) => {
      if (!isSameOrigin(request)) return refuse(request, response);
      const { body } = await readJson(request, CLIENT_JSON_LIMITS);
      const session = sessions.redeem(String((body as { readonly key?: unknown } | null)?.key));
      if (session === null) return refuse(request, response);
      sendPrivateJson(response, 200, session);
    },
    "POST /interface/invoke": async (request, response) => {
      const session = isSameOrigin(request) ? sessions.use(readSecret(request)) : null;
      if (session === null) return refuse(request, response);
      const { body } = await readJson(request, OWNER_JSON_LIMITS);
      const { method, input } = (body ?? {}) as { readonly method?: unknown; readonly input?: unknown };
      const result = await dispatch(String(method), input, untilDisconnect(response));
      const subject = issuedSubject(String(method), result);
      if (subject !== null) dependencies.onTokenIssued({ subject, session });
      if (!response.destroyed) sendPrivateJson(response, 200, result);
    },
    "POST /interface/events": async (request, response) => {
      const stream = isSameOrigin(request) ? sessions.openStream(readSecret(request)) : null;
      if (stream === null) return refuse(request, response);
      request.resume();
      response.once("close", stream.close);
      streamEvents(request, response, feed, [stream.ended, closing.signal]);
    },
  };

  return {
    async handle(request, response) {
      const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
      if (url === null) return false;
      const handle = handlers[`${request.method} ${url.pathname}`];
      if (handle === undefined) return request.method === "GET" && (await sendFile(response, folder, url.pathname));
      await handle(request, response);
      return true;
    },
    close: () => closing.abort(),
  };
}

/** Returns a signal that is aborted when the browser disconnects before the response. */
function untilDisconnect(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableEnded) left.abort();
  });
  return left.signal;
}

function readSecret(request: IncomingMessage): string {
  const value = request.headers[SESSION_HEADER];
  return typeof value === "string" ? value : "";
}

/** Whether the interface's own page sent the request: pages of other ports are the same site, but another origin. */
function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return origin === undefined ? request.headers["sec-fetch-site"] === "same-origin" : origin === `http://${host}`;
}

const ISSUING_METHODS: readonly MethodName[] = ["clients.createToken", "clients.rotate"];

/** Returns the client whose token a call created or renewed; null for any other call. */
function issuedSubject(method: string, result: MethodResult<unknown>): string | null {
  if (!result.ok || !ISSUING_METHODS.some((name) => name === method)) return null;
  return (result.value as { readonly grant: { readonly subject: string } }).grant.subject;
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const error = toErrorBody(new RecollectError("browser_signed_out", {}));
  sendPrivateJson(response, 401, { ok: false, error });
}

async function sendFile(response: ServerResponse, folder: string, pathname: string): Promise<boolean> {
  const file = await readWindowFile(folder, pathname);
  if (file === null) return false;
  response.writeHead(200, { ...file.headers, "content-length": file.body.byteLength }).end(file.body);
  return true;
}

/** Sends JSON that no cache stores and no browser takes for another type. */
function sendPrivateJson(response: ServerResponse, status: number, body: unknown): void {
  sendJson(response, status, body, { "cache-control": "no-store", "x-content-type-options": "nosniff" });
}

/** Sends the window's events to one browser as server-sent events, until it disconnects or one of `ends` is aborted. */
function streamEvents(
  request: IncomingMessage,
  response: ServerResponse,
  feed: EventFeed,
  ends: readonly AbortSignal[],
): void {
  startEventStream(response, { "cache-control": "no-store" });
  response.write(": connected\n\n");
  const stop = feed.subscribe((event) => writeEvent(response, event));
  const finish = () => response.end();
  for (const end of ends) end.addEventListener("abort", finish);
  request.setTimeout(0);
  response.once("close", () => {
    for (const end of ends) end.removeEventListener("abort", finish);
    stop();
  });
}
