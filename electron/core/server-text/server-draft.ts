import { hasSecretName } from "../secrets/secret-name.ts";
import { isSseAddress } from "../server-address.ts";
import { readServerEntry } from "../server-entry.ts";
import { toServerName } from "../server-name.ts";
import {
  type InputValues,
  inputsOf,
  type NamedTemplate,
  outline,
  resolve,
  type ServerInput,
  type Template,
} from "../server-template.ts";
import { splitWords } from "./command-line.ts";
import { baseName, nameFromCommand, nameFromUrl, RUNNERS } from "./draft-name.ts";
import { type KnownInputs, type Place, templateOf } from "./placeholders.ts";

/** A server that was read from a text. Its templates contain the placeholders of the text as inputs. */
export interface ServerDraft {
  /** The proposed name. */
  readonly name: string;
  readonly transport:
    | {
        readonly kind: "stdio";
        readonly command: Template;
        readonly args: readonly Template[];
        readonly cwd: Template | null;
      }
    | { readonly kind: "http" | "sse"; readonly url: Template };
  /** The variables of the program, or the headers of the address. */
  readonly values: readonly NamedTemplate[];
}

/** A draft with the values of its inputs. An input without a value is `{name}`. */
export interface FilledDraft {
  readonly transport:
    | {
        readonly kind: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        readonly cwd: string | null;
      }
    | { readonly kind: "http" | "sse"; readonly url: string };
  readonly values: readonly { readonly name: string; readonly value: string; readonly secret: boolean }[];
}

/** The inputs of a draft, each once. */
export function draftInputs({ transport, values }: ServerDraft): readonly ServerInput[] {
  const words =
    transport.kind === "stdio"
      ? [transport.command, ...transport.args, ...(transport.cwd === null ? [] : [transport.cwd])]
      : [transport.url];
  return inputsOf([...words, ...values.map(({ template }) => template)]);
}

/** Replaces the inputs of a draft by their values. */
export function fillDraft({ transport, values }: ServerDraft, inputs: InputValues): FilledDraft {
  const fill = (template: Template) => resolve(template, inputs) ?? outline(template);
  return {
    transport:
      transport.kind === "stdio"
        ? {
            kind: "stdio",
            command: fill(transport.command),
            args: transport.args.map(fill),
            cwd: transport.cwd === null ? null : fill(transport.cwd),
          }
        : { kind: transport.kind, url: fill(transport.url) },
    values: values.map(({ name, template, isSecret }) => ({ name, value: fill(template), secret: isSecret })),
  };
}

/** Leaves out the variables or headers that need an input. */
export function withoutInput(draft: ServerDraft, input: string): ServerDraft {
  const needs = ({ template }: NamedTemplate) => inputsOf([template]).some(({ name }) => name === input);
  return { ...draft, values: draft.values.filter((value) => !needs(value)) };
}

/** Reads one entry of a client's file as a draft; null if it has neither a program nor an address. */
export function draftOf(
  key: string | null,
  value: Readonly<Record<string, unknown>>,
  inputs: KnownInputs,
): ServerDraft | null {
  const entry = readServerEntry(value);
  const own = new Set(Object.keys(entry.env));
  const word = (name: string | null, variables = own): Place => ({ name, isValue: false, own: variables, inputs });
  const named = (name: string, text: string): NamedTemplate => {
    const template = templateOf(text, { name, isValue: true, own: new Set(), inputs });
    return { name, template, isSecret: hasSecretName(name) || inputsOf([template]).some(({ isSecret }) => isSecret) };
  };
  if (entry.url !== null) {
    const headers = [
      ...Object.entries(entry.headers),
      ...Object.entries(entry.headerVariables).map(([name, variable]) => [name, `\${${variable}}`] as const),
      ...(entry.tokenVariable === null ? [] : [["Authorization", `Bearer \${${entry.tokenVariable}}`] as const]),
    ];
    return addressDraft(key, entry.url, entry.transport, {
      inputs,
      values: headers.map(([name, text]) => named(name, text)),
    });
  }
  const [command, ...args] = plainProgram(wordsOf(entry.words));
  if (command === undefined || command === "") return null;
  const env = [
    ...Object.entries(entry.env),
    ...entry.variables.map((variable) => [variable, `\${${variable}}`] as const),
  ];
  const container = containerValues(command, args, env);
  return {
    name: key === null || key.trim() === "" ? nameFromCommand(command, container.args) : toServerName(key),
    transport: {
      kind: "stdio",
      command: templateOf(command, word(null)),
      args: container.args.map((arg, index) =>
        container.names.has(index) ? { parts: [arg] } : templateOf(arg, word(optionOf(arg, container.args[index - 1]))),
      ),
      cwd: entry.cwd === null ? null : templateOf(entry.cwd, word(null, new Set())),
    },
    values: container.env.map(([name, text]) => named(name, text)),
  };
}

