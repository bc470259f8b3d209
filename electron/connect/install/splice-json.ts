// Hand-written, because jsonc-parser's `modify` reformats the lines around an insertion and deletes the comments
// between a removed member and its neighbour: with it 31 of the 749 tests in this folder fail.
import { isDeepStrictEqual } from "node:util";
import { getNodePath, type Node, type ParseError, parse } from "jsonc-parser";
import { isRecord } from "../../core/util/is-record.ts";
import type { Value } from "../write-text.ts";
import { refuse } from "./refusal.ts";
import { applySplices, indentationAt, lineEnd, lineEndOf, type Splice } from "./text-edits.ts";

interface Style {
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;
}

/** The end of a node's text. */
function endOf(node: Node): number {
  return node.offset + node.length;
}

/**
 * Adds a member to the end of an object or list. Every other character stays, including comments and trailing commas.
 * @param key null for an item of a list
 * @throws invalid_argument if something else would change
 */
export function insertMember(text: string, container: Node, key: string | null, value: Value): string {
  return verified(text, insert(text, container, key, value), container, (parent) => {
    if (Array.isArray(parent) && key === null) parent.push(value);
    else if (isRecord(parent) && key !== null) parent[key] = value;
  });
}

function insert(text: string, container: Node, key: string | null, value: Value): string {
  const style = styleOf(text, container);
  const { eol } = style;
  const label = key === null ? "" : `${JSON.stringify(key)}: `;
  const last = container.children?.at(-1);
  const end = endOf(container) - 1;
  if (last === undefined) {
    const outer = indentationAt(text, container.offset);
    const indent = outer + style.unit;
    const member = `${indent}${label}${print(value, style, indent)}`;
    const comments = text.slice(container.offset + 1, end).trimEnd();
    const start = container.offset + 1 + comments.length;
    if (text.slice(start, end).includes("\n")) {
      return applySplices(text, [{ start, end: start, text: `${eol}${member}` }]);
    }
    return applySplices(text, [{ start, end, text: `${eol}${member}${eol}${outer}` }]);
  }
  const { comma, after } = afterLast(text, endOf(last), end);
  const inline = isInline(text, container);
  const indent = inline ? "" : indentationAt(text, last.offset);
  const printed = inline ? JSON.stringify(value) : print(value, style, indent);
  const member = `${inline ? " " : `${eol}${indent}`}${label}${printed}`;
  if (comma !== null) return applySplices(text, [{ start: after, end: after, text: `${member},` }]);
  if (after === endOf(last)) return applySplices(text, [{ start: after, end: after, text: `,${member}` }]);
  return applySplices(text, [
    { start: endOf(last), end: endOf(last), text: "," },
    { start: after, end: after, text: member },
  ]);
}

/** Replaces the value of a member or item. @throws as {@link insertMember} */
export function replaceMember(text: string, container: Node, member: Node, value: Value): string {
  return verified(text, replace(text, container, member, value), container, (parent) => {
    const key = keyOf(container, member);
    if (Array.isArray(parent)) parent[Number(key)] = value;
    else if (isRecord(parent)) parent[key] = value;
  });
}

function replace(text: string, container: Node, member: Node, value: Value): string {
  const node = member.type === "property" ? (member.children?.[1] ?? member) : member;
  const inline = lineEnd(text, node.offset) >= endOf(node) && isInline(text, container);
  const printed = inline
    ? JSON.stringify(value)
    : print(value, styleOf(text, container), indentationAt(text, member.offset));
  return applySplices(text, [{ start: node.offset, end: endOf(node), text: printed }]);
}

/**
 * Removes a member or item with its comma, and the white space before it unless something follows on its line.
 * Comments stay.
 * @throws as {@link insertMember}
 */
export function removeMember(text: string, container: Node, member: Node): string {
  return verified(text, remove(text, container, member), container, (parent) => {
    const key = keyOf(container, member);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (isRecord(parent)) delete parent[key];
  });
}

/** The name of a member, or the position of an item. */
function keyOf(container: Node, member: Node): string {
  return String(member.type === "property" ? member.children?.[0]?.value : container.children?.indexOf(member));
}

/**
 * Returns the changed text if it has no errors and the values that the change makes. A node of another type than expected,
 * or a text with an error, would result in a file which its program refuses.
 * @param change makes the change in the value of the container
 * @throws invalid_argument
 */
function verified(before: string, after: string, container: Node, change: (parent: unknown) => void): string {
  const errors: ParseError[] = [];
  const read = (text: string): unknown =>
    parsePlainJson(text) ?? parse(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true });
  const [expected, actual] = [read(before), read(after)];
  let parent: unknown = expected;
  for (const key of getNodePath(container)) parent = (parent as Record<string | number, unknown> | null)?.[key];
  change(parent);
  if (errors.length > 0 || !isDeepStrictEqual(expected, actual)) throw refuse("file_unsafe", {});
  return after;
}

/** The value of JSON without comments, which takes a fraction of the time; undefined for other texts. */
export function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function remove(text: string, container: Node, member: Node): string {
  const members = container.children ?? [];
  const previous = members[members.indexOf(member) - 1];
  const end = endOf(container) - 1;
  const next = tokensIn(text, endOf(member), end).find(({ isComma }) => isComma);
  const stop = next?.end ?? endOf(member);
  const removal: Splice = { ...aroundMember(text, container.offset + 1, member.offset, stop, end), text: "" };
  const splices = [removal];
  if (next === undefined && previous !== undefined) {
    const comma = tokensIn(text, endOf(previous), member.offset).find(({ isComma }) => isComma);
    if (comma !== undefined && comma.start < removal.start) {
      splices.push({ start: comma.start, end: comma.end, text: "" });
    }
  }
  const result = applySplices(text, splices);
  if (members.length > 1) return result;
  // The white space between the braces is removed too, unless there are comments in it.
  const inside = text.slice(container.offset + 1, member.offset) + text.slice(stop, end);
  if (inside.trim() !== "") return result;
  return applySplices(text, [{ start: container.offset + 1, end, text: "" }]);
}

/** The position after the last member: behind a trailing comma, and behind the comments on the same line. */
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

/** The range of a member with the white space before it, or after it if something follows on its line. */
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

/** Commas and comments, the only tokens between members. */
function tokensIn(text: string, start: number, end: number): Token[] {
  const between = /,|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
  return [...text.slice(start, end).matchAll(between)].map(({ 0: token, index }) => ({
    isComma: token === ",",
    start: start + index,
    end: start + index + token.length,
  }));
}

function isInline(text: string, container: Node): boolean {
  return !text.slice(container.offset, endOf(container)).includes("\n");
}

function print(value: Value, { eol, unit }: Style, indent: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

/** The line end of the file, and the indentation of its first member; two spaces if it is on the line of the brace. */
function styleOf(text: string, node: Node): Style {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  const [first] = root.children ?? [];
  const eol = lineEndOf(text);
  if (first === undefined || !text.slice(root.offset, first.offset).includes("\n")) return { eol, unit: "  " };
  const unit = indentationAt(text, first.offset).slice(indentationAt(text, root.offset).length);
  return { eol, unit: unit === "" ? "  " : unit };
}
