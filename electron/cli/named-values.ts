import { text as readText } from "node:stream/consumers";
import type { CommandText } from "../text/command-line.ts";
import { type CommandContext, UsageError } from "./command.ts";

/**
 * Reads the values of secrets from variables of this command, or lines `NAME=VALUE` of standard input.
 * @throws UsageError if a secret has no value
 */
export async function readSecrets(
  names: readonly string[],
  { env, stdin, text }: Pick<CommandContext, "env" | "stdin" | "text">,
  isTerminal: boolean,
): Promise<Record<string, string>> {
  const missing = names.some((name) => env[name] === undefined);
  const lines = missing && !isTerminal ? (await readText(stdin)).split(/\r?\n/).filter(Boolean) : [];
  const given = pairs(lines, "secret", text);
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name] ?? given[name];
      if (value === undefined) throw new UsageError(text.usage.secretMissing(name));
      return [name, value];
    }),
  );
}

/** Splits texts of the form `NAME=VALUE`. @throws UsageError for any other text, which names the option */
export function pairs(texts: readonly string[], option: string, { usage }: CommandText): Record<string, string> {
  return Object.fromEntries(
    texts.map((given) => {
      const end = given.indexOf("=");
      if (end < 1) throw new UsageError(usage.nameValue(option));
      return [given.slice(0, end), given.slice(end + 1)];
    }),
  );
}
