import { en, type Text } from "./en.ts";
import { type LanguageChoice, languageOf } from "./language.ts";
import { zh } from "./zh.ts";

/**
 * Returns the texts for a choice of language. @param preferred the system's languages as BCP 47 tags, preferred first
 */
export function textFor(choice: LanguageChoice, preferred: readonly string[]): Text {
  return languageOf(choice, preferred) === "zh-CN" ? zh : en;
}
