import { readFileSync } from "node:fs";
import { UsageError } from "./command.ts";

/**
 * The values of secrets: variables of this command, or lines `NAME=VALUE` of standard input.
 * @throws UsageError for one without a value
 */
export function readSecrets(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  isTerminal: boolean,
): Record<string, string> {
  const missing = names.some((name) => env[name] === undefined);
  const lines = missing && !isTerminal ? readFileSync(0, "utf8").split(/\r?\n/).filter(Boolean) : [];
  const given = pairs(lines, "secret");
  return Object.fromEntries(
    names.map((name) => {
      const value = env[name] ?? given[name];
      if (value === undefined) {
        throw new UsageError(
          `--secret ${name} has no value: set the variable ${name}, or pass it on standard input.`,
          "servers",
        );
      }
      return [name, value];
    }),
  );
}

/** Texts of the form `NAME=VALUE`. @throws UsageError with the option for another text */
export function pairs(texts: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const end = text.indexOf("=");
      if (end < 1) throw new UsageError(`--${option} needs NAME=VALUE.`, "servers");
      return [text.slice(0, end), text.slice(end + 1)];
    }),
  );
}
