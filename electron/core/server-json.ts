import type { ClientNote } from "./client-note.ts";
import { hasSecretName } from "./secrets/secret-name.ts";
import { toServerName } from "./server-name.ts";
import {
  inputsOf,
  type NamedTemplate,
  outline,
  resolve,
  resolveNamed,
  type ServerInput,
  type Template,
} from "./server-template.ts";
import type { NewServer } from "./servers.ts";
import { isRecord } from "./util/is-record.ts";

// Reads the `server.json` of the MCP registry, by its schema of 2025-12-11:
// https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json

/** A value that the file sets and the owner does not enter. The name is empty for a positional argument. */
export interface FixedValue {
  readonly kind: "variable" | "header" | "argument";
  readonly name: string;
  /** The inputs in it are in braces. */
  readonly value: string;
}

/** A package or an address of a server. */
export interface ServerJsonChoice {
  /** `npm`, `pypi`, `oci`, `nuget`, …, or `remote`. */
  readonly type: string;
  /** The package with its version, or the address. */
  readonly title: string;
  readonly inputs: readonly ServerInput[];
  /** The owner agrees to them before the server is added: they can make a trusted program do something else. */
  readonly fixed: readonly FixedValue[];
  /** Why Recollect cannot run it, or null if it can. */
  readonly problem: ClientNote | null;
  /** @param values of the inputs by their names; an empty one counts as none */
  build(values: Readonly<Record<string, string>>): Omit<NewServer, "name">;
}

export interface ServerJson {
  /** A proposal for the server's name. */
  readonly name: string;
  readonly description: string | null;
  readonly choices: readonly ServerJsonChoice[];
}

