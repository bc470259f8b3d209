import type { ClientNote } from "../../core/client-note.ts";
import { networkVariables, variablesToPassOn } from "../../core/network-variables.ts";
import { programFor } from "../../core/program.ts";
import { likelySecretsIn } from "../../core/secrets/find-secrets.ts";
import { hasSecretName } from "../../core/secrets/secret-name.ts";
import { isSseAddress } from "../../core/server-address.ts";
import { readServerEntry, type ServerEntry, textList } from "../../core/server-entry.ts";
import type { NewServer } from "../../core/servers.ts";
import { isRecord } from "../../core/util/is-record.ts";
import type { Machine, ServerForm, VariableSyntax } from "../client.ts";
import type { OtherServers } from "../install/connections.ts";

/** Another server in a client's file. */
export interface ClientServer {
  /** The name in the file. */
  readonly name: string;
  /** The entry as it is in the file. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Null if Recollect cannot connect to it. */
  readonly server: Omit<NewServer, "name"> | null;
  /** Variables without a value here. */
  readonly needs: readonly string[];
  readonly problem: ClientNote | null;
  /** The tools that the file allows (`only`, null for all) and forbids (`except`). */
  readonly tools: { readonly only: readonly string[] | null; readonly except: readonly string[] };
}

interface ReadContext extends Pick<Machine, "platform" | "home"> {
  readonly form: ServerForm | undefined;
  /** The project's folder; null for the user's file. */
  readonly project: string | null;
  /** Returns the value of an environment variable, or of a variable that the owner passed. */
  readonly lookup: Lookup;
  /** The network variables of the environment. */
  readonly network: readonly string[];
}

/** Reads the entries of other servers in a client's file. @param options.variables values that the owner passed */
export function readServers(
  { client, entries }: OtherServers,
  options: Machine & {
    readonly project: string | null;
    readonly variables: Readonly<Record<string, string>>;
  },
): ClientServer[] {
  const { platform, home, env, project, variables } = options;
  const lookup = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : env[name]);
  const context = { form: client.serverForm, platform, home, project, lookup, network: networkVariables(env) };
  return entries.flatMap(([name, entry]) => readServer(name, entry, context) ?? []);
}

/** Goose's built-in extensions. */
const BUILT_IN = /^(?:builtin|platform|frontend|inline_python)$/;
/** A path that depends on the folder in which the client starts the program. */
const RELATIVE = /^\.{1,2}(?:[/\\]|$)/;

/** Reads an entry in any client's form; null if it is not a server. */
function readServer(name: string, value: unknown, context: ReadContext): ClientServer | null {
  if (!isRecord(value)) return null;
  const entry = isRecord(value.transport) ? { ...value, ...value.transport } : value;
  if (typeof entry.type === "string" && BUILT_IN.test(entry.type)) return null;
  const parts = readServerEntry(value);
  const reading = new Reading(context, parts.env);
  const server = reading.remote(parts) ?? reading.program(parts);
  const { needs } = reading;
  return {
    name,
    entry: value,
    server,
    needs,
    problem: problemOf(entry, server, reading, context),
    tools: {
      only: textList(entry.includeTools ?? entry.enabled_tools ?? entry.available_tools),
      except: textList(entry.excludeTools ?? entry.disabled_tools ?? entry.disabledTools) ?? [],
    },
  };
}

function problemOf(
  entry: Readonly<Record<string, unknown>>,
  server: ClientServer["server"],
  { unsupported, hasSecretWords }: Reading,
  { project }: ReadContext,
): ClientNote | null {
  if (entry.disabled === true || entry.enabled === false) return { reason: "move_disabled" };
  if (server === null) return { reason: "move_no_server" };
  if ("envFile" in entry || "env_file" in entry) return { reason: "move_env_file" };
  if (unsupported !== null) return { reason: "move_variable", params: { variable: unsupported } };
  if (hasSecretWords) return { reason: "move_secret_argument" };
  const { transport } = server;
  if (transport.kind !== "stdio" || transport.cwd !== null || project !== null) return null;
  const relative = [transport.command, ...transport.args].find((word) => RELATIVE.test(word));
  return relative === undefined ? null : { reason: "move_relative", params: { path: relative } };
}

/** Reads one entry, and notes what its texts refer to. */
class Reading {
  readonly #context: ReadContext;
  readonly #env: Readonly<Record<string, string>>;
  readonly #needs = new Set<string>();
  unsupported: string | null = null;
  /** Whether a command line or an address has a secret, which would be stored as plain text. */
  hasSecretWords = false;

  constructor(context: ReadContext, env: Readonly<Record<string, string>>) {
    this.#context = context;
    this.#env = env;
  }

