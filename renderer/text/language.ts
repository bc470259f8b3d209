import type { Settings } from "../../electron/ipc/contract.ts";
import { readStored, writeStored } from "../data/use-stored.ts";
import { en, type Text } from "./en.ts";

export type LanguageChoice = Settings["language"];
/** A language there are words in, as a BCP 47 tag. */
export type Language = Exclude<LanguageChoice, "system">;

const STORED = "language";

/** The language that a choice means; of the system's languages the first there are words in, else English. */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== "system") return choice;
  for (const tag of preferred) {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === "zh" && script === "Hans") return "zh-CN";
    if (language === "en") return "en";
  }
  return "en";
}

/** The words of a language; those that are not English are fetched when they are first needed. */
export async function loadText(language: Language): Promise<Text> {
  return language === "zh-CN" ? (await import("./zh.ts")).zh : en;
}

/** The words of the last visit's choice, so that the window opens in its language before the settings are known. */
export function loadRememberedText(): Promise<Text> {
  return loadText(languageOf(readStored<LanguageChoice>(STORED, "system"), navigator.languages));
}

/** Keeps a choice for the next visit. */
export function rememberLanguage(choice: LanguageChoice): void {
  writeStored(STORED, choice);
}
