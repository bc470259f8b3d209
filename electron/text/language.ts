/** The languages of the window, as BCP 47 tags. */
const LANGUAGES = ["en", "zh-CN"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The owner's choice of language; `system` follows the operating system. */
export const LANGUAGE_CHOICES = ["system", ...LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/**
 * The language for a choice. For `system` it is the first supported one of the system's languages, else English.
 * @param preferred the system's languages as BCP 47 tags, most preferred first
 */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== "system") return choice;
  for (const tag of preferred) {
    // The usual case, without the tables of `Intl`.
    if (tag === "en" || tag.startsWith("en-")) return "en";
    const { language, script } = parseLocale(tag) ?? {};
    if (language === "zh" && script === "Hans") return "zh-CN";
    if (language === "en") return "en";
  }
  return "en";
}

/** Null for an invalid tag: a POSIX system may name its language `C`. */
function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}
