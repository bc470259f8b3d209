import { conflict, type ErrorTexts, invalid, notFound, storage, unavailable } from "../../message.ts";

/** Errors of the request log and of replays. */
export const requestsErrors = {
  log_unavailable: () =>
    unavailable(
      "The request log cannot be read now.",
      "Try again in a minute; the log file in the data folder has the reason.",
    ),
  log_unwritten: () =>
    storage(
      "Requests are served, but they cannot be written to the request log.",
      "The log file in the data folder has the reason. Writing is retried with the next requests.",
    ),
  pins_full: ({ maximum }: { maximum: number }) =>
    conflict(
      `At most ${maximum} messages can be pinned.`,
      "Unpin some first, or export them to a file, which has no limit.",
    ),
  request_gone: () => notFound("This request is no longer in the log.", "The log keeps only the most recent requests."),
  replay_writes: ({ tool }: { tool: string }) =>
    invalid(`${tool} changes memories; a replay changes them again.`, "Confirm the replay if you want that."),
  replay_sent: () => invalid("Recollect sent this message itself.", "Replay a message that a client sent."),
  replay_rest: () =>
    invalid("This is a REST call; only MCP messages can be replayed.", "Copy it as cURL and send it from a shell."),
  replay_notification: () => invalid("A notification has no response, so a replay would show nothing."),
  replay_without_body: () =>
    invalid("The log does not have this message's body.", "Send the request from the client again."),
  replay_cut: () =>
    invalid(
      "The log keeps 64 KiB of each body, and this one was longer: its replay would be a different request.",
      "Send the request from the client again.",
    ),
  replay_unreadable: () =>
    invalid("This message is not a JSON-RPC request.", "Send the request from the client again."),
  replay_redacted: () =>
    invalid(
      "A secret was removed from this message before it was logged: its replay would be a different request.",
      "Send the request from the client again.",
    ),
  replay_connection: ({ method }: { method: string }) =>
    invalid(`${method} only opens a connection and cannot be replayed.`),
  replay_unrecorded: () =>
    unavailable(
      "The replay was answered, but the log did not record it.",
      "Look for it in the list, or replay it again.",
    ),
  replay_without_session: () =>
    unavailable("The server opened no session for the replay.", "Check that Recollect is serving."),
  replay_paused: () =>
    unavailable(
      "Recollect is paused or stopping, so the replay was refused.",
      "Resume serving, then replay the message.",
    ),
  replay_unanswered: () => unavailable("The server did not respond to the replay.", "Check that Recollect is serving."),
} satisfies ErrorTexts;
