import type { ErrorBody, ErrorCode } from "../electron/core/errors.ts";
import type {
  BridgeEvent,
  DesktopBridge,
  MethodInput,
  MethodName,
  MethodOutput,
  MethodResult,
} from "../electron/window-api/contract.ts";

/** The window's API to the application, the same over IPC and HTTP. */
export interface Bridge {
  readonly host: "desktop" | "browser";
  /** @throws BridgeError; `cancelled` if the signal aborts */
  invoke<Name extends MethodName>(
    method: Name,
    input: MethodInput<Name>,
    signal?: AbortSignal,
  ): Promise<MethodOutput<Name>>;
  /** Opens a web address outside this window. */
  openExternal(url: string): Promise<void>;
  /** Listens to all events. @returns a function that stops */
  onEvent(listener: (event: BridgeEvent) => void): () => void;
  /** Reports whether the application can be reached, on every change. @returns a function that stops */
  onConnection(listener: (connected: boolean) => void): () => void;
}

/** `offline`: no response from the application. `signed_out`: the browser's sign-in link has expired. */
type BridgeErrorCode = ErrorCode | "offline" | "signed_out";

/** A failed call, with the error of the application if there is one. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;
  readonly hint?: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;

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

/** Creates the bridge for the host of this page. */
export function createBridge(): Bridge {
  return window.recollect === undefined ? createBrowserBridge() : createDesktopBridge(window.recollect);
}

/** Uses IPC through the preload script. */
export function createDesktopBridge(desktop: DesktopBridge): Bridge {
  let calls = 0;
  const invoke: Bridge["invoke"] = async (method, input, signal) => {
    const call = signal === undefined ? undefined : ++calls;
    const cancel = () => call !== undefined && desktop.cancel(call);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return unwrap(await desktop.invoke(method, input, call)) as MethodOutput<typeof method>;
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

/** Uses HTTP to the server of this page, with a same-origin session cookie. */
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

function unwrap(result: MethodResult<unknown>): unknown {
  if (result.ok) return result.value;
  throw new BridgeError(result.error);
}

function listen(onEvent: (event: BridgeEvent) => void, onConnection: (connected: boolean) => void): EventSource {
  const source = new EventSource("/interface/events");
  source.onopen = () => onConnection(true);
  source.onerror = () => onConnection(false);
  source.onmessage = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as BridgeEvent);
  return source;
}

async function post(method: MethodName, input: unknown, signal?: AbortSignal): Promise<MethodResult<unknown>> {
  const response = await fetch("/interface/invoke", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method, input }),
    signal,
  }).catch((error: unknown) => {
    throw new BridgeError({ code: signal?.aborted === true ? "cancelled" : "offline", message: String(error) });
  });
  if (response.status === 401) throw new BridgeError({ code: "signed_out", message: response.statusText });
  const result: unknown = await response.json().catch(() => null);
  if (isResult(result)) return result;
  throw new BridgeError({ code: "offline", message: `HTTP ${response.status} ${response.statusText}` });
}

function isResult(value: unknown): value is MethodResult<unknown> {
  return typeof value === "object" && value !== null && "ok" in value && typeof value.ok === "boolean";
}
