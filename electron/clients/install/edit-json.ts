import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Entry, type EntryPlace, SERVER_NAME } from "../connect/client.ts";
import type { Value } from "../connect/write-text.ts";
import { type EntryEditor, itemMark } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, indentationAt, lineEnd, lineEndOf, placeAt, positionOf, type Splice } from "./text-edits.ts";

/** JSON with comments and trailing commas. Edits are splices beside what is there; nothing is printed anew. */
export const jsonEditor: EntryEditor = {
  parse(text) {
    const root = parseRoot(text);
    return root === null ? {} : getNodeValue(root);
  },
  put(text, place, entry) {
    const root = parseRoot(text);
    const eol = lineEndOf(text);
    const style = { eol, unit: indentationUnit(text, root) };
    if (root === null) {
      const gap = text === "" || text.endsWith("\n") ? "" : eol;
      return `${text}${gap}${print({ [place.container]: newContainer(place, entry) }, style, "")}${eol}`;
    }
    const container = memberOf(text, root, place.container);
    if (container === null) return insert(text, root, place.container, newContainer(place, entry), style);
    const servers = serversOf(text, container, place);
    const ours = ourMember(text, servers, place);
    if (ours === null) return insert(text, servers, place.form === "list" ? null : SERVER_NAME, entry, style);
    const value = ours.type === "property" ? (ours.children?.[1] ?? ours) : ours;
    const inline = lineEnd(text, value.offset) >= endOf(value);
    const printed =
      inline && isInline(text, servers) ? JSON.stringify(entry) : print(entry, style, indentationAt(text, ours.offset));
    return applySplices(text, [{ start: value.offset, end: endOf(value), text: printed }]);
  },
  take(text, place, alsoContainer) {
    const root = parseRoot(text);
    const container = memberOf(text, root, place.container);
    if (container === null) return text;
    const servers = serversOf(text, container, place);
    const without = remove(text, servers, ourMember(text, servers, place));
    const rest = parseRoot(without);
    const left = memberOf(without, rest, place.container);
    const isEmpty = left?.children?.[1]?.children?.length === 0;
    return alsoContainer && isEmpty && rest !== null ? remove(without, rest, left) : without;
  },
};

function newContainer({ form }: EntryPlace, entry: Entry): Value {
  return form === "list" ? [entry] : { [SERVER_NAME]: entry };
}

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** The tree; null for a text without any value. */
function parseRoot(text: string): Node | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    throw refuse(
      `The file is not valid JSON at ${positionOf(text, error.offset)} (${printParseErrorCode(error.error)}).`,
      { reason: "file_invalid", format: "JSON", ...placeAt(text, error.offset) },
    );
  }
  if (root === undefined) return null;
  if (root.type !== "object") throw refuse("The file does not hold a JSON object.", { reason: "file_unfit" });
  return root;
}

/** A property of an object. Twice the same key is refused: programs differ in which one counts. */
function memberOf(text: string, object: Node | null, key: string): Node | null {
  const members = (object?.children ?? []).filter((property) => property.children?.[0]?.value === key);
  const [first, second] = members;
  if (second !== undefined) {
    throw refuse(`The file has "${key}" twice, again at ${positionOf(text, second.offset)}.`, {
      reason: "file_key_twice",
      key,
      ...placeAt(text, second.offset),
    });
  }
  return first ?? null;
}

function serversOf(text: string, property: Node, { container, form }: EntryPlace): Node {
  const value = property.children?.[1];
  if (value?.type === (form === "list" ? "array" : "object")) return value;
  const wanted = form === "list" ? "a list" : "an object";
  throw refuse(`"${container}" is not ${wanted} at ${positionOf(text, property.offset)}.`, {
    reason: "file_unfit",
    ...placeAt(text, property.offset),
  });
}

/** Our member of an object, or our item of a list. */
function ourMember(text: string, servers: Node, place: EntryPlace): Node | null {
  if (place.form === "map") return memberOf(text, servers, SERVER_NAME);
  const { key, value } = itemMark(place);
  const isOurs = (item: Node) => item.type === "object" && memberOf(text, item, key)?.children?.[1]?.value === value;
  const [first, second] = (servers.children ?? []).filter(isOurs);
  if (second !== undefined) {
    throw refuse(`The file has "${value}" twice, again at ${positionOf(text, second.offset)}.`, {
      reason: "file_key_twice",
      key: value,
      ...placeAt(text, second.offset),
    });
  }
  return first ?? null;
}

/**
 * The text with one more member at the end of an object or list.
 * @param key null for an item of a list
 */
