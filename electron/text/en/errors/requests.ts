import type { ErrorTexts } from "../../message.ts";
/** Errors of the request log and of replays. */
export const requestsErrors = {
  log_unavailable: () => ({
    code: "unavailable",
    message: "The request log cannot be read now.",
    hint: "Try again in a minute; the log file in the data folder has the reason.",
  }),
  log_unwritten: () => ({
    code: "storage",
    message: "Requests are served, but they cannot be written to the request log.",
    hint: "The log file in the data folder has the reason. Writing is retried with the next requests.",
  }),
  pins_full: ({ maximum }: { maximum: number }) => ({
    code: "conflict",
    message: `At most ${maximum} messages can be pinned.`,
    hint: "Unpin some first, or export them to a file, which has no limit.",
  }),
  request_gone: () => ({
    code: "not_found",
    message: "This request is no longer in the log.",
    hint: "The log keeps only the most recent requests.",
  }),
  replay_writes: ({ tool }: { tool: string }) => ({
    code: "invalid_argument",
    message: `${tool} changes memories; a replay changes them again.`,
    hint: "Confirm the replay if you want that.",
  }),
  replay_sent: () => ({
    code: "invalid_argument",
    message: "Recollect sent this message itself.",
    hint: "Replay a message that a client sent.",
  }),
  replay_rest: () => ({
    code: "invalid_argument",
    message: "This is a REST call; only MCP messages can be replayed.",
    hint: "Copy it as cURL and send it from a shell.",
  }),
  replay_notification: () => ({
    code: "invalid_argument",
    message: "A notification has no response, so a replay would show nothing.",
  }),
  replay_without_body: () => ({
    code: "invalid_argument",
    message: "The log does not have this message's body.",
    hint: "Send the request from the client again.",
  }),
  replay_cut: () => ({
    code: "invalid_argument",
    message: "The log keeps 64 KiB of each body, and this one was longer: its replay would be a different request.",
    hint: "Send the request from the client again.",
  }),
  replay_unreadable: () => ({
    code: "invalid_argument",
    message: "This message is not a JSON-RPC request.",
    hint: "Send the request from the client again.",
  }),
  replay_redacted: () => ({
    code: "invalid_argument",
    message: "A secret was removed from this message before it was logged: its replay would be a different request.",
    hint: "Send the request from the client again.",
  }),
  replay_connection: ({ method }: { method: string }) => ({
    code: "invalid_argument",
    message: `${method} only opens a connection and cannot be replayed.`,
  }),
  replay_unrecorded: () => ({
    code: "unavailable",
    message: "The replay was answered, but the log did not record it.",
    hint: "Look for it in the list, or replay it again.",
  }),
  replay_without_session: () => ({
    code: "unavailable",
    message: "The server opened no session for the replay.",
    hint: "Check that Recollect is serving.",
  }),
  replay_paused: () => ({
    code: "unavailable",
    message: "Recollect is paused or stopping, so the replay was refused.",
    hint: "Resume serving, then replay the message.",
  }),
  replay_unanswered: () => ({
    code: "unavailable",
    message: "The server did not respond to the replay.",
    hint: "Check that Recollect is serving.",
  }),
} satisfies ErrorTexts;
