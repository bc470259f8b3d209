import { secretsIn } from "../core/secrets.ts";

/** How much of the text stands around a secret, in characters. */
const AROUND = 48;
const MASK = "••••••";

/**
 * Where a memory holds what looks like a secret: an excerpt with the secret masked; null where it holds none. Words
 * about secrets ("token: rotate daily", `$API_KEY`) are left alone, unlike in the log, which rather hides too much.
 */
export function excerptOfSecret(content: string): string | null {
  for (const { named, start, end } of secretsIn(content)) {
    const value = content.slice(start, end).replace(/^[\\"']+/, "");
    if (named && !looksRandom(value)) continue;
    const before = content.slice(Math.max(0, start - AROUND), start);
    const after = content.slice(end, end + AROUND);
    const lead = before.slice(before.lastIndexOf("\n") + 1).trimStart();
    return `${lead}${MASK}${after.split("\n", 1)[0]?.trimEnd() ?? ""}`;
  }
  return null;
}

/** Whether a named value is one and no word or placeholder: long enough, with a digit, and no reference to elsewhere. */
function looksRandom(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && !/^(?:[$%<{[]|process\.|env\.|os\.|\*|x{3,}|\.{3})/i.test(value);
}
