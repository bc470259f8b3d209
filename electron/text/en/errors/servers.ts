import {
  cancelled,
  conflict,
  denied,
  type ErrorTexts,
  invalid,
  notFound,
  rateLimited,
  storage,
  unavailable,
} from "../../message.ts";
import { plural } from "../format.ts";

const MAX_NAMED = 5;
const named = (tools: readonly string[]) =>
  [...tools.slice(0, MAX_NAMED), ...(tools.length > MAX_NAMED ? ["…"] : [])].join(", ");

const UNREACHABLE = {
  refused: (host: string) => `the connection to ${host} was refused`,
  host: (host: string) => `the host ${host} was not found`,
  closed: (host: string) => `${host} closed the connection`,
  route: (host: string) => `${host} did not respond`,
  certificate: (host: string, code: string) => `the certificate of ${host} is not valid (${code})`,
  tls: (host: string) => `${host} does not use TLS`,
};
const UNREACHABLE_HINTS: Readonly<Record<keyof typeof UNREACHABLE, string>> = {
  refused: "Start the server, or check the port in its address.",
  host: "Check the address and the network.",
  closed: "Check the address and the log of the server.",
  route: "Check the address and the network.",
  certificate: "Ask its operator, or let Node trust your organisation's certificate with NODE_EXTRA_CA_CERTS.",
  tls: "Use an http:// address if the server is on this computer.",
};

const signInAgain = (server: string) =>
  `The owner can sign in again under Servers in Recollect, or with: recollect servers sign-in ${server}`;

