/** Latin letters by the letters of other alphabets that look the same in lower case (Unicode TR 39, confusables). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: "аαɑᴀꭺ",
  b: "вьβʙ",
  c: "сςσᴄꮯ¢",
  d: "đԁɗᴅꭰ",
  e: "еεҽєᴇꭼ",
  f: "ƒꜰ",
  g: "ɡցԍɢ",
  h: "һнհʜ",
  j: "јϳᴊꭻ",
  k: "кκᴋ",
  l: "іιıɩіӏɪʟ|ǀłיℓ",
  m: "мᴍ",
  n: "ոηпɴ",
  o: "оοօөᴏø",
  p: "рρᴘ",
  q: "ԛզ",
  r: "гʀꭱ",
  s: "ѕꜱꮪ",
  t: "тτᴛ",
  u: "սυцᴜ",
  v: "ѵνᴠ",
  w: "ԝωѡᴡ",
  x: "хχ",
  y: "уγʏүყ",
  z: "ᴢꮓ",
};
const LATIN = new Map(Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((one) => [one, latin])));

/** A word with Latin letters and letters of an alphabet that has look-alikes of them. */
const MIXED_WORD =
  /(?<!\p{L})(?=\p{L}{0,40}?[A-Za-z])(?=[A-Za-z]{0,40}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])\p{L}{1,80}/gu;
const HAS_OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;

/** Writes words of mixed alphabets with Latin letters: they look like one word, and are another for a program. */
export function withLatinLetters(text: string): string {
  if (!HAS_OTHER_ALPHABET.test(text)) return text;
  return text.replace(MIXED_WORD, (word) =>
    [...word].map((letter) => LATIN.get(letter.toLowerCase()) ?? letter).join(""),
  );
}

/**
 * Returns a key that is equal for names that a person or a model takes for the same: it has no case, no separators, no
 * accents and no invisible characters, and one letter for characters that look the same, such as `l`, `I` and `1`.
 */
export function nameKey(name: string): string {
  const letters = name.normalize("NFKD").toLowerCase().normalize("NFKD");
  return [...letters]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[i1]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
