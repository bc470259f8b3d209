/** A part of a configuration; a secret part is masked until it is revealed. */
export interface SnippetPart {
  readonly text: string;
  readonly secret: boolean;
}

/** Shown instead of a secret, always with the same length. */
export const MASK = "••••••••••••";

/** JSON web tokens (RFC 7519: three base64url parts), and other bearer tokens that are not a variable. */
const TOKEN = /(?<![\w-])eyJ[\w-]{4,}\.[\w-]+\.[\w-]+|(?<=Bearer )(?![$"'<{])[\w.~+/-]{12,}=*/g;

/** Splits a configuration into public and secret parts, which joined are the configuration. */
export function splitSecrets(text: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) {
      parts.push({ text: text.slice(end, match.index), secret: false });
    }
    parts.push({ text: match[0], secret: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    parts.push({ text: text.slice(end), secret: false });
  }
  return parts;
}
