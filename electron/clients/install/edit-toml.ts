import { parse } from "smol-toml";
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { type EntryPlace, SERVER_NAME } from "../connect/client.ts";
import { writeTomlTable } from "../connect/write-text.ts";
import type { EntryEditor } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, lineEndOf, nextLine, placeAt, positionOf } from "./text-edits.ts";

/** TOML. Whole tables are added, replaced and removed; no other line is touched. */
export const tomlEditor: EntryEditor = {
  parse(text) {
    partsOf(text);
    try {
      return parse(text);
    } catch (error) {
      throw refuse("The file is not valid TOML.", { reason: "file_invalid", format: "TOML" }, error);
    }
  },
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const table = writeTomlTable([place.container, SERVER_NAME], entry).replaceAll("\n", eol);
    const [first, ...others] = ourParts(text, place);
    if (first === undefined || first.type === "TOMLKeyValue") {
      const kept = first === undefined ? text : removeLines(text, [first, ...others]);
      const gap = kept.trim() === "" ? "" : kept.endsWith("\n") ? eol : eol + eol;
      return `${kept}${gap}${table}`;
    }
    const [start, end] = first.range;
    return removeLines(text, others, [{ start, end, text: table.slice(0, -eol.length) }]);
  },
  take: (text, place) => removeLines(text, ourParts(text, place)),
};

type Part = AST.TOMLKeyValue | AST.TOMLTable;

function partsOf(text: string): readonly Part[] {
  try {
    return parseTOML(text).body[0].body;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw refuse(
      `The file is not valid TOML at line ${error.lineNumber}, column ${error.column + 1}: ${error.message}.`,
      { reason: "file_invalid", format: "TOML", line: error.lineNumber, column: error.column + 1 },
    );
  }
}

/** Tables, and keys with a value, that hold nothing but our entry. */
function ourParts(text: string, { container }: EntryPlace): Part[] {
  const isOurs = (path: readonly (string | number)[]) => path[0] === container && path[1] === SERVER_NAME;
  return partsOf(text).flatMap((part): Part[] => {
    const path = part.type === "TOMLTable" ? part.resolvedKey : keysOf(part.key);
    if (isOurs(path)) return [part];
    if (part.type === "TOMLKeyValue") {
      if (path.length === 1 && path[0] === container) throw notATable(text, container, part);
      return [];
    }
    return part.body.filter((member) => isOurs([...path, ...keysOf(member.key)]));
  });
}

function notATable(text: string, container: string, part: Part) {
  return refuse(
    `"${container}" is written as one value at ${positionOf(text, part.range[0])}; a table cannot be added to it.`,
    { reason: "file_unfit", ...placeAt(text, part.range[0]) },
  );
}

function keysOf(key: AST.TOMLKey): string[] {
  return key.keys.map((each) => (each.type === "TOMLBare" ? each.name : each.value));
}

/** Takes out whole lines; one blank line goes too where there would be two, or one at the end. */
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
