/** A part of a Markdown file under a heading of the first or second level. */
export interface Section {
  /** The text of the heading; "" for the text before the first one. Repeated headings are numbered. */
  readonly heading: string;
  readonly level: number;
  /** Without the heading, trimmed. */
  readonly body: string;
}

const HEADING = /^(#{1,2})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Divides Markdown at its headings of the first two levels. Headings in code blocks do not count. */
export function splitSections(text: string): readonly Section[] {
  const found: { heading: string; level: number; lines: string[] }[] = [{ heading: "", level: 0, lines: [] }];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    const [, marks, heading] = fence === "" ? (HEADING.exec(line) ?? []) : [];
    if (marks === undefined || heading === undefined) found.at(-1)?.lines.push(line);
    else found.push({ heading: withoutClosingMarks(heading.trimEnd()), level: marks.length, lines: [] });
  }
  const headings = numberRepeated(found.map(({ heading }) => heading));
  return found.map(({ level, lines }, index) => {
    return { heading: headings[index] ?? "", level, body: lines.join("\n").trim() };
  });
}

/** `## Title ##` is `Title`. A pattern would need quadratic time for a long line. */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end -= 1;
  return /[ \t]/.test(heading[end - 1] ?? "") ? heading.slice(0, end).trimEnd() : heading;
}

/** The names in the same order, made unique by a number after repeated ones. */
export function numberRepeated(names: readonly string[]): string[] {
  const used = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    if (count > 1) while (used.has(`${name} (${count})`)) count += 1;
    counts.set(name, count);
    const unique = count === 1 ? name : `${name} (${count})`;
    used.add(unique);
    return unique;
  });
}

/** The section as a text of its own. */
export function sectionText({ heading, level, body }: Section): string {
  return heading === "" ? body : `${"#".repeat(level)} ${heading}\n\n${body}`;
}
