/** The two channels between window and application: questions with their answers, and what is told without asking. */
export const INVOKE_CHANNEL = "recollect:invoke";
export const EVENT_CHANNEL = "recollect:event";
