import { ANY } from "../../core/domain.ts";
import { titleOf } from "../../core/memory.ts";
import type { CommandHelp, CommandName } from "../../text/command-line.ts";
import type { Action, CommandContext } from "../command.ts";
import { argumentsOf, findAction, type OptionDeclaration, optionsOf } from "../declaration.ts";
import { shortId } from "../memory-list.ts";
import { oneLine } from "../terminal.ts";

/** A word that completes the current one, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The shell completes names of files itself. */
export const FILES: Candidate = { value: ":files", description: "" };

/** How many ids are offered. */
const MAX_IDS = 50;
const TITLE_WIDTH = 60;

/**
 * Returns the candidates for the last of the words after `recollect`, which can be empty or a part of a word. Reads
 * projects, ids and other names from the application, if it runs.
 */
export async function complete(given: readonly string[], context: CommandContext): Promise<readonly Candidate[]> {
  // bash passes the `=` of `--project=acme` as a word of its own.
  const words = given.filter((word) => word !== "=");
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const candidates = await candidatesFor(before, current, context);
  return candidates.filter(
    ({ value }) => value === FILES.value || value.toLowerCase().startsWith(current.toLowerCase()),
  );
}

async function candidatesFor(
  before: readonly string[],
  current: string,
  context: CommandContext,
): Promise<readonly Candidate[]> {
  const [first, ...rest] = before;
  if (first === undefined) return current.startsWith("-") ? [] : await commandNames(context);
  if (first === "help") return rest.length === 0 ? await commandNames(context) : [];
  const { formerNames, load } = context.commands;
  const former = Object.hasOwn(formerNames, first) ? formerNames[first] : undefined;
  const [name = first, ...start] =
    former === undefined ? [] : typeof former === "function" ? former(rest) : [...former, ...rest];
  const words = former === undefined ? rest : start;
  const command = await load(name);
  if (command === null) return [];
  const { action, path, rest: left } = findNamed(command, words, name);
  const options = optionsOf(action);
  const previous = before.at(-1) ?? "";
  const option = optionNamed(previous, options);
  if (option?.value != null) return await valuesOf(option.value, path, context);
  if (current.startsWith("-")) return await optionNames(path, action, options, context);
  if (action.actions !== undefined && left.every((word) => word.startsWith("-"))) {
    const names = await actionNames(path, action, context);
    if (action.run === undefined) return names;
  }
  return await argumentValues(action, left, options, path, context);
}

/** The action that words name; without one, the command itself, whose actions are the candidates. */
function findNamed(command: Action, words: readonly string[], name: string) {
  const isNamed = words.some((word) => !word.startsWith("-"));
  if (command.actions !== undefined && !isNamed) return { action: command, path: [name], rest: words };
  return findAction(command, words, [name]);
}

function optionNamed(word: string, options: readonly OptionDeclaration[]): OptionDeclaration | undefined {
  if (!word.startsWith("-")) return undefined;
  return options.find(({ name, short }) => word === `--${name}` || (short !== null && word === `-${short}`));
}

async function argumentValues(
  action: Action,
  words: readonly string[],
  options: readonly OptionDeclaration[],
  path: readonly string[],
  context: CommandContext,
): Promise<readonly Candidate[]> {
  const places = argumentsOf(action);
  const values = words.filter((word, index) => {
    const isValue = optionNamed(words[index - 1] ?? "", options)?.value != null;
    return !word.startsWith("-") && !isValue;
  });
  const place = places[Math.min(values.length, places.length - 1)];
  if (place === undefined || (values.length >= places.length && !place.isRepeatable)) return [];
  const found = await valuesOf(place.name, path, context);
  return found.filter(({ value }) => !values.includes(value));
}

async function commandNames(context: CommandContext): Promise<readonly Candidate[]> {
  const { commands } = await context.loadHelp();
  return Object.values(context.commands.groups)
    .flat()
    .map((name: CommandName) => ({ value: name, description: commands[name].summary }));
}

async function actionNames(
  [command = ""]: readonly string[],
  action: Action,
  { loadHelp }: CommandContext,
): Promise<readonly Candidate[]> {
  const texts = (await helpOf(command, loadHelp)).actions ?? {};
  return Object.keys(action.actions ?? {}).map((value) => ({ value, description: texts[value] ?? "" }));
}

