import { parse } from "smol-toml";
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import type { EntryPlace } from "../client.ts";
import { writeToml } from "../write-text.ts";
import { type EntryEditor, entryName } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, lineEndOf, nextLine, positionOf } from "./text-edits.ts";

/** TOML. Adds, replaces and removes complete tables; every other line stays. */
export const tomlEditor: EntryEditor = {
  parse(text) {
    partsOf(text);
    try {
      return parse(text);
    } catch (error) {
      throw refuse("file_invalid", { format: "TOML" }, error);
    }
  },
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const table = writeToml({ [place.container]: { [entryName(place)]: entry } }).replaceAll("\n", eol);
    const [first, ...others] = ourParts(text, place);
    if (first === undefined || first.type === "TOMLKeyValue") {
      const rest = first === undefined ? text : removeLines(text, [first, ...others]);
      const gap = rest.trim() === "" ? "" : rest.endsWith("\n") ? eol : eol + eol;
      return `${rest}${gap}${table}`;
    }
    const [start, end] = first.range;
    return removeLines(text, others, [{ start, end, text: table.slice(0, -eol.length) }]);
  },
  remove: (text, place) => removeLines(text, ourParts(text, place)),
};

type Part = AST.TOMLKeyValue | AST.TOMLTable;

function partsOf(text: string): readonly Part[] {
  try {
    return parseTOML(text).body[0].body;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, column, message: problem } = error;
    throw refuse("file_invalid", { format: "TOML", problem, line, column: column + 1 });
  }
}

/** The tables and key-value pairs that contain only our entry. */
function ourParts(text: string, place: EntryPlace): Part[] {
  const { container } = place;
  const isOurs = (path: readonly (string | number)[]) => path[0] === container && path[1] === entryName(place);
  return partsOf(text).flatMap((part): Part[] => {
    const path = part.type === "TOMLTable" ? part.resolvedKey : keysOf(part.key);
    if (isOurs(path)) return [part];
    if (part.type === "TOMLKeyValue") {
      if (path.length === 1 && path[0] === container) {
        throw refuse("container_inline", { container, ...positionOf(text, part.range[0]) });
      }
      return [];
    }
    return part.body.filter((member) => isOurs([...path, ...keysOf(member.key)]));
  });
}

function keysOf(key: AST.TOMLKey): string[] {
  return key.keys.map((each) => (each.type === "TOMLBare" ? each.name : each.value));
}

/** Removes complete lines, and a blank line where two would be adjacent or one would end the file. */
function removeLines(text: string, parts: readonly Part[], others: Parameters<typeof applySplices>[1] = []): string {
  const splices = parts.map(({ range }) => {
    const start = text.lastIndexOf("\n", range[0] - 1) + 1;
    const end = nextLine(text, range[1]);
    const blankBefore = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0;
    const blankAfter = /^\r?\n/.test(text.slice(end)) || end === text.length;
    return { start: blankAfter ? start - blankBefore : start, end, text: "" };
  });
  return applySplices(text, [...splices, ...others]);
}
