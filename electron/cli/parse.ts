import { parseArgs } from "node:util";
import { similarNames } from "../core/util/similar-names.ts";
import type { CommandText } from "../text/command-line.ts";
import { type Action, type CommandCall, createCall, UsageError } from "./command.ts";
import { argumentsOf, optionsOf } from "./declaration.ts";

/** The forms of a result. Only one can be chosen. */
const FORMS = ["--json", "--jsonl", "--format"];

/** Parses the words and options of an action. @throws UsageError, which names similar options */
export function parseCall(action: Action, args: readonly string[], text: CommandText): CommandCall {
  const { usage } = text;
  const declared = optionsOf(action);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      declared.map(({ name, short, value }) => [
        name,
        { type: value === null ? "boolean" : "string", ...(short === null ? {} : { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean | string[]> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const option = declared.find(({ name }) => name === token.name);
    if (option === undefined)
      throw new UsageError(
        unknownOption(
          token.rawName,
          declared.map(({ name }) => `--${name}`),
          text,
        ),
      );
    const { name, value, isRepeatable } = option;
    if (value === null) {
      if (token.value !== undefined) throw new UsageError(usage.withoutValue(`--${name}`));
      values[name] = true;
      continue;
    }
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith("--"));
    if (isMissing) throw new UsageError(usage.missingValue(`--${name} <${value}>`));
    values[name] = isRepeatable ? [...[values[name] ?? []].flat().map(String), token.value] : token.value;
  }
  const forms = declared
    .filter(({ name, value }) => ["json", "jsonl"].includes(name) || value === "TEMPLATE")
    .flatMap(({ name }) => (values[name] === undefined ? [] : [`--${name}`]))
    .sort((one, other) => FORMS.indexOf(one) - FORMS.indexOf(other));
  if (forms.length > 1) {
    throw new UsageError(usage.onlyOne(forms[0] ?? "", forms[1] ?? ""));
  }
  const places = argumentsOf(action);
  const missing = places.find(({ isRequired }, index) => isRequired && words[index] === undefined);
  if (missing !== undefined) throw new UsageError(usage.missingArgument(missing.name));
  if (words.length > places.length && places.at(-1)?.isRepeatable !== true)
    throw new UsageError(usage.tooManyArguments);
  return createCall(values, words, text);
}

function unknownOption(given: string, known: readonly string[], { usage }: CommandText): string {
  return withSuggestion(usage.unknownOption(given), similarNames(given, known, 2), usage);
}

/** Returns a sentence, followed by "Did you mean …?" if there are similar names. */
export function withSuggestion(sentence: string, similar: readonly string[], usage: CommandText["usage"]): string {
  return similar.length === 0 ? sentence : `${sentence}${usage.gap}${usage.didYouMean(similar)}`;
}