/** Errors of other MCP servers that Recollect connects to. `server` is the server's name. */
export const serversErrors = {
  server_unknown: ({ id }: { id: string }) =>
    notFound(`There is no server ${id}.`, "List the servers for their names."),
  server_name_invalid: () =>
    invalid(
      "A server's name must start with a letter and have at most 32 lower-case letters, digits and hyphens.",
      "Choose a short name, for example files.",
    ),
  server_name_taken: ({ name }: { name: string }) =>
    conflict(`A server named ${name} already exists.`, "Choose another name, or remove that server first."),
  server_limit: ({ maximum }: { maximum: number }) =>
    conflict(`There are ${maximum} servers, which is the maximum.`, "Remove a server that you no longer need."),
  server_is_recollect: ({ server }: { server: string }) =>
    conflict(
      `${server} is Recollect, or a proxy in front of it. A server that leads back to Recollect would be a loop.`,
      "Connect the client to Recollect directly, and add only other servers.",
    ),
  server_variable_refused: ({ name }: { name: string }) =>
    invalid(
      `The variable ${name} cannot be passed to a server.`,
      "A name has letters, digits and underscores, and does not start with RECOLLECT_.",
    ),
  server_header_refused: ({ name }: { name: string }) =>
    invalid(
      `The header ${name} cannot be sent to a server.`,
      "A name has letters, digits and hyphens; a value is one line. The protocol's own headers are set by Recollect.",
    ),
  server_address_invalid: () =>
    invalid(
      "The address of a server must be a URL that starts with http:// or https://, without a user name.",
      "For example https://example.com/mcp. Pass a token as a secret header.",
    ),
  server_secret_unprotected: () =>
    invalid(
      "Secrets are not sent over http:// to another machine, where others can read them.",
      "Use an https:// address.",
    ),
  server_secrets_too_long: ({ maximum }: { maximum: number }) =>
    invalid(
      `The secrets of a server have more than ${maximum} characters.`,
      "Store a long secret in a file, and pass the path of the file to the server.",
    ),
  server_add_cancelled: ({ server }: { server: string }) =>
    cancelled(`${server} was not added: its start was cancelled.`),
  server_start_failed: ({ server, problem, isAdded }: { server: string; problem: string; isAdded?: false }) =>
    unavailable(
      `${server} did not start: ${problem}.`,
      isAdded === false
        ? "It was not added. Check its command or address."
        : "Check its command or address, and read its log.",
    ),
  server_start_timeout: ({
    server,
    seconds,
    output,
    isAdded,
  }: {
    server: string;
    seconds: number;
    output?: string;
    isAdded?: false;
  }) =>
    unavailable(
      `${server} did not respond within ${seconds} seconds of its start.${output === undefined ? "" : ` Its last output: ${output}.`}`,
      isAdded === false
        ? "It was not added. Check its command or address. A first start may download a package: try again."
        : "Check its command or address, and read its log. A first start may download a package: try again.",
    ),
  server_entries_invalid: ({ server, parts }: { server: string; parts: readonly string[] }) =>
    unavailable(
      `${server} sent entries that are invalid and are left out: ${named(parts)}.`,
      "The rest works. Its log has the reasons.",
    ),
  server_unreachable: ({
    server,
    host,
    cause,
    code,
  }: {
    server: string;
    host: string;
    cause: keyof typeof UNREACHABLE;
    code: string;
  }) => unavailable(`${server} could not be reached: ${UNREACHABLE[cause](host, code)}.`, UNREACHABLE_HINTS[cause]),
  server_redirects: ({ server, address }: { server: string; address: string; isSameOrigin: boolean }) =>
    unavailable(
      `${server} redirects to ${address}. Recollect does not follow it, because it would send the headers there.`,
      "If you trust that address, add the server with it.",
    ),
  server_http_status: ({ server, status, excerpt }: { server: string; status: number; excerpt: string }) =>
    unavailable(
      `${server} responded with HTTP ${status}${excerpt === "" ? "" : `: ${excerpt}`}.`,
      status >= 500
        ? "The server has a problem. Try again later."
        : "Check its address, its transport and its headers.",
    ),
  server_not_mcp: ({ server }: { server: string }) =>
    unavailable(
      `${server} did not respond with a message of MCP.`,
      "Check its address: it is often the address of a page plus /mcp, or /sse with the older transport.",
    ),
  server_rate_limited: ({ server, status, seconds }: { server: string; status: number; seconds: number | null }) =>
    rateLimited(
      `${server} accepts no more requests for now (HTTP ${status})${seconds === null ? "" : `, for ${seconds} seconds`}.`,
      seconds === null ? "Wait before you call again." : "Call again after that time.",
    ),
  server_folder_missing: ({ server, folder }: { server: string; folder: string }) =>
    unavailable(
      `${server} did not start: its folder ${folder} does not exist.`,
      "Create the folder, or choose another.",
    ),
  server_program_missing: ({ server, command, searched }: { server: string; command: string; searched: string }) =>
    unavailable(
      `${server} did not start: the program ${command} was not found (ENOENT).`,
      `Install it, or use its full path. PATH was ${searched.slice(0, 300)}`,
    ),
  server_revision_unknown: ({ server }: { server: string }) =>
    unavailable(`${server} and Recollect have no protocol revision in common.`, "Update the server."),
  server_ended: ({ server, exit }: { server: string; exit: string }) =>
    unavailable(
      `${server} ended during the call (${exit}). The call may have had an effect.`,
      "Check its effects before you call again; the next call restarts it.",
    ),
  server_output_too_large: ({ server, maximum }: { server: string; maximum: number }) =>
    unavailable(`${server} sent more than ${maximum} MiB in one message and was stopped.`, "Ask it for less per call."),
  server_call_timeout: ({ server, seconds }: { server: string; seconds: number }) =>
    unavailable(
      `${server} did not respond within ${seconds} seconds. The call was cancelled; it may have had an effect.`,
      "Check its effects before you call again.",
    ),
  server_call_cancelled: ({ server }: { server: string }) =>
    cancelled(`The call of ${server} was cancelled. It may have had an effect.`),
  server_call_expired: ({ server }: { server: string }) =>
    notFound(
      `The call of ${server} does not wait for a response any more. It may have had an effect.`,
      "Check its effects, then call again without requestState.",
    ),
  server_needs_address: ({ server, address }: { server: string; address: string }) =>
    unavailable(
      `${server} requires that a person opens an address first, which this client does not support: ${address}`,
      "Open the address in a browser, then call again.",
    ),
  server_address_refused: ({ server, address }: { server: string; address: string }) =>
    denied(
      `${server} asks that a person opens ${address}, which is not an http or https address.`,
      "Do not open it. Ask the operator of the server.",
    ),
  server_busy: ({ server, maximum }: { server: string; maximum: number }) =>
    rateLimited(
      `${maximum} calls wait for ${server}, which is the maximum.`,
      "Wait for other calls to finish, then call again.",
    ),
  server_requests_too_large: ({ server, maximum }: { server: string; maximum: number }) =>
    rateLimited(
      `The requests that wait for ${server} take ${maximum} MiB together, which is the maximum.`,
      "Wait for other calls to finish, or send less per call.",
    ),
  server_waiting: ({ server, seconds }: { server: string; seconds: number }) =>
    unavailable(
      `${server} failed and is started again in ${seconds} seconds at the earliest.`,
      "Call again later, or let the owner restart it in Recollect.",
    ),
  server_broken: ({ server, failures, minutes }: { server: string; failures: number; minutes: number }) =>
    unavailable(
      `${server} failed ${failures} times in succession and is not started for ${minutes} minutes.`,
      "The owner can read its log and restart it in Recollect.",
    ),
  server_stopped: ({ server }: { server: string }) =>
    unavailable(`${server} was stopped. The call may have had an effect.`, "Call again to start it."),
  server_call_failed: ({ server, problem }: { server: string; problem: string }) =>
    unavailable(`${server} could not complete the call: ${problem}.`, "Read the log of the server."),
  server_sign_in_needed: ({ server }: { server: string }) =>
    unavailable(
      `${server} needs a sign-in.`,
      `The owner can sign in under Servers in Recollect, or with: recollect servers sign-in ${server}`,
    ),
  server_sign_in_expired: ({ server }: { server: string }) =>
    unavailable(`The sign-in at ${server} has expired or was revoked.`, signInAgain(server)),
  server_sign_in_scope: ({ server }: { server: string }) =>
    unavailable(`${server} needs more permissions than the owner's sign-in gave.`, signInAgain(server)),
  server_sign_in_unreachable: ({ server, problem }: { server: string; problem: string }) =>
    unavailable(`The sign-in at ${server} could not be renewed: ${problem}.`, "Check the network, then call again."),
  server_sign_in_refused: ({ server }: { server: string }) =>
    denied(`The sign-in at ${server} was refused in the browser.`, "Sign in again, and allow the access there."),
  server_sign_in_cancelled: ({ server }: { server: string }) => cancelled(`The sign-in at ${server} was cancelled.`),
  server_sign_in_timeout: ({ server, minutes }: { server: string; minutes: number }) =>
    unavailable(
      `The sign-in at ${server} was not completed within ${plural(minutes, "a minute", `${minutes} minutes`)}.`,
      "Sign in again, and complete it in the browser.",
    ),
  server_sign_in_state: ({ server }: { server: string }) =>
    unavailable(
      `The browser returned from another sign-in than that at ${server}. Its code was not used.`,
      "Sign in again, and use only the page that Recollect opens.",
    ),
  server_sign_in_issuer: ({ server }: { server: string }) =>
    unavailable(
      `The response came from an authorization server that does not belong to ${server}. Its code was not used.`,
      "Check the address of the server. If it is correct, ask its operator.",
    ),
  server_sign_in_address: ({ server, address }: { server: string; address: string }) =>
    unavailable(
      `The sign-in at ${server} leads to ${address}, which is neither https nor on the machine of the server.`,
      "Nothing was sent there. Ask the operator of the server.",
    ),
  server_sign_in_unprotected: ({ server }: { server: string }) =>
    unavailable(
      `Tokens for ${server} would be sent over http:// to another machine, where others can read them.`,
      "Remove the server, and add it with an https:// address.",
    ),
  server_sign_in_missing: ({ server }: { server: string }) =>
    unavailable(
      `${server} needs a sign-in, but does not say where.`,
      "If its operator gives you a token, set the secret Authorization to the word Bearer, a space and the token.",
    ),
  server_sign_in_unregistered: ({ server }: { server: string }) =>
    unavailable(
      `The authorization server of ${server} did not register Recollect as a client.`,
      "Register a client there yourself, and add the server again with --oauth-client-id.",
    ),
  server_sign_in_failed: ({ server, problem }: { server: string; problem: string }) =>
    unavailable(
      `The sign-in at ${server} failed: ${problem}.`,
      "Sign in again. If it fails again, ask the operator of the server.",
    ),
  server_sign_in_port: ({ port }: { port: number }) =>
    conflict(
      `Port ${port} for the redirect of the sign-in is in use.`,
      "Stop the program that uses it, then sign in again.",
    ),
  server_sign_in_port_invalid: () =>
    invalid("The port of the redirect address must be a whole number from 1024 to 65535."),
  server_sign_in_absent: ({ server }: { server: string }) => conflict(`No sign-in at ${server} was started.`),
  server_sign_in_unavailable: ({ server }: { server: string }) =>
    invalid(`${server} has no sign-in: it is a program, or it has an Authorization header.`),
  server_token_needed: ({ server }: { server: string }) =>
    unavailable(
      `${server} needs credentials of a kind that Recollect has no sign-in for.`,
      "If its operator gives you a token or a password, pass it as the secret header Authorization.",
    ),
  server_client_id_missing: () =>
    invalid("The secret of a client needs the id of the client.", "Pass both, or neither."),
  server_client_id_invalid: () =>
    invalid("The id of a client must have 1 to 500 letters, digits and other ASCII characters."),
  tool_failed: ({ tool, problem }: { tool: string; problem: string }) => unavailable(`${tool} failed: ${problem}`),
  server_tool_missing: ({ server, tool }: { server: string; tool: string }) =>
    notFound(`${server} has no tool ${tool}.`, "List its tools."),
  server_tool_unknown: ({ tool }: { tool: string }) =>
    notFound(`There is no tool ${tool} of another server.`, "find_tools returns the names."),
  server_tool_new: ({ server, tool }: { server: string; tool: string }) =>
    denied(`The tool ${tool} of ${server} is not approved yet.`, "The owner can approve it in Recollect."),
  server_tools_stopped: ({ server, tools }: { id: string; server: string; tools: readonly string[] }) =>
    conflict(
      tools.length === 1
        ? `${tools[0]} of ${server} changed and is paused.`
        : `${tools.length} tools of ${server} changed and are paused: ${named(tools)}.`,
      "Review the change.",
    ),
  server_tool_changed: ({ server, tool }: { server: string; tool: string }) =>
    denied(
      `The tool ${tool} of ${server} changed since the owner approved it, so it is stopped.`,
      "The owner can review the difference and approve it again in Recollect.",
    ),
  server_tool_disabled: ({ server, tool }: { server: string; tool: string }) =>
    denied(`The tool ${tool} of ${server} is switched off by the owner.`, "The owner can switch it on in Recollect."),
  server_grant_unknown: ({ id }: { id: string }) =>
    invalid(`There is no server ${id} to grant.`, "List the servers, and use the id of one of them."),
  server_not_subscribable: () =>
    invalid("Changes of this resource are not reported.", "Read it again when you need it."),
  servers_file_damaged: ({ setAside }: { setAside: string }) =>
    storage(
      "The list of other MCP servers could not be read. No server is offered to clients.",
      `The file was kept as ${setAside}. Add the servers again.`,
    ),
} satisfies ErrorTexts;
