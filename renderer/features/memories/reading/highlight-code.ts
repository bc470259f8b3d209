import { common, createLowlight } from "lowlight";

/** Imported dynamically with the first code block that has a language: the grammars are a large part of the bundle. */
const lowlight = createLowlight(common);

/** A tree of text and `span` elements with classes. */
export type CodeTree = ReturnType<typeof lowlight.highlight>["children"];

/** Highlights code with `hljs-…` classes; null if the language is not known. */
export function highlightCode(code: string, language: string): CodeTree | null {
  return lowlight.registered(language) ? lowlight.highlight(language, code).children : null;
}
