import { parse, TomlError } from "smol-toml";
import type { EntryPlace } from "../client.ts";
import { writeToml } from "../write-text.ts";
import { type EntryEditor, entryName } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, lineEndOf, lineStart, nextLine, positionOf } from "./text-edits.ts";
import { type TomlStatement, tomlStatements } from "./toml-statements.ts";

/** TOML. Adds, replaces and removes complete tables; every other line stays. */
export const tomlEditor: EntryEditor = {
  parse(text) {
    try {
      return parse(text, { integersAsBigInt: "asNeeded" });
    } catch (error) {
      if (!(error instanceof TomlError)) throw refuse("file_invalid", { format: "TOML" }, error);
      const { line, column, message } = error;
      const problem = message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "");
      throw refuse("file_invalid", { format: "TOML", problem, line, column }, error);
    }
  },
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const table = writeToml({ [place.container]: { [entryName(place)]: entry } }).replaceAll("\n", eol);
    const [first, ...others] = ourParts(text, place);
    if (first === undefined || first.kind === "pair") {
      const rest = first === undefined ? text : removeLines(text, [first, ...others]);
      const gap = rest.trim() === "" ? "" : rest.endsWith("\n") ? eol : eol + eol;
      return `${rest}${gap}${table}`;
    }
    const { start, end } = first;
    return removeLines(text, others, [{ start, end, text: table.slice(0, -eol.length) }]);
  },
  remove: (text, place) => removeLines(text, ourParts(text, place)),
};

/** A key with its value, or a table with its members. */
interface Part extends Pick<TomlStatement, "kind" | "start" | "end"> {}

/** The tables and key-value pairs that contain only our entry. */
function ourParts(text: string, place: EntryPlace): Part[] {
  tomlEditor.parse(text);
  const { container } = place;
  const isOurs = (path: readonly string[]) => path[0] === container && path[1] === entryName(place);
  const parts: { kind: Part["kind"]; start: number; end: number }[] = [];
  let table: readonly string[] = [];
  /** Our table, while its members are read. */
  let open: (typeof parts)[number] | null = null;
  for (const { kind, keys, start, end } of tomlStatements(text)) {
    if (kind === "pair") {
      if (open !== null) open.end = end;
      else if (isOurs([...table, ...keys])) parts.push({ kind, start, end });
      else if (table.length === 0 && keys.length === 1 && keys[0] === container) {
        throw refuse("container_inline", { container, ...positionOf(text, start) });
      }
      continue;
    }
    if (kind === "array-table" && keys.length === 1 && keys[0] === container) {
      throw refuse("container_unfit", { container, form: place.form, ...positionOf(text, start) });
    }
    table = keys;
    open = isOurs(keys) ? { kind, start, end } : null;
    if (open !== null) parts.push(open);
  }
  return parts;
}

/** Removes complete lines, and a blank line where two would be adjacent or one would end the file. */
function removeLines(text: string, parts: readonly Part[], others: Parameters<typeof applySplices>[1] = []): string {
  const splices = parts.map((part) => {
    const start = lineStart(text, part.start);
    const end = nextLine(text, part.end);
    const blankBefore = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0;
    const blankAfter = /^\r?\n/.test(text.slice(end)) || end === text.length;
    return { start: blankAfter ? start - blankBefore : start, end, text: "" };
  });
  return applySplices(text, [...splices, ...others]);
}
