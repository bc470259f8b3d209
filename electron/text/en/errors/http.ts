import type { ErrorTexts } from "../../message.ts";
/** Errors of the HTTP server and of the MCP tools, prompts and resources. Models read the messages of the latter. */
export const httpErrors = {
  body_not_json: () => ({
    code: "invalid_argument",
    message: "The body is not valid JSON.",
    hint: "Send one JSON object in UTF-8.",
  }),
  json_excess: ({ excess, maximum }: { excess: "depth" | "members" | "values"; maximum: number }) => ({
    code: "invalid_argument",
    message: {
      depth: `The message has more than ${maximum} levels of objects and lists.`,
      members: `An object in the message has more than ${maximum} members.`,
      values: `The message has more than ${maximum} values.`,
    }[excess],
    hint: "Nothing was read from it. Send a smaller message, or several.",
  }),
  body_too_large: ({ maximumMiB }: { maximumMiB: number }) => ({
    code: "too_large",
    message: `The request is larger than ${maximumMiB} MiB.`,
    hint: "A memory can have 64 KiB: capture several, or keep the file and name it as source.",
  }),
  client_disconnected: () => ({ code: "cancelled", message: "The client disconnected." }),

  host_not_allowed: ({ port }: { port: number }) => ({
    code: "permission_denied",
    message: "This server only accepts requests to its own loopback address.",
    hint: `Use http://127.0.0.1:${port}.`,
  }),
  origin_not_allowed: () => ({
    code: "permission_denied",
    message: "Requests from web pages are not accepted.",
    hint: "Connect with a program on this machine, not from a page in a browser.",
  }),
  authorization_missing: () => ({
    code: "unauthenticated",
    message: "A token is required.",
    hint: "Send Authorization: Bearer <token>. Recollect shows a ready configuration under Clients › Connect.",
  }),
  owner_token_required: () => ({ code: "unauthenticated", message: "This address requires the owner's token." }),
  too_many_failures: () => ({
    code: "rate_limited",
    message: "Too many requests without a valid token.",
    hint: "Wait a minute, and check the client's configuration.",
  }),
  client_paused: ({ subject }: { subject: string }) => ({
    code: "permission_denied",
    message: `${subject} is paused by the owner.`,
    hint: "The owner can resume it in Recollect › Clients.",
  }),
  serving_paused: () => ({
    code: "unavailable",
    message: "Recollect is paused.",
    hint: "Resume it in the tray or the window.",
  }),
  serving_stopped: () => ({
    code: "unavailable",
    message: "Recollect is stopping.",
    hint: "Try again when it is running.",
  }),
  request_interrupted: () => ({
    code: "unavailable",
    message: "The session was closed while the request was in progress. It may have been carried out.",
    hint: "Check with memory_status or list_memories, then send the request again if needed.",
  }),
  address_unknown: ({ address }: { address: string }) => ({
    code: "not_found",
    message: `There is nothing at ${address}.`,
  }),
  rest_address_unknown: ({ address }: { address: string }) => ({
    code: "not_found",
    message: `There is nothing at ${address}.`,
    hint: "GET /tools/list lists the tools, POST /tools/{name} calls one.",
  }),
  list_too_long: ({ field, maximum }: { field: string; maximum: number }) => ({
    code: "invalid_argument",
    message: `${field} must be a list of at most ${maximum} entries.`,
  }),
  port_taken: ({ port, holder }: { port: number; holder: { name: string; pid: number } | null }) => ({
    code: "unavailable",
    message: `Port ${port} is used by another program${
      holder === null ? "" : ` (${holder.name}, pid ${holder.pid})`
    }. Choose another port, or stop it.`,
    hint: "Clients have this address in their configuration, so Recollect never changes it on its own: set RECOLLECT_PORT or the port in Settings.",
  }),

  tool_unknown: ({ tool, tools }: { tool: string; tools: readonly string[] }) => ({
    code: "not_found",
    message: `There is no tool ${tool}.`,
    hint: `The tools are ${tools.join(", ")}.`,
  }),
  tool_needs_client: ({ tool }: { tool: string }) => ({
    code: "unavailable",
    message: `${tool} asks the client for input, which REST does not support.`,
  }),
  arguments_not_object: ({ tool, example }: { tool: string; example: string }) => ({
    code: "invalid_argument",
    message: `The arguments of ${tool} must be an object.`,
    hint: `Send ${example}.`,
  }),
  arguments_too_many: ({ tool, maximum }: { tool: string; maximum: number }) => ({
    code: "invalid_argument",
    message: `${tool} was called with more than ${maximum} arguments.`,
    hint: "Send only the arguments of the tool's schema.",
  }),
  argument_unknown: (parameters: { field: string; tool: string; nearest: string | null; known: readonly string[] }) => {
    const { field, tool, nearest, known } = parameters;
    const suggestion = nearest === null ? "" : `Did you mean "${nearest}"? `;
    return {
      code: "invalid_argument",
      message: `${tool} has no argument "${field}".`,
      hint: `${suggestion}It takes ${known.join(", ") || "no arguments"}.`,
    };
  },
  /** `expected` describes the argument, in English. */
  argument_missing: ({ field, tool, expected }: { field: string; tool: string; expected: string }) => ({
    code: "invalid_argument",
    message: `${tool} needs the argument "${field}".`,
    hint: expected,
  }),
  argument_invalid: (parameters: { field: string; tool: string; problem: string; expected: string }) => ({
    code: "invalid_argument",
    message: `"${parameters.field}" of ${parameters.tool} is not valid: ${parameters.problem}.`,
    hint: parameters.expected,
  }),
  reference_ambiguous: () => ({
    code: "invalid_argument",
    message: 'Two of "id", "ids" and "urn" were given.',
    hint: "Give one of them.",
  }),
  reference_missing: () => ({
    code: "invalid_argument",
    message: 'No "id" was given.',
    hint: "Give one as returned by search_memories and list_memories.",
  }),
  from_several: () => ({
    code: "invalid_argument",
    message: '"from" continues one memory, and several ids were given.',
    hint: 'Give "from" with one id.',
  }),
  budget_too_small: ({ least }: { least: number }) => ({
    code: "invalid_argument",
    message: `maxTokens has no room for a part of this memory.`,
    hint: `Give ${least} or more, or leave it out.`,
  }),
  list_has_words: ({ words }: { words: string }) => ({
    code: "invalid_argument",
    message: `query "${words}" has words, and a list has only filters.`,
    hint: "Use search_memories for words; filters are written like ns:decisions or since:30d.",
  }),
  list_filter_invalid: ({ problem }: { problem: string }) => ({
    code: "invalid_argument",
    message: `query: ${problem}`,
  }),
  update_empty: ({ fields }: { fields: readonly string[] }) => ({
    code: "invalid_argument",
    message: "No change was given.",
    hint: `Give ${fields.slice(0, -1).join(", ")} or ${fields.at(-1)}.`,
  }),
  resource_unknown: ({ uri }: { uri: string }) => ({ code: "not_found", message: `There is no resource at ${uri}.` }),
  help_topic_unknown: ({ topic, topics }: { topic: string; topics: readonly string[] }) => ({
    code: "not_found",
    message: `There is no help topic "${topic}".`,
    hint: `Topics: ${topics.join(", ")}.`,
  }),
  tag_unknown: ({ tag }: { tag: string }) => ({
    code: "not_found",
    message: `No memory has the tag "${tag}".`,
    hint: "Read recollect://topics for the tags in use.",
  }),
} satisfies ErrorTexts;
