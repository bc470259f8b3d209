/** A language there are words in, as a BCP 47 tag. */
export type Language = "en" | "zh-CN";

/** What the owner chose: one of them, or whichever of the system's there are words in. */
export type LanguageChoice = Language | "system";

/**
 * The language that a choice means; of the system's languages the first there are words in, else English.
 * @param preferred the system's, as BCP 47 tags, the dearest first
 */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== "system") return choice;
  for (const tag of preferred) {
    const { language, script } = localeOf(tag) ?? {};
    if (language === "zh" && script === "Hans") return "zh-CN";
    if (language === "en") return "en";
  }
  return "en";
}

/** Null for what is no tag: a POSIX system may name its language `C`. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}
