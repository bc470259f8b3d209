import type { Action } from "./command.ts";

/** An option of a command, from its form in a declaration: `-t, --tag <TAG...>`. */
export interface OptionDeclaration {
  readonly flags: string;
  readonly name: string;
  readonly short: string | null;
  /** The name of its value, which also says how it is completed; null for a flag. */
  readonly value: string | null;
  readonly isRepeatable: boolean;
}

/** An argument of a command, from its form in a declaration: `<ID...>` or `[PROJECT]`. */
export interface ArgumentDeclaration {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
}

/** The options of every command. */
export const COMMON_OPTIONS: readonly string[] = ["--json", "--color <auto|always|never>", "--no-pager", "--no-start"];

/** Reads the declaration of an option. @throws Error for a text that is not one */
export function readOption(flags: string): OptionDeclaration {
  const match = /^(?:-(\w), )?--([\w-]+)(?: <([^>]+?)(\.\.\.)?>)?$/.exec(flags);
  if (match === null) throw new Error(`"${flags}" does not declare an option.`);
  const [, short = null, name = "", value = null, many] = match;
  return { flags, name, short, value, isRepeatable: many !== undefined };
}

/** The options that an action accepts: its own, its hidden ones and the common ones. */
export function optionsOf({ options = [], hidden = [] }: Action): readonly OptionDeclaration[] {
  return [...options, ...hidden, ...COMMON_OPTIONS].map(readOption);
}

/** The arguments of an action, in order. */
export function argumentsOf({
  arguments: shown = "",
  hiddenArguments: hidden = "",
}: Action): readonly ArgumentDeclaration[] {
  return [...`${shown} ${hidden}`.matchAll(/([<[])([^<[>\].]+)(\.\.\.)?[>\]]/g)].map(
    ([, bracket, name = "", many]) => ({
      name,
      isRequired: bracket === "<",
      isRepeatable: many !== undefined,
    }),
  );
}

/** An action with the words that lead to it. */
export interface FoundAction {
  readonly action: Action;
  readonly path: readonly string[];
  /** The other words and options. */
  readonly rest: readonly string[];
  /** A word that is in the place of an action and names none; null if there is none. */
  readonly unknown: string | null;
}

/**
 * Finds the action that words name. Options may precede its name. Without a name, the first action is the default.
 * @param path the words so far, which are the command's name
 */
export function findAction(action: Action, words: readonly string[], path: readonly string[]): FoundAction {
  const { actions, formerActions = {} } = action;
  if (actions === undefined) return { action, path, rest: words, unknown: null };
  const nameOf = (word: string) => (Object.hasOwn(formerActions, word) ? (formerActions[word] ?? word) : word);
  const isKnown = (word: string) => Object.hasOwn(actions, nameOf(word));
  const startsWithWord = words[0] !== undefined && !words[0].startsWith("-");
  const at = startsWithWord ? 0 : words.findIndex(isKnown);
  const isHelp = words.includes("--help") || words.includes("-h");
  const isDefault = !isHelp && words.every((word, index) => word.startsWith("-") || isOptionValue(words, index));
  if (isDefault && at === -1) {
    const [name = ""] = Object.keys(actions);
    const nested = actions[name];
    if (nested !== undefined) return findAction(nested, words, [...path, name]);
  }
  const word = words[at];
  if (word === undefined)
    return { action, path, rest: words, unknown: words.find((each) => !each.startsWith("-")) ?? null };
  if (!isKnown(word)) return { action, path, rest: words, unknown: word };
  const nested = actions[nameOf(word)];
  if (nested === undefined) return { action, path, rest: words, unknown: word };
  return findAction(nested, words.toSpliced(at, 1), [...path, nameOf(word)]);
}

/** Whether a word can be the value of a common option before it: `--color never`. */
function isOptionValue(words: readonly string[], index: number): boolean {
  return words[index - 1] === "--color";
}
