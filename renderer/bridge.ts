import type { ErrorBody } from "../electron/text/errors.ts";
import type { ErrorCode } from "../electron/text/message.ts";
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
  /** The path of a file that was dropped on the window; null in a browser, which hides it. */
  pathOf(file: File): string | null;
  /** Opens a web address outside this window. */
  openExternal(url: string): Promise<void>;
  /** Listens to all events. @returns a function that stops */
  onEvent(listener: (event: BridgeEvent) => void): () => void;
  /** Reports whether the application can be reached, on every change. @returns a function that stops */
  onConnection(listener: (connected: boolean) => void): () => void;
  /** Returns the id of this tab's session; null in the desktop application and while signed out. */
  sessionId(): string | null;
  /** Always true in the desktop application. */
  isSignedIn(): boolean;
  /** Whether the desktop application now has the port of the server that this tab was signed in to. */
  isReplaced(): boolean;
  /** Reports that this tab's session has ended. @returns a function that stops */
  onSignedOut(listener: () => void): () => void;
}

/** `offline`: no response from the application. `signed_out`: this tab has no session, or it has ended. */
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
    pathOf: (file) => desktop.pathOf(file) || null,
    onEvent: (listener) => desktop.onEvent(listener),
    onConnection: () => () => undefined,
    sessionId: () => null,
    isSignedIn: () => true,
    isReplaced: () => false,
    onSignedOut: () => () => undefined,
  };
}

/** Returns the value of a result. @throws BridgeError */
export function unwrap(result: MethodResult<unknown>): unknown {
  if (result.ok) return result.value;
  throw new BridgeError(result.error);
}
