/** The IPC channels between window and application: method calls, their cancellation, and events. */
export const INVOKE_CHANNEL = "recollect:invoke";
export const CANCEL_CHANNEL = "recollect:cancel";
export const EVENT_CHANNEL = "recollect:event";
