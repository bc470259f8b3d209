import { commandText } from "./en/command-line.ts";
import { type LanguageChoice, languageOf } from "./language.ts";

/** The words of the command line; another language is an object of this type. */
export type CommandText = typeof commandText;

/**
 * Returns the words of the command line for a choice of language.
 * @param preferred the system's languages as BCP 47 tags, preferred first
 */
export async function loadCommandText(choice: LanguageChoice, preferred: readonly string[]): Promise<CommandText> {
  if (languageOf(choice, preferred) === "en") return commandText;
  return (await import("./zh/command-line.ts")).commandText;
}
