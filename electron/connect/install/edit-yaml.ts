import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Entry, EntryPlace } from "../client.ts";
import { writeYaml } from "../write-text.ts";
import { type EntryEditor, entryName, itemMark } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, indentationAt, lineEndOf, lineStart, nextLine, positionOf } from "./text-edits.ts";

/** YAML 1.2. Adds, replaces and removes complete lines at the positions that the parser reports. */
export const yamlEditor: EntryEditor = {
  parse: (text) => parse(text).toJS() as unknown,
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const { root, header, servers, placeholder } = locate(text, place);
    if (header === null) {
      const indent = root?.items[0] === undefined ? "" : indentationAt(text, startOf(root.items[0].key));
      if (root?.flow) throw inlineError(text, place, startOf(root));
      const content = place.form === "list" ? [entry] : { [entryName(place)]: entry };
      const lines = writeYaml({ [place.container]: content }, indent).replaceAll("\n", eol);
      return insertMember(text, root, lines, eol);
    }
    const parent = indentationAt(text, header);
    if (servers === null || servers.items.length === 0) {
      const lines = itemLines(place, entry, `${parent}  `).replaceAll("\n", eol);
      if (servers === null) return insertAfterHeader(text, header, placeholder, lines, eol);
      const [start = 0, end = 0] = servers.range ?? [];
      return applySplices(text, [{ start, end, text: `${eol}${lines.slice(0, -eol.length)}` }]);
    }
    if (servers.flow) throw inlineError(text, place, startOf(servers));
    const ours = ourItem(servers, place);
    const first = lineStart(text, itemStart(servers, servers.items[0]));
    const indent = /^[ \t]*/.exec(text.slice(first))?.[0] ?? "";
    const lines = itemLines(place, entry, indent).replaceAll("\n", eol);
    if (ours === null) return applySplices(text, [{ start: first, end: first, text: lines }]);
    const { start, end } = linesOf(text, servers, ours);
    const last = text.slice(start, end).endsWith("\n") ? lines : lines.slice(0, -eol.length);
    return applySplices(text, [{ start, end, text: last }]);
  },
  remove(text, place, alsoContainer) {
    const { header, servers } = locate(text, place);
    const ours = servers === null ? null : ourItem(servers, place);
    if (header === null || servers === null || ours === null) return text;
    if (servers.flow) throw inlineError(text, place, startOf(servers));
    const { start, end } = linesOf(text, servers, ours);
    if (servers.items.length > 1) return applySplices(text, [{ start, end, text: "" }]);
    if (alsoContainer) return applySplices(text, [{ start: lineStart(text, header), end, text: "" }]);
    const empty = `${indentationAt(text, header)}  ${place.form === "list" ? "[]" : "{}"}${lineEndOf(text)}`;
    return applySplices(text, [{ start, end, text: empty }]);
  },
};

function parse(text: string) {
  const document = parseDocument(text, { logLevel: "silent", keepSourceTokens: true });
  const [error] = document.errors;
  if (error === undefined) return document;
  const problem = error.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
  throw refuse("file_invalid", { format: "YAML", problem, ...positionOf(text, error.pos[0]) });
}

interface Located {
  readonly root: YAMLMap | null;
  /** The offset of the container's key; null if there is none. */
  readonly header: number | null;
  /** The container's value; null if it has none. */
  readonly servers: YAMLMap | YAMLSeq | null;
  /** The range of `~` or `null` in place of the value; null if there is none. */
  readonly placeholder: readonly [start: number, end: number] | null;
}

