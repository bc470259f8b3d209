import type { TextQuery, TextTerm } from "../core/search.ts";

/** A query as an FTS5 MATCH expression; null for an empty query. */
export function toMatchExpression({ any, all }: TextQuery): string | null {
  const parts = all.map(toPhrase);
  if (any.length > 0) parts.push(`(${any.map(toPhrase).join(" OR ")})`);
  return parts.length === 0 ? null : parts.join(" AND ");
}

/** A term as a part of such an expression. */
export function toPhrase(term: TextTerm): string {
  if (term.kind === "phrase") return quote(term.tokens.join(" "));
  return term.kind === "prefix" ? `${quote(term.token)}*` : quote(term.token);
}

/**
 * Quotes a token, so that it is never an operator (sqlite.org/fts5.html, section 3.1). A NUL would end the expression.
 */
function quote(text: string): string {
  return `"${text.replaceAll("\0", " ").replaceAll('"', '""')}"`;
}
