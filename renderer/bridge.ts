import type { ErrorBody, ErrorCode } from "../electron/core/errors.ts";
import type {
  BridgeEvent,
  DesktopBridge,
  MethodAnswer,
  MethodInput,
  MethodName,
  MethodOutput,
} from "../electron/ipc/contract.ts";

/** The window's one way to the application, whichever host carries it. */
export interface Bridge {
  readonly host: "desktop" | "browser";
  /** A raised signal takes the question back (`cancelled`). @throws BridgeError, always */
  invoke<Name extends MethodName>(
    method: Name,
    input: MethodInput<Name>,
    signal?: AbortSignal,
  ): Promise<MethodOutput<Name>>;
  /** Opens a web address outside this window. */
  openExternal(url: string): Promise<void>;
  /** Listens to all events; the returned function ends it. */
  onEvent(listener: (event: BridgeEvent) => void): () => void;
  /** Tells whether the application can be reached, each time that changes. */
  onConnection(listener: (connected: boolean) => void): () => void;
}

/** `offline`: the application did not answer. `signed_out`: the browser's link is no longer valid. */
export type BridgeErrorCode = ErrorCode | "offline" | "signed_out";

/** Every failure that reaches the window, with what the application said about it. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;
  readonly hint: string | undefined;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(body: Omit<ErrorBody, "code"> & { readonly code: BridgeErrorCode }) {
    super(body.message);
    this.name = "BridgeError";
    this.code = body.code;
    this.hint = body.hint;
    this.field = body.field;
    this.details = body.details;
  }
}

declare global {
  interface Window {
    readonly recollect?: DesktopBridge;
  }
}

/** The bridge of the host this page runs in. */
export function createBridge(): Bridge {
  return window.recollect === undefined ? createBrowserBridge() : createDesktopBridge(window.recollect);
}

/** Speaks through the preload script. */
export function createDesktopBridge(desktop: DesktopBridge): Bridge {
  let asked = 0;
  const invoke: Bridge["invoke"] = async (method, input, signal) => {
    const question = signal === undefined ? undefined : ++asked;
    const cancel = () => question !== undefined && desktop.cancel(question);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return unwrap(await desktop.invoke(method, input, question)) as MethodOutput<typeof method>;
    } catch (error) {
      throw error instanceof BridgeError ? error : new BridgeError({ code: "offline", message: String(error) });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  };
  return {
    host: "desktop",
    invoke,
    async openExternal(url) {
      await invoke("app.openExternal", { url });
    },
    onEvent: (listener) => desktop.onEvent(listener),
    onConnection: () => () => undefined,
  };
}

/** Speaks to the headless server that served this page; the session is a cookie of the same origin. */
export function createBrowserBridge(): Bridge {
  const eventListeners = new Set<(event: BridgeEvent) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  let source: EventSource | null = null;

  function open(): void {
    source ??= listen(
      (event) => {
        for (const listener of eventListeners) listener(event);
      },
      (connected) => {
        for (const listener of connectionListeners) listener(connected);
      },
    );
  }
  function closeIfUnused(): void {
    if (eventListeners.size > 0 || connectionListeners.size > 0) return;
    source?.close();
    source = null;
  }
  function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
    listeners.add(listener);
    open();
    return () => {
      listeners.delete(listener);
      closeIfUnused();
    };
  }

  return {
    host: "browser",
    async invoke(method, input, signal) {
      return unwrap(await post(method, input, signal)) as MethodOutput<typeof method>;
    },
    async openExternal(url) {
      window.open(url, "_blank", "noopener,noreferrer");
    },
    onEvent: (listener) => subscribe(eventListeners, listener),
    onConnection: (listener) => subscribe(connectionListeners, listener),
  };
}

function unwrap(answer: MethodAnswer<unknown>): unknown {
  if (answer.ok) return answer.value;
  throw new BridgeError(answer.error);
}

function listen(onEvent: (event: BridgeEvent) => void, onConnection: (connected: boolean) => void): EventSource {
  const source = new EventSource("/interface/events");
  source.onopen = () => onConnection(true);
  source.onerror = () => onConnection(false);
  source.onmessage = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as BridgeEvent);
  return source;
}

async function post(method: MethodName, input: unknown, signal?: AbortSignal): Promise<MethodAnswer<unknown>> {
  const response = await fetch("/interface/invoke", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method, input }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw new BridgeError({ code: signal?.aborted === true ? "cancelled" : "offline", message: String(error) });
  });
  if (response.status === 401) throw new BridgeError({ code: "signed_out", message: response.statusText });
  const answer: unknown = await response.json().catch(() => null);
  if (isAnswer(answer)) return answer;
  throw new BridgeError({ code: "offline", message: `HTTP ${response.status} ${response.statusText}` });
}

function isAnswer(value: unknown): value is MethodAnswer<unknown> {
  return typeof value === "object" && value !== null && "ok" in value && typeof value.ok === "boolean";
}