function insert(text: string, object: Node, key: string | null, value: Value, style: Style): string {
  const { eol } = style;
  const label = key === null ? "" : `${JSON.stringify(key)}: `;
  const last = object.children?.at(-1);
  const end = endOf(object) - 1;
  if (last === undefined) {
    const outer = indentationAt(text, object.offset);
    const indent = outer + style.unit;
    const member = `${indent}${label}${print(value, style, indent)}`;
    const inside = text.slice(object.offset + 1, end);
    const kept = inside.trimEnd();
    const start = object.offset + 1 + kept.length;
    if (text.slice(start, end).includes("\n"))
      return applySplices(text, [{ start, end: start, text: `${eol}${member}` }]);
    return applySplices(text, [{ start, end, text: `${eol}${member}${eol}${outer}` }]);
  }
  const { comma, after } = afterLast(text, endOf(last), end);
  const inline = isInline(text, object);
  const indent = inline ? "" : indentationAt(text, last.offset);
  const printed = inline ? JSON.stringify(value) : print(value, style, indent);
  const member = `${inline ? " " : `${eol}${indent}`}${label}${printed}`;
  const splices: Splice[] =
    comma === null
      ? [
          { start: endOf(last), end: endOf(last), text: "," },
          { start: after, end: after, text: member },
        ]
      : [{ start: after, end: after, text: `${member},` }];
  const [first, second] = splices;
  if (first !== undefined && second !== undefined && first.start === second.start) {
    return applySplices(text, [{ ...first, text: first.text + second.text }]);
  }
  return applySplices(text, splices);
}

/** What follows the last member: a trailing comma, and where comments on its own line end. */
function afterLast(text: string, start: number, end: number): { comma: number | null; after: number } {
  let comma: number | null = null;
  let after = start;
  for (const token of tokensIn(text, start, end)) {
    if (token.isComma) {
      comma = token.start;
      after = Math.max(after, token.end);
    } else if (!text.slice(after, token.start).includes("\n")) after = token.end;
  }
  return { comma, after };
}

/**
 * The text without a member of an object or list. A comma goes with it, and the white space before it unless something
 * follows on its line.
 */
function remove(text: string, object: Node, member: Node | null): string {
  if (member === null) return text;
  const members = object.children ?? [];
  const previous = members[members.indexOf(member) - 1];
  const end = endOf(object) - 1;
  const next = tokensIn(text, endOf(member), end).find(({ isComma }) => isComma);
  const stop = next?.end ?? endOf(member);
  const splices: Splice[] = [{ ...aroundMember(text, object.offset + 1, member.offset, stop, end), text: "" }];
  if (next === undefined && previous !== undefined) {
    const comma = tokensIn(text, endOf(previous), member.offset).find(({ isComma }) => isComma);
    const [removal] = splices;
    if (comma !== undefined && removal !== undefined && comma.start < removal.start) {
      splices.push({ start: comma.start, end: comma.end, text: "" });
    }
  }
  const result = applySplices(text, splices);
  if (members.length > 1) return result;
  // What is left between the braces goes too, unless it is a comment.
  const inside = text.slice(object.offset + 1, member.offset) + text.slice(stop, end);
  if (inside.trim() !== "") return result;
  return applySplices(text, [{ start: object.offset + 1, end, text: "" }]);
}

/** The range of a member with white space: before it where nothing else stands after it on its line, else after it. */
function aroundMember(text: string, from: number, start: number, stop: number, end: number): Omit<Splice, "text"> {
  const before = text.slice(from, start);
  const blank = before.length - before.trimEnd().length;
  const rest = text.slice(stop, Math.min(lineEnd(text, stop), end));
  const closes = lineEnd(text, stop) > end && !text.slice(start - blank, start).includes("\n");
  if (rest.trim() === "" && (closes || lineEnd(text, stop) <= end)) return { start: start - blank, end: stop };
  return { start, end: stop + (rest.length - rest.trimStart().length) };
}

interface Token {
  readonly isComma: boolean;
  readonly start: number;
  readonly end: number;
}

/** Commas and comments, which alone stand between an object's members. */
function tokensIn(text: string, start: number, end: number): Token[] {
  const between = /,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
  return [...text.slice(start, end).matchAll(between)].map(({ 0: token, index }) => ({
    isComma: token === ",",
    start: start + index,
    end: start + index + token.length,
  }));
}

/** Whether an object with members stands on one line. */
function isInline(text: string, object: Node): boolean {
  return !text.slice(object.offset, endOf(object)).includes("\n");
}

function print(value: Value, { eol, unit }: Style, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

/** One step of indentation as the file shows it: that of its first member; two spaces where it shows none. */
function indentationUnit(text: string, root: Node | null): string {
  const first = root?.children?.[0];
  if (root === null || first === undefined || !text.slice(root.offset, first.offset).includes("\n")) return "  ";
  const unit = indentationAt(text, first.offset).slice(indentationAt(text, root.offset).length);
  return unit === "" ? "  " : unit;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
