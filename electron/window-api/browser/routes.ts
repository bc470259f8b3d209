import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorBody } from "../../core/errors.ts";
import { sendJson } from "../../core/util/http-response.ts";
import { OWNER_JSON_LIMITS } from "../../core/util/json-limits.ts";
import { readJson } from "../../http/body.ts";
import type { Dispatch } from "../dispatch.ts";
import type { EventFeed } from "../event-feed.ts";
import { readWindowFile, WINDOW_HEADERS } from "../window-files.ts";
import { streamEvents } from "./event-stream.ts";
import { CONTINUE_PAGE, SIGNED_OUT_PAGE } from "./pages.ts";
import type { InterfaceSessions } from "./sessions.ts";

export interface InterfaceDependencies {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly sessions: InterfaceSessions;
  /** The folder of the window's build. */
  readonly folder: string;
  /** Whether this `Authorization` header holds the owner's token, which is needed to create links. */
  isOwner(authorization: string | undefined): Promise<boolean>;
  /** Returns the address of a one-time link to the interface. */
  linkTo(key: string): string;
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
 * The window in a browser: its page and files, method calls (`POST /interface/invoke`), events (`GET
 * /interface/events`), and new links for a caller with the owner's token (`POST /interface/links`).
 */
export function createInterfaceRoutes(dependencies: InterfaceDependencies): InterfaceRoutes {
  const { dispatch, feed, sessions, folder } = dependencies;
  const closing = new AbortController();

  const isSignedIn = (request: IncomingMessage) => sessions.isValid(readCookie(request, cookieName(request)) ?? "");

  const handlers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    "POST /interface/links": async (request, response) => {
      if (!(await dependencies.isOwner(request.headers.authorization))) return refuse(response, request);
      sendPrivateJson(response, 200, { link: dependencies.linkTo(sessions.newKey()) });
    },
    "POST /interface/invoke": async (request, response) => {
      if (!isSignedIn(request) || !isSameOrigin(request)) return refuse(response, request);
      const { body } = await readJson(request, OWNER_JSON_LIMITS);
      const { method, input } = (body ?? {}) as { readonly method?: unknown; readonly input?: unknown };
      const result = await dispatch(String(method), input, untilDisconnect(response));
      if (!response.destroyed) sendPrivateJson(response, 200, result);
    },
    "GET /interface/events": async (request, response) => {
      if (!isSignedIn(request)) return refuse(response, request);
      streamEvents(request, response, feed, closing.signal);
    },
  };

  const servePage = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
    const key = url.pathname === "/" ? url.searchParams.get("key") : null;
    const session = key === null ? null : sessions.redeem(key);
    if (session !== null) {
      const cookie = `${cookieName(request)}=${session}; HttpOnly; SameSite=Strict; Path=/`;
      response.writeHead(303, { location: "/", "set-cookie": cookie, "cache-control": "no-store" }).end();
      return true;
    }
    if (isSignedIn(request)) return sendFile(response, folder, url.pathname);
    if (url.pathname !== "/") return false;
    const fromElsewhere = key === null && request.headers["sec-fetch-site"] === "cross-site";
    sendPage(response, fromElsewhere ? 200 : 401, fromElsewhere ? CONTINUE_PAGE : SIGNED_OUT_PAGE);
    return true;
  };

  return {
    async handle(request, response) {
      const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
      if (url === null) return false;
      const handle = handlers[`${request.method} ${url.pathname}`];
      if (handle === undefined) return request.method === "GET" ? servePage(request, response, url) : false;
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

/** Cookies are shared by all ports of a host, so the name contains the port. */
function cookieName(request: IncomingMessage): string {
  return `recollect-${request.socket.localPort}`;
}

function readCookie(request: IncomingMessage, name: string): string | undefined {
  const cookies = request.headers.cookie?.split(";").map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The interface's own page sends its Origin. A script without an Origin still needs the cookie. */
function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

function refuse(response: ServerResponse, request: IncomingMessage): void {
  request.resume();
  const error: ErrorBody = {
    code: "unauthenticated",
    message: "This browser is not signed in.",
    hint: "Run `npm run headless` for a new link.",
  };
  sendPrivateJson(response, 401, { ok: false, error });
}

async function sendFile(response: ServerResponse, folder: string, pathname: string): Promise<boolean> {
  const file = await readWindowFile(folder, pathname);
  if (file === null) return false;
  response.writeHead(200, { ...file.headers, "content-length": file.body.byteLength }).end(file.body);
  return true;
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { ...WINDOW_HEADERS, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
    .end(body);
}

/** Sends JSON that no cache stores and no browser takes for another type. */
function sendPrivateJson(response: ServerResponse, status: number, body: unknown): void {
  sendJson(response, status, body, { "cache-control": "no-store", "x-content-type-options": "nosniff" });
}
