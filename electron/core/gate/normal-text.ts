import { type CleanText, cleanText } from "../hidden-characters.ts";

const PLAIN = /^[\t\n\u0020-\u007e]*$/;

/**
 * Returns a text in the form in which it is stored: lone surrogates, which UTF-8 cannot encode, become U+FFFD; every line
 * end is a line feed; characters that no note needs are removed; the rest is in Unicode's form NFC. Texts that differ
 * only in these are equal afterwards.
 */
export function normalText(given: string): CleanText {
  if (PLAIN.test(given)) return { text: given, removed: 0 };
  const { text, removed } = cleanText(given.toWellFormed());
  return { text: text.replaceAll("\r\n", "\n").normalize("NFC"), removed };
}
