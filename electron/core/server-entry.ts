import { isRecord } from "./util/is-record.ts";

type Texts = Readonly<Record<string, string>>;

/** An entry for one server in a client's file. The names of its members differ between clients. */
export interface ServerEntry {
  /** The address; null for a program. */
  readonly url: string | null;
  /** The transport that the entry names. */
  readonly transport: "http" | "sse" | null;
  readonly headers: Texts;
  /** The names of variables with the values of headers, by header (Codex). */
  readonly headerVariables: Texts;
  /** The variable with the token for `Authorization: Bearer` (Codex). */
  readonly tokenVariable: string | null;
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string | null;
  readonly env: Texts;
  /** Variables of the program that have their values in the client's environment (Codex, Goose). */
  readonly variables: readonly string[];
}

/** Reads an entry in the form of any client. */
export function readServerEntry(value: Readonly<Record<string, unknown>>): ServerEntry {
  // Cline's command-line program and Continue nest the connection.
  const entry = isRecord(value.transport) ? { ...value, ...value.transport } : value;
  const options = isRecord(entry.requestOptions) ? entry.requestOptions : {};
  const token = entry.authorization_token;
  // Older files of Zed nest the program; opencode has the command and its arguments in one list.
  const given = entry.command ?? entry.cmd;
  const nested = isRecord(given) ? given : null;
  const list: readonly unknown[] = Array.isArray(given) ? given : [nested === null ? given : nested.path];
  const args: unknown = nested?.args ?? entry.args;
  return {
    url: [entry.httpUrl, entry.url, entry.serverUrl, entry.server_url, entry.uri].find(isFilled) ?? null,
    transport: transportOf(entry),
    headers: {
      ...textsIn(entry.headers ?? entry.http_headers ?? options.headers),
      ...(isFilled(token) ? { Authorization: `Bearer ${token}` } : {}),
    },
    headerVariables: textsIn(entry.env_http_headers),
    tokenVariable: isFilled(entry.bearer_token_env_var) ? entry.bearer_token_env_var : null,
    words: [...list, ...(Array.isArray(args) ? (args as unknown[]) : [])].filter(isScalar).map(String),
    cwd: [entry.cwd, entry.working_directory, entry.workingDirectory].find(isFilled) ?? null,
    env: { ...textsIn(entry.env ?? entry.environment ?? entry.envs), ...textsIn(nested?.env) },
    variables: [...(textList(entry.env_vars) ?? []), ...(textList(entry.env_keys) ?? [])],
  };
}

/** The texts in a list; null if the value is not a list. */
export function textList(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : null;
}

function transportOf({ type, transport, httpUrl }: Readonly<Record<string, unknown>>): ServerEntry["transport"] {
  const named = [type, transport].find((one) => typeof one === "string") ?? "";
  if (/sse/i.test(named)) return "sse";
  return /http/i.test(named) || isFilled(httpUrl) ? "http" : null;
}

/** The members of an object, or of a list such as `["NAME=value"]` or `[{"name": …, "value": …}]`. */
function textsIn(value: unknown): Texts {
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => (isScalar(one) ? [[name, String(one)] as const] : [])),
    );
  }
  if (!Array.isArray(value)) return {};
  return Object.fromEntries(
    (value as readonly unknown[]).flatMap((one) => {
      if (isRecord(one)) {
        const name = [one.name, one.key].find(isFilled);
        return name !== undefined && isScalar(one.value) ? [[name, String(one.value)] as const] : [];
      }
      const end = typeof one === "string" ? one.indexOf("=") : -1;
      return typeof one === "string" && end > 0 ? [[one.slice(0, end), one.slice(end + 1)] as const] : [];
    }),
  );
}

const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