function locate(text: string, { container, form }: EntryPlace): Located {
  const root = parse(text).contents;
  if (root === null || (isScalar(root) && root.value === null))
    return { root: null, header: null, servers: null, placeholder: null };
  if (!isMap(root)) throw refuse("file_without_object", {});
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === container);
  if (pair === undefined) return { root, header: null, servers: null, placeholder: null };
  const header = startOf(pair.key);
  const { value } = pair;
  if (value === null || (isScalar(value) && value.value === null)) {
    const [start = 0, end = 0] = (isScalar(value) ? value.range : null) ?? [];
    return { root, header, servers: null, placeholder: end > start ? [start, end] : null };
  }
  if (form === "list" ? isSeq(value) : isMap(value)) {
    return { root, header, servers: value as YAMLMap | YAMLSeq, placeholder: null };
  }
  throw refuse("container_unfit", { container, form, ...positionOf(text, header) });
}

type Item = Pair | YAMLMap;

function ourItem(servers: YAMLMap | YAMLSeq, place: EntryPlace): Item | null {
  const items: readonly unknown[] = servers.items;
  const { key, value } = itemMark(place);
  for (const item of items) {
    if (isPair(item) && isScalar(item.key) && item.key.value === entryName(place)) return item;
    if (isMap(item) && item.get(key) === value) return item;
  }
  return null;
}

/** The range of an item's lines, with the comments on them. */
function linesOf(text: string, servers: YAMLMap | YAMLSeq, item: Item): { start: number; end: number } {
  const from = itemStart(servers, item);
  const value = (isPair(item) ? item.value : item) as { range?: [number, number, number] | null } | null;
  const end = value?.range?.[1] ?? from;
  const content = text.slice(from, end).trimEnd();
  return { start: lineStart(text, from), end: nextLine(text, from + content.length) };
}

/** The offset of an item: of its key, or of the `-` before it, which can be on a line of its own. */
function itemStart(servers: YAMLMap | YAMLSeq, item: unknown): number {
  if (isPair(item)) return startOf(item.key);
  const token = servers.srcToken;
  const index = (servers.items as readonly unknown[]).indexOf(item);
  const mark = token !== undefined && "items" in token ? token.items[index]?.start : undefined;
  return mark?.find(({ type }) => type === "seq-item-ind")?.offset ?? startOf(item);
}

function itemLines(place: EntryPlace, entry: Entry, indent: string): string {
  return writeYaml(place.form === "list" ? [entry] : { [entryName(place)]: entry }, indent);
}

function insertAfterHeader(
  text: string,
  header: number,
  placeholder: Located["placeholder"],
  lines: string,
  eol: string,
): string {
  const start = nextLine(text, placeholder?.[1] ?? header);
  const onItsOwnLine = text.slice(0, start).endsWith("\n");
  const insertion = { start, end: start, text: onItsOwnLine ? lines : `${eol}${lines}` };
  if (placeholder === null) return applySplices(text, [insertion]);
  const [from, end] = placeholder;
  return applySplices(text, [{ start: from, end, text: "" }, insertion]);
}

/** Adds a member to the end of the document, before its end mark. */
function insertMember(text: string, root: YAMLMap | null, lines: string, eol: string): string {
  const after = root?.range?.[1] ?? 0;
  const mark = /^\.\.\.(?=\s|$)/m.exec(text.slice(after));
  if (mark !== null) return applySplices(text, [{ start: after + mark.index, end: after + mark.index, text: lines }]);
  const isComplete = text === "" || text.endsWith("\n");
  // A line end would become a part of a block scalar at the end of the text.
  if (!isComplete && root !== null && endsWithBlock(root)) {
    const start = lineStart(text, startOf(root.items[0]?.key));
    return applySplices(text, [{ start, end: start, text: lines }]);
  }
  return `${text}${isComplete ? "" : eol}${lines}`;
}

function endsWithBlock(node: unknown): boolean {
  if (isPair(node)) return endsWithBlock(node.value);
  if (isMap(node) || isSeq(node)) return endsWithBlock(node.items.at(-1));
  return isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED");
}

function startOf(node: unknown): number {
  return (node as { range?: [number, number, number] | null }).range?.[0] ?? 0;
}

function inlineError(text: string, { container }: EntryPlace, offset: number) {
  return refuse("container_inline", { container, ...positionOf(text, offset) });
}
