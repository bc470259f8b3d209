const TAG = /<\s{0,8}(\/?)\s{0,8}private(?:\s{1,8}[\w-]{1,40}\s{0,8}=[^<>]{0,200})?\s{0,8}>/gi;

/**
 * Finds the parts between `<private>` and `</private>`, with the tags: [start, end) in UTF-16 units, sorted. Nested
 * parts belong to the outer one, and an unclosed part extends to the end of the text.
 */
export function privatePartsIn(text: string): { readonly start: number; readonly end: number }[] {
  const parts: { start: number; end: number }[] = [];
  if (!text.includes("<")) return parts;
  let depth = 0;
  let start = 0;
  for (const match of text.matchAll(TAG)) {
    const isClosing = match[1] === "/";
    if (depth === 0) start = match.index;
    depth = isClosing ? Math.max(0, depth - 1) : depth + 1;
    if (depth === 0) parts.push({ start, end: match.index + match[0].length });
  }
  if (depth > 0) parts.push({ start, end: text.length });
  return parts;
}
