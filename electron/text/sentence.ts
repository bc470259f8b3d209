/** A sentence in the words of a language, with parts that the reader can follow, such as a memory. */
export type Sentence<Part> = readonly (string | Part)[];

/** A template of a sentence: its words and its parts in the order of the language. */
export function sentence<Part>(words: TemplateStringsArray, ...parts: readonly (string | Part)[]): Sentence<Part> {
  return words.flatMap((word, index): (string | Part)[] => {
    const part = parts[index];
    return [...(word === "" ? [] : [word]), ...(part === undefined ? [] : [part])];
  });
}
