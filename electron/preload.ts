import { contextBridge, ipcRenderer } from "electron";
import { CANCEL_CHANNEL, EVENT_CHANNEL, INVOKE_CHANNEL } from "./ipc/channels.ts";
import type { BridgeEvent, DesktopBridge } from "./ipc/contract.ts";

/** All that the window can reach of the desktop: the contract's methods and its events. */
const bridge: DesktopBridge = {
  invoke: (method, input, question) => ipcRenderer.invoke(INVOKE_CHANNEL, method, input, question),
  cancel: (question) => ipcRenderer.send(CANCEL_CHANNEL, question),
  onEvent(listener) {
    const forward = (_: unknown, event: BridgeEvent) => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.off(EVENT_CHANNEL, forward);
  },
};

contextBridge.exposeInMainWorld("recollect", bridge);
