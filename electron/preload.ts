import { contextBridge, ipcRenderer, webUtils } from "electron";
import { CANCEL_CHANNEL, EVENT_CHANNEL, INVOKE_CHANNEL } from "./window-api/channels.ts";
import type { BridgeEvent, DesktopBridge } from "./window-api/contract.ts";

/** Everything that the page can reach of the desktop: the contract's methods and events. */
const bridge: DesktopBridge = {
  invoke: (method, input, callId) => ipcRenderer.invoke(INVOKE_CHANNEL, method, input, callId),
  cancel: (callId) => ipcRenderer.send(CANCEL_CHANNEL, callId),
  onEvent(listener) {
    const forward = (_: unknown, event: BridgeEvent) => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.off(EVENT_CHANNEL, forward);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
};

contextBridge.exposeInMainWorld("recollect", bridge);
