import { CHINESE_ERROR_WORDS } from "./chinese-error-words.ts";
import type { ErrorWords, ToldError } from "./told-error.ts";

/**
 * The words of a failure in a language. Errors speak English wherever they arise; those that an owner meets carry
 * `details.reason`, and by it they are told in other languages too. What has no reason is told as it came.
 * @param language a BCP 47 tag
 */
export function errorWords(error: ToldError, language: string): ErrorWords {
  const { message, hint, details = {} } = error;
  const words = language === "zh-CN" ? CHINESE_ERROR_WORDS[String(details.reason)] : undefined;
  return words?.(details) ?? { message, ...(hint === undefined ? {} : { hint }) };
}
