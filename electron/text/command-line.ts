import { commandText } from "./en/command-line.ts";
import type { commandHelp } from "./en/command-line-help.ts";
import { type LanguageChoice, languageOf } from "./language.ts";

/** The words of the command line; another language is an object of this type. */
export type CommandText = typeof commandText;

/** The help of the command line; another language is an object of this type. */
export type CommandHelp = typeof commandHelp;
/** A command, as the help lists it. */
export type CommandName = keyof CommandHelp["commands"];

/**
 * Returns the words of the command line for a choice of language.
 * @param preferred the system's languages as BCP 47 tags, preferred first
 */
export async function loadCommandText(choice: LanguageChoice, preferred: readonly string[]): Promise<CommandText> {
  if (languageOf(choice, preferred) === "en") return commandText;
  return (await import("./zh/command-line.ts")).commandText;
}

/** Returns the help of the command line, which most commands do not need. @param preferred as in {@link loadCommandText} */
export async function loadCommandHelp(choice: LanguageChoice, preferred: readonly string[]): Promise<CommandHelp> {
  if (languageOf(choice, preferred) === "en") return (await import("./en/command-line-help.ts")).commandHelp;
  return (await import("./zh/command-line-help.ts")).commandHelp;
}
