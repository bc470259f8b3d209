/** A part of a configuration: shown as it is, or a secret that is masked until it is revealed. */
export interface SnippetPart {
  readonly text: string;
  readonly secret: boolean;
}

/** What is shown in place of a secret: always as long, so that it tells nothing. */
export const MASK = "••••••••••••";

/** JSON web tokens (RFC 7519, three base64url parts), wherever they stand. */
const TOKEN = /eyJ[\w-]{4,}\.[\w-]+\.[\w-]+|(?<=Bearer )(?![$"'<{])[\w.~+/-]{12,}=*/g;

/** Cuts a configuration into what may be seen and what is secret; joined again it is the configuration. */
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
