import { CONTEXT_FORMS } from "./context-forms.ts";
import { createRandom, DIGITS, HEX, LOWER, UPPER, WORD } from "./random.ts";
import { TOKEN_FORMS } from "./token-forms.ts";
import { WRITTEN_FORMS } from "./written-forms.ts";

/** A text with a secret in it, made from a form. */
export interface FormSample {
  readonly form: string;
  readonly secret: string;
  readonly text: string;
}

/**
 * The forms, one a line. The secret is between `«` and `»`, and random parts are in braces: a kind and a length, such as
 * `{w36}`; `§` is a dollar sign. Kinds: `w` letters and digits, `u` the same with `_-`, `b` Base64, `h` hexadecimal, `H` in upper case, `d` digits,
 * `U` upper case and digits, `l` lower case and digits, `i` a UUID, `p` a password that a person chose, `s` one without signs.
 */
export const FORMS: readonly string[] = [TOKEN_FORMS, CONTEXT_FORMS, WRITTEN_FORMS].flatMap((forms) =>
  forms.split("\n").filter((line) => line.includes("«")),
);

const ALPHABETS: Readonly<Record<string, string>> = {
  w: WORD,
  u: `${WORD}_-`,
  b: `${WORD}+/`,
  h: HEX,
  H: HEX.toUpperCase(),
  d: DIGITS,
  U: UPPER + DIGITS,
  l: LOWER + DIGITS,
  t: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
};

type Random = ReturnType<typeof createRandom>;

/** Replaces the random parts of a form. `\n` and `\t` in it are a line end and a tab, and `§` a dollar sign. */
export function fillForm(form: string, random: Random): string {
  return form
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t")
    .replaceAll("§", "$")
    .replace(/\{([wubhHdUltips])(\d*)\}/g, (_match, kind: string, length: string) =>
      partOf(kind, Number(length), random),
    );
}

function partOf(kind: string, length: number, { text }: Random): string {
  const hex = (size: number) => text(HEX, size);
  if (kind === "i") return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  if (kind === "s") return `${text(WORD, 12)}${text(DIGITS, 1)}${text(LOWER, 1)}`;
  if (kind === "p") return `${text(WORD, 6)}${text("!#%+-", 1)}${text(WORD, 4)}${text(DIGITS, 1)}${text(LOWER, 1)}`;
  return text(ALPHABETS[kind] ?? WORD, length);
}

/** Makes one sample of each form. */
export function samplesOf(seed: number): FormSample[] {
  const random = createRandom(seed * 7919 + 1);
  return FORMS.map((form) => {
    const [before = "", secret = "", after = ""] = fillForm(form, random).split(/[«»]/);
    return { form, secret, text: before + secret + after };
  });
}

/** Whether six consecutive characters of a secret are in a text. */
export function survives(secret: string, text: string): boolean {
  for (let index = 0; index + 6 <= secret.length; index += 1) {
    if (text.includes(secret.slice(index, index + 6))) return true;
  }
  return false;
}
