import { findNodeAtLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";

const PARSING = { allowTrailingComma: true };

/**
 * A JSON text, comments and all, with a member or item added at the end of what `path` leads to. Everything else keeps
 * its bytes. What is on the way and missing is made.
 * @param path to the container; the text must hold an object, and objects and arrays on the way
 * @param key the member's name, or null for an item of an array
 */
export function addValue(text: string, path: JSONPath, key: string | null, value: unknown): string {
  const root = parseTree(text, [], PARSING);
  const container = root === undefined ? undefined : findNodeAtLocation(root, path);
  if (container === undefined) {
    const name = path.at(-1);
    return addValue(
      text,
      path.slice(0, -1),
      typeof name === "string" ? name : null,
      key === null ? [value] : { [key]: value },
    );
  }
  const style = styleOf(text);
  const last = container.children?.at(-1);
  const own = last === undefined ? null : indentationBefore(text, last.offset);
  const indentation = own ?? style.unit.repeat(path.length + 1);
  const lines = JSON.stringify(value, null, style.unit).split("\n");
  const written = (key === null ? "" : `${JSON.stringify(key)}: `) + lines.join(`${style.lineEnd}${indentation}`);
  const added = `${style.lineEnd}${indentation}${written}`;
  if (last !== undefined) return splice(text, endOf(last), endOf(last), `,${added}`);
  const outer = style.unit.repeat(path.length);
  return splice(text, container.offset + 1, endOf(container) - 1, `${added}${style.lineEnd}${outer}`);
}

/** The text with another value at `path`, which must be there. */
export function setValue(text: string, path: JSONPath, value: unknown): string {
  const node = nodeAt(text, path);
  const { unit, lineEnd } = styleOf(text);
  const indentation = indentationBefore(text, node.offset) ?? unit.repeat(path.length);
  return splice(
    text,
    node.offset,
    endOf(node),
    JSON.stringify(value, null, unit).replaceAll("\n", `${lineEnd}${indentation}`),
  );
}

/** The text without the member or item at `path`, which must be there. */
export function removeValue(text: string, path: JSONPath): string {
  const value = nodeAt(text, path);
  const node = value.parent?.type === "property" ? value.parent : value;
  const container = node.parent;
  const siblings = container?.children ?? [];
  const index = siblings.indexOf(node);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  if (before !== undefined) return splice(text, endOf(before), endOf(node), "");
  if (after !== undefined) return splice(text, node.offset, after.offset, "");
  return container === undefined ? text : splice(text, container.offset + 1, endOf(container) - 1, "");
}

function nodeAt(text: string, path: JSONPath): Node {
  const root = parseTree(text, [], PARSING);
  const node = root === undefined ? undefined : findNodeAtLocation(root, path);
  if (node === undefined) throw new Error(`There is nothing at ${path.join(".")}.`);
  return node;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** What the line begins with, where nothing else stands before the offset on it; else null. */
function indentationBefore(text: string, offset: number): string | null {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*$/.test(line) ? line : null;
}

/** How the text is laid out: the indentation of its first member, and its line ends. */
function styleOf(text: string): { readonly unit: string; readonly lineEnd: string } {
  return { unit: /^([ \t]+)"/m.exec(text)?.[1] ?? "  ", lineEnd: text.includes("\r\n") ? "\r\n" : "\n" };
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}
