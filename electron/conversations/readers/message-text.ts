import { objectOf, textOf } from "../../import/values.ts";

/** Joins the texts of a message's parts, each a paragraph of its own. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The text of a message's content: a text, or a list of blocks, of which blocks of type `text` count. */
export function textOfBlocks(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  return joinTexts(content.map(objectOf).map(({ type, text }) => (type === "text" ? textOf(text) : "")));
}

/** Whether a message calls a tool, by the blocks of its content. */
export function hasToolUse(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => objectOf(block).type === "tool_use");
}
