import { common, createLowlight } from "lowlight";

/** Loaded when the first code with a language is shown: grammars are a large part of what this window is made of. */
const lowlight = createLowlight(common);

/** Texts and spans with classes, nested. */
export type CodeTree = ReturnType<typeof lowlight.highlight>["children"];

/** Code as a tree of spans with `hljs-…` classes; null where the language is not known. */
export function highlightCode(code: string, language: string): CodeTree | null {
  return lowlight.registered(language) ? lowlight.highlight(language, code).children : null;
}
