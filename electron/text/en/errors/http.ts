import {
  cancelled,
  denied,
  type ErrorTexts,
  invalid,
  notFound,
  rateLimited,
  tooLarge,
  unauthenticated,
  unavailable,
} from "../../message.ts";

/** Errors of the HTTP server and of the MCP tools, prompts and resources. Models read the messages of the latter. */
export const httpErrors = {
  body_not_json: () => invalid("The body is not valid JSON.", "Send one JSON object in UTF-8."),
  json_excess: ({ excess, maximum }: { excess: "depth" | "members" | "values"; maximum: number }) =>
    invalid(
      {
        depth: `The message has more than ${maximum} levels of objects and lists.`,
        members: `An object in the message has more than ${maximum} members.`,
        values: `The message has more than ${maximum} values.`,
      }[excess],
      "Nothing was read from it. Send a smaller message, or several.",
    ),
  body_too_large: ({ maximumMiB }: { maximumMiB: number }) =>
    tooLarge(
      `The request is larger than ${maximumMiB} MiB.`,
      "A memory can have 64 KiB: capture several, or keep the file and name it as source.",
    ),
  client_disconnected: () => cancelled("The client disconnected."),

  host_not_allowed: ({ port }: { port: number }) =>
    denied("This server only accepts requests to its own loopback address.", `Use http://127.0.0.1:${port}.`),
  origin_not_allowed: () =>
    denied(
      "Requests from web pages are not accepted.",
      "Connect with a program on this machine, not from a page in a browser.",
    ),
  authorization_missing: () =>
    unauthenticated(
      "A token is required.",
      "Send Authorization: Bearer <token>. Recollect shows a ready configuration under Clients › Connect.",
    ),
  owner_token_required: () => unauthenticated("This address requires the owner's token."),
  too_many_failures: () =>
    rateLimited("Too many requests without a valid token.", "Wait a minute, and check the client's configuration."),
  client_paused: ({ subject }: { subject: string }) =>
    denied(`${subject} is paused by the owner.`, "The owner can resume it in Recollect › Clients."),
  serving_paused: () => unavailable("Recollect is paused.", "Resume it in the tray or the window."),
  serving_stopped: () => unavailable("Recollect is stopping.", "Try again when it is running."),
  request_interrupted: () =>
    unavailable(
      "The session was closed while the request was in progress. It may have been carried out.",
      "Check with memory_status or list_memories, then send the request again if needed.",
    ),
  address_unknown: ({ address }: { address: string }) => notFound(`There is nothing at ${address}.`),
  rest_address_unknown: ({ address }: { address: string }) =>
    notFound(`There is nothing at ${address}.`, "GET /tools/list lists the tools, POST /tools/{name} calls one."),
  list_too_long: ({ field, maximum }: { field: string; maximum: number }) =>
    invalid(`${field} must be a list of at most ${maximum} entries.`),
  port_taken: ({ port, holder }: { port: number; holder: { name: string; pid: number } | null }) =>
    unavailable(
      `Port ${port} is used by another program${
        holder === null ? "" : ` (${holder.name}, pid ${holder.pid})`
      }. Choose another port, or stop it.`,
      "Clients have this address in their configuration, so Recollect never changes it on its own: set RECOLLECT_PORT or the port in Settings.",
    ),

  tool_unknown: ({ tool, tools }: { tool: string; tools: readonly string[] }) =>
    notFound(`There is no tool ${tool}.`, `The tools are ${tools.join(", ")}.`),
  tool_needs_client: ({ tool }: { tool: string }) =>
    unavailable(`${tool} asks the client for input, which REST does not support.`),
  arguments_not_object: ({ tool, example }: { tool: string; example: string }) =>
    invalid(`The arguments of ${tool} must be an object.`, `Send ${example}.`),
  arguments_too_many: ({ tool, maximum }: { tool: string; maximum: number }) =>
    invalid(`${tool} was called with more than ${maximum} arguments.`, "Send only the arguments of the tool's schema."),
  argument_unknown: (parameters: { field: string; tool: string; nearest: string | null; known: readonly string[] }) => {
    const { field, tool, nearest, known } = parameters;
    const suggestion = nearest === null ? "" : `Did you mean "${nearest}"? `;
    return invalid(
      `${tool} has no argument "${field}".`,
      `${suggestion}It takes ${known.join(", ") || "no arguments"}.`,
    );
  },
  /** `expected` describes the argument, in English. */
  argument_missing: ({ field, tool, expected }: { field: string; tool: string; expected: string }) =>
    invalid(`${tool} needs the argument "${field}".`, expected),
  argument_invalid: (parameters: { field: string; tool: string; problem: string; expected: string }) =>
    invalid(`"${parameters.field}" of ${parameters.tool} is not valid: ${parameters.problem}.`, parameters.expected),
  reference_ambiguous: () => invalid('Two of "id", "ids" and "urn" were given.', "Give one of them."),
  reference_missing: () => invalid('No "id" was given.', "Give one as returned by search_memories and list_memories."),
  from_several: () => invalid('"from" continues one memory, and several ids were given.', 'Give "from" with one id.'),
  budget_too_small: ({ least }: { least: number }) =>
    invalid(`maxTokens has no room for a part of this memory.`, `Give ${least} or more, or leave it out.`),
  list_has_words: ({ words }: { words: string }) =>
    invalid(
      `query "${words}" has words, and a list has only filters.`,
      "Use search_memories for words; filters are written like ns:decisions or since:30d.",
    ),
  list_filter_invalid: ({ problem }: { problem: string }) => invalid(`query: ${problem}`),
  update_empty: ({ fields }: { fields: readonly string[] }) =>
    invalid("No change was given.", `Give ${fields.slice(0, -1).join(", ")} or ${fields.at(-1)}.`),
  resource_unknown: ({ uri }: { uri: string }) => notFound(`There is no resource at ${uri}.`),
  help_topic_unknown: ({ topic, topics }: { topic: string; topics: readonly string[] }) =>
    notFound(`There is no help topic "${topic}".`, `Topics: ${topics.join(", ")}.`),
  tag_unknown: ({ tag }: { tag: string }) =>
    notFound(`No memory has the tag "${tag}".`, "Read recollect://topics for the tags in use."),
} satisfies ErrorTexts;
