import { ipcMain, type WebContents } from "electron";
import type { RecollectError } from "../core/errors.ts";
import { createAskedQuestions } from "./asked-questions.ts";
import { CANCEL_CHANNEL, EVENT_CHANNEL, INVOKE_CHANNEL } from "./channels.ts";
import type { MethodAnswer } from "./contract.ts";
import type { Dispatch } from "./dispatch.ts";
import type { EventFeed } from "./event-feed.ts";

export interface WindowBridge {
  /** Lets this window ask and hear; it ends when the window is destroyed. */
  admit(window: WebContents): void;
  close(): void;
}

const REFUSED: MethodAnswer<never> = {
  ok: false,
  error: { code: "permission_denied" satisfies RecollectError["code"], message: "This page may not ask Recollect." },
};

/**
 * The only place that listens to Electron's IPC. A question counts only from a window that was admitted, from its main
 * frame, and while that frame shows our own pages.
 * @param origin of our own pages, `app://recollect`
 */
export function openWindowBridge(options: {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly origin: string;
}): WindowBridge {
  const admitted = new Map<WebContents, () => void>();
  const asked = createAskedQuestions();

  ipcMain.handle(INVOKE_CHANNEL, (event, method: unknown, input: unknown, question: unknown) => {
    const frame = event.senderFrame;
    const trusted =
      admitted.has(event.sender) &&
      frame !== null &&
      frame === event.sender.mainFrame &&
      frame.origin === options.origin;
    if (!trusted || typeof method !== "string") return REFUSED;
    if (typeof question !== "number") return options.dispatch(method, input);
    return asked.during(event.sender, question, (signal) => options.dispatch(method, input, signal));
  });
  ipcMain.on(CANCEL_CHANNEL, (event, question: unknown) => {
    if (typeof question === "number") asked.cancel(event.sender, question);
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
