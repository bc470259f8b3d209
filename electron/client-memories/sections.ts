/** A part of a Markdown file under a heading of the first or second level. */
export interface Section {
  /** The text of the heading; "" for what is before the first one. Repeated headings are numbered. */
  readonly heading: string;
  readonly level: number;
  /** Without the heading, trimmed. */
  readonly body: string;
}

const HEADING = /^(#{1,2})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/;
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
    else found.push({ heading: heading.trim(), level: marks.length, lines: [] });
  }
  const counts = new Map<string, number>();
  return found.map(({ heading, level, lines }) => {
    const count = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, count);
    return { heading: count === 1 ? heading : `${heading} (${count})`, level, body: lines.join("\n").trim() };
  });
}

/** The section as a text of its own. */
export function sectionText({ heading, level, body }: Section): string {
  return heading === "" ? body : `${"#".repeat(level)} ${heading}\n\n${body}`;
}
