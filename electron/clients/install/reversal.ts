/** One change of a text, kept so that it can be taken back to the byte: `was` became `is`. */
export interface Reversal {
  readonly was: string;
  readonly is: string;
}

/** The smallest stretch in which two texts differ. */
export function reversalOf(before: string, after: string): Reversal {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { was: before.slice(head, before.length - tail), is: after.slice(head, after.length - tail) };
}

/** The text with the change taken back; null where it does not stand there, once, as it was made. */
export function reverse(text: string, { was, is }: Reversal): string | null {
  const at = is === "" ? -1 : text.indexOf(is);
  if (at < 0 || text.indexOf(is, at + 1) >= 0) return null;
  return text.slice(0, at) + was + text.slice(at + is.length);
}
