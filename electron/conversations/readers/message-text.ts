/** Joins the texts of a message's parts, each a paragraph of its own. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}