  get needs(): readonly string[] {
    return [...this.#needs];
  }

  remote(entry: ServerEntry): ClientServer["server"] {
    if (entry.url === null) return null;
    const { plain, secrets } = this.#values(entry.headers);
    for (const [header, variable] of Object.entries(entry.headerVariables)) {
      this.#fromVariable(secrets, header, variable, (value) => value);
    }
    if (entry.tokenVariable !== null) {
      this.#fromVariable(secrets, "Authorization", entry.tokenVariable, (value) => `Bearer ${value}`);
    }
    const [url = ""] = this.#words([entry.url]);
    const isSse = this.#context.form?.urlIsSse === true || isSseAddress(url);
    const kind = entry.transport ?? (isSse ? "sse" : "http");
    return { transport: { kind, url, headers: plain }, secrets };
  }

  program(entry: ServerEntry): ClientServer["server"] {
    const [command, ...rest] = this.#words(entry.words);
    if (command === undefined || command === "") return null;
    const { plain, secrets } = this.#values(entry.env);
    for (const variable of entry.variables) this.#fromVariable(secrets, variable, variable, (value) => value);
    const cwd = entry.cwd === null ? this.#context.project : this.#expand(entry.cwd).text;
    const program = programFor(this.#context.platform, { command, args: rest });
    // The client passed its own environment on.
    const inherit = variablesToPassOn({ env: plain, inherit: [] }, secrets, this.#context.network);
    return {
      transport: { kind: "stdio", ...program, cwd, env: plain, inherit },
      secrets,
    };
  }

  /** A command line or an address: stored as plain text. */
  #words(texts: readonly string[]): string[] {
    const expanded = texts.map((text) => this.#expand(text));
    const words = expanded.map(({ text }) => text);
    this.hasSecretWords ||=
      expanded.some(({ used, missing }) => [...used, ...missing].some(hasSecretName)) ||
      likelySecretsIn(words.join(" ")).length > 0;
    return words;
  }

  #values(texts: Readonly<Record<string, string>>): {
    readonly plain: Record<string, string>;
    readonly secrets: Record<string, string>;
  } {
    const plain: Record<string, string> = {};
    const secrets: Record<string, string> = {};
    for (const [name, text] of Object.entries(texts)) {
      const { text: value, used, missing } = this.#expand(text);
      const isSecret = hasSecretName(name) || used.length + missing.length > 0 || likelySecretsIn(value).length > 0;
      (isSecret ? secrets : plain)[name] = value;
    }
    return { plain, secrets };
  }

  #fromVariable(
    secrets: Record<string, string>,
    name: string,
    variable: string,
    format: (value: string) => string,
  ): void {
    const value = this.#context.lookup(variable);
    if (value === undefined) this.#needs.add(variable);
    else secrets[name] = format(value);
  }

  #expand(text: string): Expanded {
    const { form, lookup, home, project } = this.#context;
    // A program can replace variables of its own entry, as mcp-remote does in its arguments.
    const isOwn = (name: string) => Object.hasOwn(this.#env, name);
    const expanded = expand(text, form?.variables, lookup, { home, project });
    const missing = expanded.missing.filter((name) => !isOwn(name) || this.#env[name] === text);
    for (const name of missing) this.#needs.add(name);
    this.unsupported ??= expanded.unsupported;
    return { ...expanded, missing };
  }
}

/** Returns the value of a variable, or undefined. */
type Lookup = (name: string) => string | undefined;

/** A text after its variables were replaced. */
interface Expanded {
  readonly text: string;
  /** Variables of the environment or of the client that were replaced. */
  readonly used: readonly string[];
  /** Variables without a value. */
  readonly missing: readonly string[];
  /** A variable that has a value only in the client, such as the open folder. */
  readonly unsupported: string | null;
}

/** One variable in a text. `fallback` is its default value. */
type Reference =
  | { readonly kind: "value"; readonly name: string; readonly fallback?: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unsupported" }
  | { readonly kind: "literal" };

const PATTERNS: Readonly<Record<VariableSyntax, RegExp>> = {
  shell: /\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}/g,
  dollar: /\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}|\$([A-Za-z_]\w*)/g,
  editor: /\$\{([^{}]+)\}/g,
  braces: /\{(env|file):([^{}]+)\}/g,
  secrets: /\$\{\{(?:\s*secrets\.([\w-]+)\s*|[^{}]*)\}\}/g,
};
/** Editor variables whose values depend on the open folder or file. */
const OF_EDITOR =
  /^(?:workspaceFolder|workspaceRoot|relativeFile|file|config:|command:|cwd|selectedText|lineNumber|execPath|default)/;

/** The folders that variables of editors name. `project` is null for the user's file. */
interface Folders {
  readonly home: string;
  readonly project: string | null;
}

/** Replaces the variables of a text by a client's syntax; without one the text stays as it is. */
function expand(text: string, syntax: VariableSyntax | undefined, lookup: Lookup, folders: Folders): Expanded {
  const used: string[] = [];
  const missing: string[] = [];
  let unsupported: string | null = null;
  if (syntax === undefined) return { text, used, missing, unsupported };
  const replaced = text.replace(PATTERNS[syntax], (match, ...groups) => {
    const reference = referenceOf(syntax, groups, folders);
    switch (reference.kind) {
      case "literal":
        return match;
      case "text":
        return reference.text;
      case "unsupported":
        unsupported = match;
        return match;
      case "value": {
        const value = lookup(reference.name) ?? reference.fallback;
        (value === undefined ? missing : used).push(reference.name);
        return value ?? match;
      }
    }
  });
  return { text: replaced, used, missing, unsupported };
}

function referenceOf(syntax: VariableSyntax, groups: readonly unknown[], { home, project }: Folders): Reference {
  const [first, second, third] = groups.map((group) => (typeof group === "string" ? group : undefined));
  switch (syntax) {
    case "shell":
    case "dollar":
      return { kind: "value", name: first ?? third ?? "", fallback: second };
    case "braces":
      return first === "env" ? { kind: "value", name: second?.trim() ?? "" } : { kind: "unsupported" };
    case "secrets":
      return first === undefined ? { kind: "unsupported" } : { kind: "value", name: first };
    case "editor": {
      const [, name] = /^(?:env|input):(.+)$/.exec(first ?? "") ?? [];
      if (name !== undefined) return { kind: "value", name: name.trim() };
      if (first === "userHome") return { kind: "text", text: home };
      if (first === "workspaceFolder" && project !== null) return { kind: "text", text: project };
      return OF_EDITOR.test(first ?? "") ? { kind: "unsupported" } : { kind: "literal" };
    }
  }
}
