import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorBody } from "../../core/errors.ts";
import type { Dispatch } from "../../ipc/dispatch.ts";
import type { EventFeed } from "../../ipc/event-feed.ts";
import { readWindowFile, WINDOW_HEADERS } from "../../ipc/window-files.ts";
import { readJson } from "../body.ts";
import { streamEvents } from "./event-stream.ts";
import { CONTINUE_PAGE, SIGNED_OUT_PAGE } from "./pages.ts";
import type { InterfaceSessions } from "./sessions.ts";

export interface InterfaceDependencies {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly sessions: InterfaceSessions;
  /** The window's build. */
  readonly folder: string;
  /** Whether this `Authorization` header is the owner's, who may ask for links. */
  isOwner(authorization: string | undefined): Promise<boolean>;
  /** The address of a link that opens the interface once. */
  linkTo(key: string): string;
}

export interface InterfaceRoutes {
  /**
   * Answers a request whose Host and Origin were checked before; false where the address is not the interface's.
   * @throws too_large, invalid_argument for a body that cannot be read
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Ends the streams of events, so that a server can close. */
  close(): void;
}

/**
 * The window in a browser: its page and files, its questions (`POST /interface/invoke`), what it is told
 * (`GET /interface/events`), and new links for whoever holds the owner's token (`POST /interface/links`).
 */
export function createInterfaceRoutes(dependencies: InterfaceDependencies): InterfaceRoutes {
  const { dispatch, feed, sessions, folder } = dependencies;
  const closing = new AbortController();

  const isSignedIn = (request: IncomingMessage) => sessions.isValid(readCookie(request, cookieName(request)) ?? "");

  const answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
    "POST /interface/links": async (request, response) => {
      if (!(await dependencies.isOwner(request.headers.authorization))) return refuse(response, request);
      sendJson(response, 200, { link: dependencies.linkTo(sessions.newKey()) });
    },
    "POST /interface/invoke": async (request, response) => {
      if (!isSignedIn(request) || !isSameOrigin(request)) return refuse(response, request);
      const { body } = await readJson(request);
      const { method, input } = (body ?? {}) as { readonly method?: unknown; readonly input?: unknown };
      const answer = await dispatch(String(method), input, untilLeft(response));
      if (!response.destroyed) sendJson(response, 200, answer);
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
      const answer = answers[`${request.method} ${url.pathname}`];
      if (answer === undefined) return request.method === "GET" ? servePage(request, response, url) : false;
      await answer(request, response);
      return true;
    },
    close: () => closing.abort(),
  };
}

/** Raised when the browser leaves before it is answered. */
function untilLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableEnded) left.abort();
  });
  return left.signal;
}

/** Cookies know no ports, so the name carries it: two Recollects on one machine do not sign each other out. */
function cookieName(request: IncomingMessage): string {
  return `recollect-${request.socket.localPort}`;
}

function readCookie(request: IncomingMessage, name: string): string | undefined {
  const cookies = request.headers.cookie?.split(";").map((cookie) => cookie.trim()) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** A page of ours names itself; a script without an Origin is held by the cookie alone. */
function isSameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

function refuse(response: ServerResponse, request: IncomingMessage): void {
  request.resume();
  const error: ErrorBody = {
    code: "unauthenticated",
    message: "This browser has not been let in.",
    hint: "Ask for a new link with npm run headless.",
  };
  sendJson(response, 401, { ok: false, error });
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

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(JSON.stringify(body));
}
