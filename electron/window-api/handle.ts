import { ipcMain, type WebContents } from "electron";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { createCancellableCalls } from "./cancellable-calls.ts";
import { CANCEL_CHANNEL, EVENT_CHANNEL, INVOKE_CHANNEL } from "./channels.ts";
import type { MethodResult } from "./contract.ts";
import type { Dispatch } from "./dispatch.ts";
import type { EventFeed } from "./event-feed.ts";

export interface WindowBridge {
  /** Lets this window call methods and receive events, until it is destroyed. */
  admit(window: WebContents): void;
  close(): void;
}

const REFUSED: MethodResult<never> = {
  ok: false,
  error: toErrorBody(new RecollectError("page_untrusted", {})),
};

/**
 * The only listener on Electron's IPC. It accepts calls only from an admitted window, from its main frame, while that
 * frame shows a page of the application.
 * @param origin the origin of the application's pages, `app://recollect`
 */
export function openWindowBridge(options: {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly origin: string;
}): WindowBridge {
  const admitted = new Map<WebContents, () => void>();
  const calls = createCancellableCalls();

  ipcMain.handle(INVOKE_CHANNEL, (event, method: unknown, input: unknown, callId: unknown) => {
    const frame = event.senderFrame;
    const trusted =
      admitted.has(event.sender) &&
      frame !== null &&
      frame === event.sender.mainFrame &&
      frame.origin === options.origin;
    if (!trusted || typeof method !== "string") return REFUSED;
    if (typeof callId !== "number") return options.dispatch(method, input);
    return calls.run(event.sender, callId, (signal) => options.dispatch(method, input, signal));
  });
  ipcMain.on(CANCEL_CHANNEL, (event, callId: unknown) => {
    if (typeof callId === "number") calls.cancel(event.sender, callId);
  });

  return {
    admit(window) {
      const stop = options.feed.subscribe((event) => {
        if (!window.isDestroyed()) window.send(EVENT_CHANNEL, event);
      });
      admitted.set(window, stop);
      window.once("destroyed", () => {
        admitted.delete(window);
        stop();
      });
    },
    close() {
      ipcMain.removeHandler(INVOKE_CHANNEL);
      ipcMain.removeAllListeners(CANCEL_CHANNEL);
      for (const stop of admitted.values()) stop();
      admitted.clear();
    },
  };
}
