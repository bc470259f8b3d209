import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import { type Entry, type EntryPlace, SERVER_NAME } from "../connect/client.ts";
import { writeYaml } from "../connect/write-text.ts";
import type { EntryEditor } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { applySplices, indentationAt, lineEndOf, lineStart, nextLine, placeAt, positionOf } from "./text-edits.ts";

/** YAML 1.2. Whole lines are added, replaced and removed where the parser says that they stand. */
export const yamlEditor: EntryEditor = {
  parse: (text) => open(text).toJS() as unknown,
  put(text, place, entry) {
    const eol = lineEndOf(text);
    const { root, header, servers } = locate(text, place);
    if (header === null) {
      const indent = root?.items[0] === undefined ? "" : indentationAt(text, startOf(root.items[0].key));
      if (root?.flow) throw inOneLine(text, startOf(root));
      const content = place.form === "list" ? [entry] : { [SERVER_NAME]: entry };
      const lines = writeYaml({ [place.container]: content }, indent).replaceAll("\n", eol);
      return `${text}${text === "" || text.endsWith("\n") ? "" : eol}${lines}`;
    }
    const parent = indentationAt(text, header);
    if (servers === null || servers.items.length === 0) {
      const lines = itemLines(place, entry, `${parent}  `).replaceAll("\n", eol);
      if (servers === null) return insertAfterLine(text, header, lines, eol);
      const [start = 0, end = 0] = servers.range ?? [];
      return applySplices(text, [{ start, end, text: `${eol}${lines.slice(0, -eol.length)}` }]);
    }
    if (servers.flow) throw inOneLine(text, startOf(servers));
    const ours = ourItem(servers);
    const first = lineStart(text, startOf(itemStart(servers.items[0])));
    const indent = /^[ \t]*/.exec(text.slice(first))?.[0] ?? "";
    const lines = itemLines(place, entry, indent).replaceAll("\n", eol);
    if (ours === null) return applySplices(text, [{ start: first, end: first, text: lines }]);
    const { start, end } = linesOf(text, ours);
    const last = text.slice(start, end).endsWith("\n") ? lines : lines.slice(0, -eol.length);
    return applySplices(text, [{ start, end, text: last }]);
  },
  take(text, place, alsoContainer) {
    const { header, servers } = locate(text, place);
    const ours = servers === null ? null : ourItem(servers);
    if (header === null || servers === null || ours === null) return text;
    if (servers.flow) throw inOneLine(text, startOf(servers));
    const { start, end } = linesOf(text, ours);
    if (servers.items.length > 1) return applySplices(text, [{ start, end, text: "" }]);
    if (alsoContainer) return applySplices(text, [{ start: lineStart(text, header), end, text: "" }]);
    const left = `${indentationAt(text, header)}  ${place.form === "list" ? "[]" : "{}"}${lineEndOf(text)}`;
    return applySplices(text, [{ start, end, text: left }]);
  },
};

function open(text: string) {
  const document = parseDocument(text, { logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) {
    const reason = error.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
    throw refuse(`The file is not valid YAML at ${positionOf(text, error.pos[0])}: ${reason}.`, {
      reason: "file_invalid",
      format: "YAML",
      ...placeAt(text, error.pos[0]),
    });
  }
  return document;
}

interface Located {
  readonly root: YAMLMap | null;
  /** Where the container's key stands; null where there is none. */
  readonly header: number | null;
  /** What the container holds; null where that is nothing yet. */
  readonly servers: YAMLMap | YAMLSeq | null;
}

function locate(text: string, { container, form }: EntryPlace): Located {
  const root = open(text).contents;
  if (root === null || (isScalar(root) && root.value === null)) return { root: null, header: null, servers: null };
  if (!isMap(root)) throw refuse("The file does not hold a map of settings.", { reason: "file_unfit" });
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === container);
  if (pair === undefined) return { root, header: null, servers: null };
  const header = startOf(pair.key);
  const { value } = pair;
  if (value === null || (isScalar(value) && value.value === null)) return { root, header, servers: null };
  if (form === "list" ? isSeq(value) : isMap(value)) return { root, header, servers: value as YAMLMap | YAMLSeq };
  throw refuse(`"${container}" is not a ${form} at ${positionOf(text, header)}.`, {
    reason: "file_unfit",
    ...placeAt(text, header),
  });
}

type Item = Pair | YAMLMap;

function ourItem(servers: YAMLMap | YAMLSeq): Item | null {
  const items: readonly unknown[] = servers.items;
  for (const item of items) {
    if (isPair(item) && isScalar(item.key) && item.key.value === SERVER_NAME) return item;
    if (isMap(item) && item.get("name") === SERVER_NAME) return item;
  }
  return null;
}

/** The lines of one item, comments on them included. */
function linesOf(text: string, item: Item): { start: number; end: number } {
  const from = startOf(itemStart(item));
  const value = (isPair(item) ? item.value : item) as { range?: [number, number, number] | null } | null;
  const end = value?.range?.[1] ?? from;
  const content = text.slice(from, end).trimEnd();
  return { start: lineStart(text, from), end: nextLine(text, from + content.length) };
}

function itemStart(item: unknown): unknown {
  return isPair(item) ? item.key : item;
}

function itemLines({ form }: EntryPlace, entry: Entry, indent: string): string {
  return writeYaml(form === "list" ? [entry] : { [SERVER_NAME]: entry }, indent);
}

function insertAfterLine(text: string, offset: number, lines: string, eol: string): string {
  const start = nextLine(text, offset);
  const onItsOwnLine = text.slice(0, start).endsWith("\n");
  return applySplices(text, [{ start, end: start, text: onItsOwnLine ? lines : `${eol}${lines}` }]);
}

function startOf(node: unknown): number {
  return (node as { range?: [number, number, number] | null }).range?.[0] ?? 0;
}

function inOneLine(text: string, offset: number) {
  return refuse(
    `The servers are written in one line (with braces) at ${positionOf(text, offset)}, which is not changed here.`,
    { reason: "file_unfit", ...placeAt(text, offset) },
  );
}
