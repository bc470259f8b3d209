import { type Language, type LanguageChoice, languageOf } from "../../electron/core/language.ts";
import { readStored, writeStored } from "../data/use-stored.ts";
import { en, type Text } from "./en.ts";

const STORED = "language";

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