async function optionNames(
  [command = ""]: readonly string[],
  { hidden = [] }: Action,
  options: readonly OptionDeclaration[],
  { loadHelp }: CommandContext,
): Promise<readonly Candidate[]> {
  const [own, help] = [await helpOf(command, loadHelp), await loadHelp()];
  return options
    .filter(({ flags }) => !hidden.includes(flags))
    .map(({ name }) => ({
      value: `--${name}`,
      description: own.options?.[name] ?? help.options[name as keyof typeof help.options] ?? "",
    }));
}

async function helpOf(command: string, loadHelp: () => Promise<CommandHelp>) {
  const { commands } = await loadHelp();
  return commands[command as CommandName] as {
    readonly options?: Readonly<Record<string, string>>;
    readonly actions?: Readonly<Record<string, string>>;
  };
}

/** The values of an argument or option, by the name of its value in the declaration. */
async function valuesOf(kind: string, path: readonly string[], context: CommandContext): Promise<readonly Candidate[]> {
  if (/^[a-z-]+(\|[a-z-]+)+$/.test(kind)) return kind.split("|").map((value) => ({ value, description: "" }));
  if (/FILE|FOLDER/.test(kind)) return [FILES];
  const read = VALUES[kind];
  // Without an application, there is nothing to complete.
  return read === undefined ? [] : await read(context, path).catch(() => []);
}

type Read = (context: CommandContext, path: readonly string[]) => Promise<readonly Candidate[]>;

const named = (names: readonly string[], description = "") => names.map((value) => ({ value, description }));

const VALUES: Readonly<Record<string, Read>> = {
  PROJECT: async ({ app, text }) =>
    (await app.ask("memories.places", {})).domains.map(({ name, memories, others }) => ({
      value: name,
      description: text.places.count(memories, others),
    })),
  INTO: async (context, path) =>
    (await VALUES[path[0] === "namespaces" ? "NAMESPACE" : "PROJECT"]?.(context, path)) ?? [],
  NAMESPACE: async ({ app }) => named(await app.ask("memories.namespaces", {})),
  ID: idsFor,
  CLIENT: clientsFor,
  SERVER: async ({ app, text }) =>
    (await app.ask("servers.list", {})).map(({ name, state }) => ({
      value: name,
      description: text.servers.states[state],
    })),
  SPACE: async ({ app }) => named((await app.ask("spaces.list", {})).map(({ name }) => name)),
  BACKUP: async ({ app }) => named(["latest", ...(await app.ask("backups.list", {})).backups.map(({ name }) => name)]),
  SESSION: async ({ app }) =>
    (await app.ask("conversations.sessions", { limit: MAX_IDS })).items.map(({ id, title }) => ({
      value: id,
      description: oneLine(title ?? "", TITLE_WIDTH),
    })),
  SETTING: async () => named((await import("../commands/settings.ts")).SETTING_NAMES),
};

/** Short ids: of waiting memories for the inbox, of the trash for restore, otherwise of the newest memories. */
async function idsFor({ app }: CommandContext, path: readonly string[]): Promise<readonly Candidate[]> {
  const [command = ""] = path;
  const memories =
    command === "inbox"
      ? (await app.ask("inbox.list", { state: "waiting", limit: MAX_IDS })).items.map(({ memory }) => memory)
      : (
          await app.ask("memories.list", {
            domain: ANY,
            limit: MAX_IDS,
            ...(command === "restore" ? { trash: "only" } : {}),
          })
        ).items;
  return memories.map(({ id, content }) => ({
    value: shortId(id),
    description: oneLine(titleOf(content), TITLE_WIDTH),
  }));
}

/** The supported clients if one is to be connected, those with transcripts for conversations, otherwise the known tokens. */
async function clientsFor({ app }: CommandContext, path: readonly string[]): Promise<readonly Candidate[]> {
  const [command = ""] = path;
  const connects = ["connect", "disconnect", "plugins", "setup"].some((name) => path.includes(name));
  if (connects) {
    const { CLIENTS } = await import("../../connect/registry.ts");
    return CLIENTS.map(({ id, title }) => ({ value: id, description: title }));
  }
  if (command === "conversations")
    return named((await app.ask("conversations.survey", {})).map(({ client }) => client));
  if (command === "client-memories")
    return named((await app.ask("clientMemories.survey", {})).clients.map(({ client }) => client));
  return named((await app.ask("clients.grants", {})).map(({ subject }) => subject));
}