/** Reads an address as a draft; null if it is not valid. */
export function addressDraft(
  key: string | null,
  address: string,
  kind: "http" | "sse" | null,
  { inputs, values }: { readonly inputs: KnownInputs; readonly values: readonly NamedTemplate[] },
): ServerDraft | null {
  const template = templateOf(address, { name: null, isValue: false, own: new Set(), inputs });
  const isOpen = inputsOf([template]).length > 0;
  // The host or the port may be a placeholder.
  const sample = template.parts.map((part) => (typeof part === "string" ? part : "1")).join("");
  const url = URL.parse(address) ?? (isOpen ? URL.parse(sample) : null);
  if (url === null || !(/^https?:$/.test(url.protocol) || isOpen)) return null;
  return {
    name: key === null || key.trim() === "" ? nameFromUrl(url) : toServerName(key),
    transport: { kind: kind ?? (isSseAddress(url.href) ? "sse" : "http"), url: template },
    values,
  };
}

/** A command line that is in one text, as in `"command": "npx -y tool"`, as words. */
function wordsOf(words: readonly string[]): readonly string[] {
  const [command = "", ...args] = words;
  if (args.length > 0 || !/\s/.test(command.trim())) return words;
  const split = splitWords(command);
  return split !== null && RUNNERS.test(baseName(split[0] ?? "")) ? split : words;
}

/** Removes `cmd /c` before a program: Recollect adds it on Windows. */
function plainProgram(words: readonly string[]): readonly string[] {
  const [command = "", ...args] = words;
  if (baseName(command) !== "cmd") return words;
  const at = args.findIndex((word) => /^\/[ck]$/i.test(word));
  const rest = args.slice(at + 1);
  const isPlain = at !== -1 && args.slice(0, at).every((word) => /^\/[a-z]$/i.test(word));
  if (!isPlain) return words;
  const line = wordsOf(rest);
  return RUNNERS.test(baseName(line[0] ?? "")) ? line : words;
}

/** The option that a word belongs to, as in `--key VALUE` and `--key=VALUE`, or the header in `--header "Name: value"`. */
function optionOf(word: string, previous: string | undefined): string | null {
  const [, joined] = /^-{1,2}([A-Za-z][\w-]*)=/.exec(word) ?? [];
  const [, before] = /^-{1,2}([A-Za-z][\w-]*)$/.exec(previous ?? "") ?? [];
  const option = joined ?? before ?? null;
  if (option === null || !/^(?:H|header|e|env)$/.test(option)) return option;
  const value = joined === undefined ? word : word.slice(word.indexOf("=") + 1);
  return /^([A-Za-z0-9_-]+)\s?[:=]/.exec(value)?.[1] ?? option;
}

type Entries = readonly (readonly [string, string])[];

/**
 * The variables of a container: `-e NAME=VALUE` in its command line becomes a variable, so that its value is not in the
 * command line, and `-e NAME` without a value becomes a variable with an empty value, which the owner enters. `names` has
 * the positions of their names.
 */
function containerValues(command: string, args: readonly string[], env: Entries) {
  const names = new Set<number>();
  if (!/^(?:docker|podman|nerdctl)$/.test(baseName(command))) return { args, env, names };
  const values = new Map(env);
  const plain = args.map((word, index) => {
    const isValue = /^(?:-e|--env)$/.test(args[index - 1] ?? "");
    const [, option = "", text] = isValue ? ["", "", word] : (/^(-e=?|--env=)(.+)$/s.exec(word) ?? []);
    const [, name, value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(text ?? "") ?? [];
    if (name === undefined) return word;
    names.add(index);
    if (value !== undefined) values.set(name, value);
    else if (!values.has(name)) values.set(name, `\${${name}}`);
    return `${option}${name}`;
  });
  return { args: plain, env: [...values], names };
}
