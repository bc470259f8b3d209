import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isNetworkVariable } from "../core/network-variables.ts";
import type { SecretStore } from "../core/secret-store.ts";
import type { NewServer, RemoteServer, StdioServer } from "../core/servers.ts";
import { isRecord } from "../core/util/is-record.ts";
import { RecollectError } from "../text/errors.ts";

const text = z.string().max(4096);
const texts = z.record(z.string().max(200), text);

/** The transport of a server as it is stored. */
export const serverTransport = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("stdio"),
    command: text.min(1),
    args: z.array(text).max(200),
    cwd: text.nullable(),
    env: texts,
    inherit: z.array(z.string().max(200)).max(200),
  }),
  z.object({
    kind: z.enum(["http", "sse"]),
    url: text,
    headers: texts,
    oauth: z.object({ clientId: z.string(), port: z.number().nullable() }).optional(),
  }),
]) satisfies z.ZodType<StdioServer | RemoteServer>;

/** `server__tool` is unambiguous, because a name contains no underscore; it is also part of a URI scheme. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const VARIABLE = /^(?!RECOLLECT_)[A-Z_][A-Z0-9_]*$/i;
const HEADER = /^[A-Za-z0-9-]+$/;
/** Headers that the transport sets. */
const OWN_HEADERS = /^(?:host|connection|content-.*|transfer-encoding|accept|mcp-.*|last-event-id)$/i;
/** An entry in the Windows credential store has at most 2,560 bytes. */
const MAX_SECRET_CHARACTERS = 1200;

/** Checks the owner's input. @throws invalid_argument with the field */
export function checkServer({ name, transport, secrets, clientSecret }: NewServer): void {
  if (!NAME.test(name) || name === "recollect") throw new RecollectError("server_name_invalid", {}, { field: "name" });
  const names = Object.keys(secrets);
  checkSecrets(transport, secrets);
  if (transport.kind === "stdio") {
    for (const variable of [...Object.keys(transport.env), ...transport.inherit]) checkVariable(variable);
    return;
  }
  for (const [header, value] of Object.entries(transport.headers)) checkHeader(header, value);
  const url = URL.parse(transport.url);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new RecollectError("server_address_invalid", {}, { field: "url" });
  }
  checkRegistration(transport, clientSecret);
  if (names.length > 0 && url.protocol === "http:" && !isLoopback(url)) {
    throw new RecollectError("server_secret_unprotected", {}, { field: "url" });
  }
}

/** Checks the names and values of secrets. @throws invalid_argument */
export function checkSecrets(transport: NewServer["transport"], secrets: NewServer["secrets"]): void {
  for (const [name, value] of Object.entries(secrets)) {
    if (transport.kind === "stdio") checkVariable(name);
    else checkHeader(name, value);
  }
  if (JSON.stringify(secrets).length > MAX_SECRET_CHARACTERS) {
    throw new RecollectError("server_secrets_too_long", { maximum: MAX_SECRET_CHARACTERS }, { field: "secrets" });
  }
}

/**
 * Whether two servers are the same program or address with the same values, secret or not. Network variables that are
 * passed on do not count.
 */
export function isSameServer(one: Definition, other: Definition): boolean {
  return isDeepStrictEqual(withValues(one), withValues(other));
}

type Definition = Pick<NewServer, "transport" | "secrets">;

function withValues({ transport, secrets }: Definition): object {
  if (transport.kind === "stdio") {
    const inherit = transport.inherit.filter((name) => !isNetworkVariable(name));
    return { ...transport, inherit, env: { ...transport.env, ...secrets } };
  }
  const { kind, url, headers } = transport;
  return { kind, url, headers: { ...headers, ...secrets } };
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

/** Checks the client that the owner registered at the authorization server. */
function checkRegistration({ oauth }: RemoteServer, clientSecret: string | undefined): void {
  if (oauth === undefined) {
    if (clientSecret !== undefined) throw new RecollectError("server_client_id_missing", {}, { field: "clientSecret" });
    return;
  }
  const { clientId, port } = oauth;
  const isPort = port === null || (Number.isInteger(port) && port >= 1024 && port <= 65_535);
  if (!isPort) throw new RecollectError("server_sign_in_port_invalid", {}, { field: "port" });
  if (!/^[\x20-\x7e]{1,500}$/.test(clientId))
    throw new RecollectError("server_client_id_invalid", {}, { field: "clientId" });
}

function checkVariable(name: string): void {
  if (!VARIABLE.test(name))
    throw new RecollectError("server_variable_refused", { name: name.slice(0, 100) }, { field: "env" });
}

function checkHeader(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refuses control characters
  if (HEADER.test(name) && !OWN_HEADERS.test(name) && !/[\u0000-\u001f\u007f]/.test(value)) return;
  throw new RecollectError("server_header_refused", { name: name.slice(0, 100) }, { field: "headers" });
}

type Values = Readonly<Record<string, string>>;
/** The parts of a server that its secrets depend on. */
interface Owner {
  readonly id: string;
  readonly secretNames: readonly string[];
}

/** The secrets of servers in the keychain, one entry for each server: Windows limits an entry to 2,560 bytes. */
export class ServerSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  async read({ id, secretNames }: Owner): Promise<Values> {
    if (secretNames.length === 0) return {};
    const stored: unknown = JSON.parse((await this.#store.get(entryName(id))) ?? "{}");
    if (!isRecord(stored)) return {};
    const values = secretNames.flatMap((name) => {
      const value = stored[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    return Object.fromEntries(values);
  }

  async write({ id, secretNames }: Owner, values: Values): Promise<void> {
    if (secretNames.length > 0) await this.#store.set(entryName(id), JSON.stringify(values));
  }

  async delete({ id, secretNames }: Owner): Promise<void> {
    if (secretNames.length > 0) await this.#store.delete(entryName(id));
  }
}

const entryName = (id: string) => `server-${id}` as const;
