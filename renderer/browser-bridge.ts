import { EventSourceParserStream } from "eventsource-parser/stream";
import type { BridgeEvent, MethodName, MethodResult } from "../electron/window-api/contract.ts";
import { type Bridge, BridgeError, unwrap } from "./bridge.ts";

const STORAGE_KEY = "recollect.session";
/** The fragment of a one-time link, which a browser never sends to a server. */
const LINK = /^#key=([\w-]+)$/;
const RECONNECT_INTERVAL_MS = 1_000;

interface Session {
  readonly id: string;
  readonly secret: string;
}

/**
 * Opens the bridge of a browser tab. If the address is a one-time link, its key is removed from the address and from the
 * history, and exchanged for a session. A link that does not work leaves the tab's session, so that a reload works.
 */
export async function openBrowserBridge(): Promise<Bridge> {
  await redeemLink();
  // Pasting a link into the address bar of an open tab changes only the fragment, which loads no page.
  window.addEventListener("hashchange", () => {
    if (LINK.test(location.hash)) void redeemLink().then(() => location.reload());
  });
  return createBrowserBridge();
}

async function redeemLink(): Promise<void> {
  const key = LINK.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, "", location.pathname + location.search);
  const response = await post("/interface/sessions", { key }).catch(() => null);
  if (response?.ok) sessionStorage.setItem(STORAGE_KEY, await response.text());
}

/** The session of this tab: session storage belongs to one tab and one origin, so no page of another port reads it. */
function readSession(): Session | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  return text === null ? null : (JSON.parse(text) as Session);
}

/** Uses HTTP to the server of this page. The secret of the tab's session is in a header of each request. */
export function createBrowserBridge(): Bridge {
  let session = readSession();
  let isReplaced = false;
  const eventListeners = new Set<(event: BridgeEvent) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  const signedOutListeners = new Set<() => void>();
  let stream: AbortController | null = null;

  function signOut(): BridgeError {
    const wasSignedIn = session !== null;
    session = null;
    sessionStorage.removeItem(STORAGE_KEY);
    if (wasSignedIn) for (const listener of signedOutListeners) listener();
    return new BridgeError({ code: "signed_out", message: "This tab is not signed in." });
  }

  /** @throws BridgeError `signed_out` */
  async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
    if (session === null) throw signOut();
    const response = await post(path, body, { "recollect-session-secret": session.secret }, signal);
    if (response.status === 401) throw signOut();
    return response;
  }

  /** Reads the event stream, and reopens it when it closes, until the signal is aborted or the session has expired. */
  async function listen(signal: AbortSignal): Promise<void> {
    const report = (connected: boolean) => {
      for (const listener of connectionListeners) listener(connected);
    };
    while (!signal.aborted && session !== null) {
      try {
        const { ok, status, body } = await send("/interface/events", {}, signal);
        if (status === 404 && (await isRecollect())) {
          isReplaced = true;
          signOut();
          return;
        }
        if (ok && body !== null) {
          report(true);
          await readEvents(body, (event) => {
            for (const listener of eventListeners) listener(event);
          });
        }
      } catch {
        // The server stopped, or the last listener was removed.
      }
      if (signal.aborted) return;
      report(false);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_INTERVAL_MS));
    }
  }

  function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    if (stream === null) {
      stream = new AbortController();
      void listen(stream.signal);
    }
    return () => {
      listeners.delete(listener);
      if (eventListeners.size > 0 || connectionListeners.size > 0) return;
      stream?.abort();
      stream = null;
    };
  }

  return {
    host: "browser",
    async invoke(method, input, signal) {
      return unwrap(await call(method, input, signal)) as never;
    },
    async openExternal(url) {
      window.open(url, "_blank", "noopener,noreferrer");
    },
    pathOf: () => null,
    onEvent: (listener) => subscribe(eventListeners, listener),
    onConnection: (listener) => subscribe(connectionListeners, listener),
    sessionId: () => session?.id ?? null,
    isSignedIn: () => session !== null,
    isReplaced: () => isReplaced,
    onSignedOut(listener) {
      signedOutListeners.add(listener);
      return () => signedOutListeners.delete(listener);
    },
  };

  async function call(method: MethodName, input: unknown, signal?: AbortSignal): Promise<MethodResult<unknown>> {
    const response = await send("/interface/invoke", { method, input }, signal).catch((error: unknown) => {
      if (error instanceof BridgeError) throw error;
      throw new BridgeError({ code: signal?.aborted === true ? "cancelled" : "offline", message: String(error) });
    });
    const result: unknown = await response.json().catch(() => null);
    if (isResult(result)) return result;
    throw new BridgeError({ code: "offline", message: `HTTP ${response.status} ${response.statusText}` });
  }
}

/** Whether the server of this page is a Recollect: the desktop application has no interface for a browser. */
async function isRecollect(): Promise<boolean> {
  const health: unknown = await fetch("/health").then((response) => response.json());
  return typeof health === "object" && health !== null && "name" in health && health.name === "recollect";
}

function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: BridgeEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onEvent(JSON.parse(value.data) as BridgeEvent);
  }
}

function isResult(value: unknown): value is MethodResult<unknown> {
  return typeof value === "object" && value !== null && "ok" in value && typeof value.ok === "boolean";
}
