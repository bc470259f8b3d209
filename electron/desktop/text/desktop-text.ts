import { type LanguageChoice, languageOf } from "../../core/language.ts";
import { type DesktopText, en } from "./en.ts";
import { zh } from "./zh.ts";

/** The words for a choice of language. @param preferred the system's languages, the dearest first */
export function desktopText(choice: LanguageChoice, preferred: readonly string[]): DesktopText {
  return languageOf(choice, preferred) === "zh-CN" ? zh : en;
}
