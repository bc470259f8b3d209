/** The channels between window and application: questions with their answers, those no longer wanted, and what is told without asking. */
export const INVOKE_CHANNEL = "recollect:invoke";
export const CANCEL_CHANNEL = "recollect:cancel";
export const EVENT_CHANNEL = "recollect:event";
