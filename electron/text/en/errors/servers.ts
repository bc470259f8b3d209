import type { ErrorTexts } from "../../message.ts";
import { plural } from "../format.ts";

const MAX_NAMED = 5;
const named = (tools: readonly string[]) =>
  [...tools.slice(0, MAX_NAMED), ...(tools.length > MAX_NAMED ? ["…"] : [])].join(", ");

/** Errors of other MCP servers that Recollect connects to. `server` is the server's name. */
export const serversErrors = {
  server_unknown: ({ id }: { id: string }) => ({
    code: "not_found",
    message: `There is no server ${id}.`,
    hint: "List the servers for their names.",
  }),
  server_name_invalid: () => ({
    code: "invalid_argument",
    message: "A server's name must start with a letter and have at most 32 lower-case letters, digits and hyphens.",
    hint: "Choose a short name, for example files.",
  }),
  server_name_taken: ({ name }: { name: string }) => ({
    code: "conflict",
    message: `A server named ${name} already exists.`,
    hint: "Choose another name, or remove that server first.",
  }),
  server_limit: ({ maximum }: { maximum: number }) => ({
    code: "conflict",
    message: `There are ${maximum} servers, which is the maximum.`,
    hint: "Remove a server that you no longer need.",
  }),
  server_is_recollect: ({ server }: { server: string }) => ({
    code: "conflict",
    message: `${server} is Recollect, or a proxy in front of it. A server that leads back to Recollect would be a loop.`,
    hint: "Connect the client to Recollect directly, and add only other servers.",
  }),
  server_variable_refused: ({ name }: { name: string }) => ({
    code: "invalid_argument",
    message: `The variable ${name} cannot be passed to a server.`,
    hint: "A name has letters, digits and underscores, and does not start with RECOLLECT_.",
  }),
  server_header_refused: ({ name }: { name: string }) => ({
    code: "invalid_argument",
    message: `The header ${name} cannot be sent to a server.`,
    hint: "A name has letters, digits and hyphens; a value is one line. The protocol's own headers are set by Recollect.",
  }),
  server_address_invalid: () => ({
    code: "invalid_argument",
    message: "The address of a server must be a URL that starts with http:// or https://, without a user name.",
    hint: "For example https://example.com/mcp. Pass a token as a secret header.",
  }),
  server_secret_unprotected: () => ({
    code: "invalid_argument",
    message: "Secrets are not sent over http:// to another machine, where others can read them.",
    hint: "Use an https:// address.",
  }),
  server_secrets_too_long: ({ maximum }: { maximum: number }) => ({
    code: "invalid_argument",
    message: `The secrets of a server have more than ${maximum} characters.`,
    hint: "Store a long secret in a file, and pass the path of the file to the server.",
  }),
  server_add_cancelled: ({ server }: { server: string }) => ({
    code: "cancelled",
    message: `${server} was not added: its start was cancelled.`,
  }),
  server_start_failed: ({ server, problem, isAdded }: { server: string; problem: string; isAdded?: false }) => ({
    code: "unavailable",
    message: `${server} did not start: ${problem}.`,
    hint:
      isAdded === false
        ? "It was not added. Check its command or address."
        : "Check its command or address, and read its log.",
  }),
  server_start_timeout: ({ server, seconds, isAdded }: { server: string; seconds: number; isAdded?: false }) => ({
    code: "unavailable",
    message: `${server} did not respond within ${seconds} seconds of its start.`,
    hint:
      isAdded === false
        ? "It was not added. Check its command or address. A first start may download a package: try again."
        : "Check its command or address, and read its log. A first start may download a package: try again.",
  }),
  server_entries_invalid: ({ server, parts }: { server: string; parts: readonly string[] }) => ({
    code: "unavailable",
    message: `${server} sent entries that are invalid and are left out: ${named(parts)}.`,
    hint: "The rest works. Its log has the reasons.",
  }),
  server_revision_unknown: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} and Recollect have no protocol revision in common.`,
    hint: "Update the server.",
  }),
  server_ended: ({ server, exit }: { server: string; exit: string }) => ({
    code: "unavailable",
    message: `${server} ended during the call (${exit}). The call may have had an effect.`,
    hint: "Check its effects before you call again; the next call restarts it.",
  }),
  server_output_too_large: ({ server, maximum }: { server: string; maximum: number }) => ({
    code: "unavailable",
    message: `${server} sent more than ${maximum} MiB in one message and was stopped.`,
    hint: "Ask it for less per call.",
  }),
  server_call_timeout: ({ server, seconds }: { server: string; seconds: number }) => ({
    code: "unavailable",
    message: `${server} did not respond within ${seconds} seconds. The call was cancelled; it may have had an effect.`,
    hint: "Check its effects before you call again.",
  }),
  server_call_cancelled: ({ server }: { server: string }) => ({
    code: "cancelled",
    message: `The call of ${server} was cancelled. It may have had an effect.`,
  }),
  server_call_expired: ({ server }: { server: string }) => ({
    code: "not_found",
    message: `The call of ${server} does not wait for a response any more. It may have had an effect.`,
    hint: "Check its effects, then call again without requestState.",
  }),
  server_needs_address: ({ server, address }: { server: string; address: string }) => ({
    code: "unavailable",
    message: `${server} requires that a person opens an address first, which this client does not support: ${address}`,
    hint: "Open the address in a browser, then call again.",
  }),
  server_busy: ({ server, maximum }: { server: string; maximum: number }) => ({
    code: "rate_limited",
    message: `${maximum} calls wait for ${server}, which is the maximum.`,
    hint: "Wait for other calls to finish, then call again.",
  }),
  server_requests_too_large: ({ server, maximum }: { server: string; maximum: number }) => ({
    code: "rate_limited",
    message: `The requests that wait for ${server} take ${maximum} MiB together, which is the maximum.`,
    hint: "Wait for other calls to finish, or send less per call.",
  }),
  server_waiting: ({ server, seconds }: { server: string; seconds: number }) => ({
    code: "unavailable",
    message: `${server} failed and is started again in ${seconds} seconds at the earliest.`,
    hint: "Call again later, or let the owner restart it in Recollect.",
  }),
  server_broken: ({ server, failures, minutes }: { server: string; failures: number; minutes: number }) => ({
    code: "unavailable",
    message: `${server} failed ${failures} times in succession and is not started for ${minutes} minutes.`,
    hint: "The owner can read its log and restart it in Recollect.",
  }),
  server_stopped: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} was stopped. The call may have had an effect.`,
    hint: "Call again to start it.",
  }),
  server_call_failed: ({ server, problem }: { server: string; problem: string }) => ({
    code: "unavailable",
    message: `${server} could not complete the call: ${problem}.`,
    hint: "Read the log of the server.",
  }),
  server_sign_in_needed: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} needs a sign-in.`,
    hint: `The owner can sign in under Servers in Recollect, or with: recollect servers sign-in ${server}`,
  }),
  server_sign_in_expired: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `The sign-in at ${server} has expired or was revoked.`,
    hint: `The owner can sign in again under Servers in Recollect, or with: recollect servers sign-in ${server}`,
  }),
  server_sign_in_scope: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} needs more permissions than the owner's sign-in gave.`,
    hint: `The owner can sign in again under Servers in Recollect, or with: recollect servers sign-in ${server}`,
  }),
  server_sign_in_unreachable: ({ server, problem }: { server: string; problem: string }) => ({
    code: "unavailable",
    message: `The sign-in at ${server} could not be renewed: ${problem}.`,
    hint: "Check the network, then call again.",
  }),
  server_sign_in_refused: ({ server }: { server: string }) => ({
    code: "permission_denied",
    message: `The sign-in at ${server} was refused in the browser.`,
    hint: "Sign in again, and allow the access there.",
  }),
  server_sign_in_cancelled: ({ server }: { server: string }) => ({
    code: "cancelled",
    message: `The sign-in at ${server} was cancelled.`,
  }),
  server_sign_in_timeout: ({ server, minutes }: { server: string; minutes: number }) => ({
    code: "unavailable",
    message: `The sign-in at ${server} was not completed within ${plural(minutes, "a minute", `${minutes} minutes`)}.`,
    hint: "Sign in again, and complete it in the browser.",
  }),
  server_sign_in_state: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `The browser returned from another sign-in than that at ${server}. Its code was not used.`,
    hint: "Sign in again, and use only the page that Recollect opens.",
  }),
  server_sign_in_issuer: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `The response came from an authorization server that does not belong to ${server}. Its code was not used.`,
    hint: "Check the address of the server. If it is correct, ask its operator.",
  }),
  server_sign_in_address: ({ server, address }: { server: string; address: string }) => ({
    code: "unavailable",
    message: `The sign-in at ${server} leads to ${address}, which is neither https nor on the machine of the server.`,
    hint: "Nothing was sent there. Ask the operator of the server.",
  }),
  server_sign_in_unprotected: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `Tokens for ${server} would be sent over http:// to another machine, where others can read them.`,
    hint: "Remove the server, and add it with an https:// address.",
  }),
  server_sign_in_missing: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} needs a sign-in, but does not say where.`,
    hint: "If its operator gives you a token, set the secret Authorization to the word Bearer, a space and the token.",
  }),
  server_sign_in_unregistered: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `The authorization server of ${server} did not register Recollect as a client.`,
    hint: "Register a client there yourself, and add the server again with --oauth-client-id.",
  }),
  server_sign_in_failed: ({ server, problem }: { server: string; problem: string }) => ({
    code: "unavailable",
    message: `The sign-in at ${server} failed: ${problem}.`,
    hint: "Sign in again. If it fails again, ask the operator of the server.",
  }),
  server_sign_in_port: ({ port }: { port: number }) => ({
    code: "conflict",
    message: `Port ${port} for the redirect of the sign-in is in use.`,
    hint: "Stop the program that uses it, then sign in again.",
  }),
  server_sign_in_port_invalid: () => ({
    code: "invalid_argument",
    message: "The port of the redirect address must be a whole number from 1024 to 65535.",
  }),
  server_sign_in_absent: ({ server }: { server: string }) => ({
    code: "conflict",
    message: `No sign-in at ${server} was started.`,
  }),
  server_sign_in_unavailable: ({ server }: { server: string }) => ({
    code: "invalid_argument",
    message: `${server} has no sign-in: it is a program, or it has an Authorization header.`,
  }),
  server_token_needed: ({ server }: { server: string }) => ({
    code: "unavailable",
    message: `${server} needs credentials of a kind that Recollect has no sign-in for.`,
    hint: "If its operator gives you a token or a password, pass it as the secret header Authorization.",
  }),
  server_client_id_missing: () => ({
    code: "invalid_argument",
    message: "The secret of a client needs the id of the client.",
    hint: "Pass both, or neither.",
  }),
  server_client_id_invalid: () => ({
    code: "invalid_argument",
    message: "The id of a client must have 1 to 500 letters, digits and other ASCII characters.",
  }),
  tool_failed: ({ tool, problem }: { tool: string; problem: string }) => ({
    code: "unavailable",
    message: `${tool} failed: ${problem}`,
  }),
  server_tool_missing: ({ server, tool }: { server: string; tool: string }) => ({
    code: "not_found",
    message: `${server} has no tool ${tool}.`,
    hint: "List its tools.",
  }),
  server_tool_unknown: ({ tool }: { tool: string }) => ({
    code: "not_found",
    message: `There is no tool ${tool} of another server.`,
    hint: "find_tools returns the names.",
  }),
  server_tool_new: ({ server, tool }: { server: string; tool: string }) => ({
    code: "permission_denied",
    message: `The tool ${tool} of ${server} is not approved yet.`,
    hint: "The owner can approve it in Recollect.",
  }),
  server_tools_stopped: ({ server, tools }: { id: string; server: string; tools: readonly string[] }) => ({
    code: "conflict",
    message:
      tools.length === 1
        ? `The tool ${tools[0]} of ${server} changed since you approved it, so it is stopped.`
        : `${tools.length} tools of ${server} changed since you approved them, so they are stopped: ${named(tools)}.`,
    hint: "Look at the difference, and approve it again if you agree.",
  }),
  server_tool_changed: ({ server, tool }: { server: string; tool: string }) => ({
    code: "permission_denied",
    message: `The tool ${tool} of ${server} changed since the owner approved it, so it is stopped.`,
    hint: "The owner can review the difference and approve it again in Recollect.",
  }),
  server_tool_disabled: ({ server, tool }: { server: string; tool: string }) => ({
    code: "permission_denied",
    message: `The tool ${tool} of ${server} is switched off by the owner.`,
    hint: "The owner can switch it on in Recollect.",
  }),
  server_grant_unknown: ({ id }: { id: string }) => ({
    code: "invalid_argument",
    message: `There is no server ${id} to grant.`,
    hint: "List the servers, and use the id of one of them.",
  }),
  server_not_subscribable: () => ({
    code: "invalid_argument",
    message: "Changes of this resource are not reported.",
    hint: "Read it again when you need it.",
  }),
  servers_file_damaged: ({ setAside }: { setAside: string }) => ({
    code: "storage",
    message: "The list of other MCP servers could not be read. No server is offered to clients.",
    hint: `The file was kept as ${setAside}. Add the servers again.`,
  }),
} satisfies ErrorTexts;
