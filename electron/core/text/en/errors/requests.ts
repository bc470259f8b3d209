/** Errors of the request log and of replays. */
export const requestsErrors = {
  log_unavailable: () => ({
    message: "The request log cannot be read now.",
    hint: "Try again in a minute; the log file in the data folder has the reason.",
  }),
  log_unwritten: () => ({
    message: "Requests are served, but they cannot be written to the request log.",
    hint: "The log file in the data folder has the reason. Writing is retried with the next requests.",
  }),
  pins_full: ({ maximum }: { maximum: number }) => ({
    message: `At most ${maximum} messages can be pinned.`,
    hint: "Unpin some first, or export them to a file, which has no limit.",
  }),
  request_gone: () => ({
    message: "This request is no longer in the log.",
    hint: "The log keeps only the most recent requests.",
  }),
  replay_writes: ({ tool }: { tool: string }) => ({
    message: `${tool} changes memories; a replay changes them again.`,
    hint: "Confirm the replay if you want that.",
  }),
  replay_sent: () => ({
    message: "Recollect sent this message itself.",
    hint: "Replay a message that a client sent.",
  }),
  replay_rest: () => ({
    message: "This is a REST call; only MCP messages can be replayed.",
    hint: "Copy it as cURL and send it from a shell.",
  }),
  replay_notification: () => ({
    message: "A notification has no response, so a replay would show nothing.",
  }),
  replay_without_body: () => ({
    message: "The log does not have this message's body.",
    hint: "Send the request from the client again.",
  }),
  replay_cut: () => ({
    message: "The log keeps 64 KiB of each body, and this one was longer: its replay would be a different request.",
    hint: "Send the request from the client again.",
  }),
  replay_unreadable: () => ({
    message: "This message is not a JSON-RPC request.",
    hint: "Send the request from the client again.",
  }),
  replay_redacted: () => ({
    message: "A secret was removed from this message before it was logged: its replay would be a different request.",
    hint: "Send the request from the client again.",
  }),
  replay_connection: ({ method }: { method: string }) => ({
    message: `${method} only opens a connection and cannot be replayed.`,
  }),
  replay_unrecorded: () => ({
    message: "The replay was answered, but the log did not record it.",
    hint: "Look for it in the list, or replay it again.",
  }),
  replay_without_session: () => ({
    message: "The server opened no session for the replay.",
    hint: "Check that Recollect is serving.",
  }),
  replay_paused: () => ({
    message: "Recollect is paused or stopping, so the replay was refused.",
    hint: "Resume serving, then replay the message.",
  }),
  replay_unanswered: () => ({
    message: "The server did not respond to the replay.",
    hint: "Check that Recollect is serving.",
  }),
};