/** Reads a `server.json`, or the registry's response with one. Returns null for any other text. */
export function readServerJson(json: unknown): ServerJson | null {
  const server = isRecord(json) && isRecord(json.server) ? json.server : json;
  if (!isRecord(server) || typeof server.name !== "string") return null;
  const [packages, remotes] = [recordsIn(server.packages), recordsIn(server.remotes)];
  if (packages.length + remotes.length === 0) return null;
  return {
    name: toServerName(
      (server.name.split("/").at(-1) ?? "").replace(/[-_]?mcp[-_]?|[-_]?server[-_]?/gi, "") || server.name,
    ),
    description: textOf(server.description),
    choices: [...packages.map(packageChoice), ...remotes.map(remoteChoice)],
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** An argument; without a name it is positional. */
interface Argument {
  readonly name: string | null;
  readonly template: Template;
}

/** How packages of a registry are run, between the arguments of the runtime and the arguments of the package. */
const RUNTIMES: Readonly<
  Record<
    string,
    {
      readonly command: string;
      words(own: readonly string[], name: string, variables: readonly string[]): readonly string[];
    }
  >
> = {
  npm: {
    command: "npx",
    words: (own, name) => [...(own.includes("-y") || own.includes("--yes") ? [] : ["-y"]), ...own, name],
  },
  pypi: { command: "uvx", words: (own, name) => [...own, name] },
  oci: {
    command: "docker",
    words: (own, name, variables) => {
      const given = own.filter((word) => !["run", "-i", "--interactive", "--rm"].includes(word));
      return ["run", "-i", "--rm", ...variables.flatMap((variable) => ["-e", variable]), ...given, name];
    },
  },
  nuget: { command: "dnx", words: (own, name) => [...own, name, "--yes", "--"] },
};

function packageChoice(fields: Fields): ServerJsonChoice {
  const type = textOf(fields.registryType) ?? "";
  const name = packageName(type, fields);
  const runtime = RUNTIMES[type];
  const transport = isRecord(fields.transport) ? (textOf(fields.transport.type) ?? "stdio") : "stdio";
  const hint = textOf(fields.runtimeHint);
  const runtimeArguments = argumentsIn(fields.runtimeArguments, "runtime");
  const own = runtimeArguments.filter((argument) => containerVariable(argument) === null);
  const packageArguments = argumentsIn(fields.packageArguments, "argument");
  const variables = [
    ...recordsIn(fields.environmentVariables).flatMap(namedTemplate),
    ...runtimeArguments.flatMap((argument) => containerVariable(argument) ?? []),
  ];
  const secret = inputsOf([...own, ...packageArguments].map(({ template }) => template)).find(
    (input) => input.isSecret && input.isRequired,
  );
  const loader = variables.find(({ name }) => isLoaderVariable(name));
  const problem: ClientNote | null =
    runtime === undefined
      ? { reason: "json_registry", params: { type } }
      : transport !== "stdio"
        ? { reason: "json_transport", params: { type: transport } }
        : hint !== null && hint !== runtime.command
          ? { reason: "json_runtime", params: { runtime: hint } }
          : loader !== undefined
            ? { reason: "json_variable", params: { name: loader.name } }
            : secret !== undefined
              ? { reason: "json_secret_argument", params: { name: secret.name } }
              : null;
  return {
    type,
    title: name,
    // A secret that is not required has no place in a command line, which is stored as plain text.
    inputs: inputsOf([
      ...variables.map(({ template }) => template),
      ...[...own, ...packageArguments].map(withoutSecret).map(({ template }) => template),
    ]),
    fixed: [
      ...variables.flatMap((variable) => fixedIn("variable", variable)),
      ...[...own, ...packageArguments].flatMap((argument) => fixedIn("argument", argument)),
    ],
    problem,
    build(values) {
      const set = resolveNamed(variables, values);
      const words = (all: readonly Argument[]) => all.flatMap((argument) => wordsOf(withoutSecret(argument), values));
      const { command = "", words: start } = runtime ?? {};
      const names = [...Object.keys(set.plain), ...Object.keys(set.secrets)];
      const args = [...(start?.(words(own), name, names) ?? []), ...words(packageArguments)];
      const last = args.at(-1) === "--" ? args.slice(0, -1) : args;
      return {
        transport: { kind: "stdio", command, args: last, cwd: null, env: set.plain, inherit: [] },
        secrets: set.secrets,
      };
    },
  };
}

function remoteChoice(fields: Fields): ServerJsonChoice {
  const url = textOf(fields.url) ?? "";
  const type = textOf(fields.type) ?? "";
  const address = templateOf({ value: url, variables: fields.variables }, "url");
  const headers = recordsIn(fields.headers).flatMap(namedTemplate);
  const secret = inputsOf([address]).find(({ isSecret }) => isSecret);
  const problem: ClientNote | null =
    type !== "streamable-http" && type !== "sse"
      ? { reason: "json_transport", params: { type } }
      : secret === undefined
        ? null
        : { reason: "json_secret_argument", params: { name: secret.name } };
  return {
    type: "remote",
    title: url,
    inputs: inputsOf([address, ...headers.map(({ template }) => template)]),
    fixed: headers.flatMap((header) => fixedIn("header", header)),
    problem,
    build(values) {
      const { plain, secrets } = resolveNamed(headers, values);
      const kind = type === "sse" ? "sse" : "http";
      return { transport: { kind, url: resolve(address, values) ?? url, headers: plain }, secrets };
    },
  };
}

function packageName(type: string, fields: Fields): string {
  const [identifier, version] = [textOf(fields.identifier) ?? "", textOf(fields.version)];
  if (type !== "oci") return version === null || version === "" ? identifier : `${identifier}@${version}`;
  const host = URL.parse(textOf(fields.registryBaseUrl) ?? "")?.host;
  const [first = "", repository] = identifier.split("/", 2);
  const hasHost = (repository !== undefined && /[.:]/.test(first)) || host === undefined || host === "docker.io";
  const image = hasHost ? identifier : `${host}/${identifier}`;
  const hasVersion = version === null || image.includes("@") || image.includes(":", image.lastIndexOf("/") + 1);
  return hasVersion ? image : `${image}:${version}`;
}

/** `-e NAME=VALUE` of a container's runtime as a variable, so that its value is not in the command line. */
function containerVariable({ name, template: { parts } }: Argument): NamedTemplate | null {
  const [first, ...rest] = parts;
  if ((name !== "-e" && name !== "--env") || typeof first !== "string") return null;
  const [, variable, start = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(first) ?? [];
  if (variable === undefined) return null;
  const template = { parts: start === "" ? rest : [start, ...rest] };
  return { name: variable, template, isSecret: hasSecretName(variable) || inputsOf([template]).some(isSecretInput) };
}

function namedTemplate(fields: Fields): NamedTemplate[] {
  const name = textOf(fields.name);
  if (name === null || name === "") return [];
  const template = templateOf(fields, name);
  const isSecret = fields.isSecret === true || hasSecretName(name) || inputsOf([template]).some(isSecretInput);
  return [{ name, template, isSecret }];
}

function argumentsIn(value: unknown, fallback: string): Argument[] {
  return recordsIn(value).map((fields, index) => {
    const name = fields.type === "named" ? textOf(fields.name) : null;
    const label = name?.replace(/^-+/, "") ?? textOf(fields.valueHint) ?? `${fallback}-${index + 1}`;
    return { name, template: templateOf(fields, label) };
  });
}

/** Words of a container's command line that are there without the file. */
const USUAL_WORDS = ["run", "-i", "--interactive", "--rm", "-y", "--yes"];

function fixedIn(kind: FixedValue["kind"], { name, template }: Pick<Argument, "name" | "template">): FixedValue[] {
  const value = outline(template);
  const isUsual = kind === "argument" && name === null && USUAL_WORDS.includes(value);
  const isFixed = template.parts.length === 0 || template.parts.some((part) => typeof part === "string");
  return isFixed && !isUsual ? [{ kind, name: name ?? "", value }] : [];
}

/** A fixed value with its variables, or one input. */
function templateOf(fields: Fields, name: string): Template {
  const value = textOf(fields.value);
  if (value === null) return { parts: [inputOf(fields, name)] };
  const variables = isRecord(fields.variables) ? fields.variables : {};
  const parts = value.split(/\{([^{}]+)\}/).map((part, index) => {
    const variable = index % 2 === 1 ? variables[part] : undefined;
    return isRecord(variable) ? inputOf(variable, part) : index % 2 === 1 ? `{${part}}` : part;
  });
  return { parts: parts.filter((part) => part !== "") };
}

function inputOf(fields: Fields, name: string): ServerInput {
  return {
    name,
    description: textOf(fields.description),
    isRequired: fields.isRequired === true,
    isSecret: fields.isSecret === true,
    default: textOf(fields.value) ?? textOf(fields.default),
    choices: Array.isArray(fields.choices) ? fields.choices.filter((choice) => typeof choice === "string") : [],
  };
}

function withoutSecret({ name, template }: Argument): Argument {
  return inputsOf([template]).some(isSecretInput) ? { name: null, template: { parts: [] } } : { name, template };
}

/** By the schema a named argument is `--flag={value}`. A short one takes the next word. */
function wordsOf({ name, template }: Argument, values: Readonly<Record<string, string>>): readonly string[] {
  const value = resolve(template, values);
  if (value === null) return [];
  if (name === null) return [value];
  return name.startsWith("--") ? [`${name}=${value}`] : [name, value];
}

const isSecretInput = ({ isSecret }: ServerInput) => isSecret;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const recordsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Families of variables that make a program load or run other code, or send its data elsewhere. */
const FAMILIES = [
  // The system: where programs, libraries and settings are found, and what shells run.
  "PATH|PATHEXT|COMSPEC|SHELL|SHELLOPTS|BASHOPTS|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|WINDIR",
  "LD_.*|_RLD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|NLSPATH|LOCPATH|IFS|ENV|PS4|BASH_.*|ZDOTDIR|PROMPT_COMMAND|XDG_.*",
  // Node and its package managers.
  "NODE_(?!ENV$).*|NPM_CONFIG_.*|NPM_EXECPATH|NPX_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|COREPACK_.*|TS_NODE_.*|TSX_.*|ELECTRON_.*",
  // Python and its package managers.
  "PYTHON(?!UNBUFFERED$|IOENCODING$|UTF8$|DONTWRITEBYTECODE$|FAULTHANDLER$|HASHSEED$).*|PIP_.*|PIPX_.*|UV_.*|POETRY_.*|VIRTUAL_ENV|CONDA_.*",
  // Other runtimes.
  "DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|NUGET_.*|MSBUILD.*|JAVA_.*|_JAVA_OPTIONS|JDK_.*|CLASSPATH|MAVEN_.*|GRADLE_.*",
  "RUBY.*|GEM_.*|BUNDLE_.*|PERL.*|PHPRC|PHP_INI_SCAN_DIR|LUA_.*|GO(?:FLAGS|PROXY|PATH|ROOT|ENV|NOSUMDB|TOOLCHAIN|INSECURE)",
  "CARGO_.*|RUST(?:C|FLAGS|UP|DOC).*|DOCKER_.*|CONTAINER.*|PODMAN_.*|BUILDKIT_.*",
  // Programs that a program starts, and plug-ins that it loads.
  "GIT_(?:SSH|EXEC|CONFIG|PROXY|EXTERNAL|PAGER|EDITOR|ASKPASS|TEMPLATE|SSL|SEQUENCE).*|SSH_ASKPASS.*|SUDO_ASKPASS",
  "EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESS(?:OPEN|CLOSE)|GTK_(?:PATH|MODULES).*|QT_PLUGIN_PATH|GIO_.*|GST_PLUGIN.*",
  // Encryption and the network.
  "OPENSSL_.*|SSL_CERT_.*|SSLKEYLOGFILE|REQUESTS_CA_BUNDLE|CURL_.*|AWS_CA_BUNDLE|(?:HTTPS?|ALL|FTP|NO|RSYNC)_PROXY",
];
const LOADER = new RegExp(`^(?:${FAMILIES.join("|")})$`, "i");

/**
 * Whether a variable changes which code a program runs, the source of its code, or the target of its data. With such a
 * variable, a file that names a trusted package runs other code.
 */
function isLoaderVariable(name: string): boolean {
  return LOADER.test(name.trim());
}
