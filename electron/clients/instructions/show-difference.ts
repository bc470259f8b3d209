/** Unchanged lines shown around a change. */
const CONTEXT = 3;

/**
 * The exact difference of two texts as one hunk in unified form (POSIX diff -u, without the names of files); "" where
 * they are the same. A change of ours is one passage, or a few close together, so everything between the first and the
 * last changed line is shown.
 */
export function showDifference(before: string, after: string): string {
  if (before === after) return "";
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const kept = Math.min(tail, CONTEXT);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const range = (lines: readonly string[]) => {
    const count = lines.length - tail + kept - from;
    return `${count === 0 ? from : from + 1},${count}`;
  };
  return [
    `@@ -${range(old)} +${range(now)} @@\n`,
    ...old.slice(from, head).map((line) => mark(" ", line)),
    ...removed.map((line) => mark("-", line)),
    ...added.map((line) => mark("+", line)),
    ...old.slice(old.length - tail, old.length - tail + kept).map((line) => mark(" ", line)),
  ].join("");
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function mark(sign: string, line: string): string {
  return line.endsWith("\n") ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
