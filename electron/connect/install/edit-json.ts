import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isRecord } from "../../core/util/is-record.ts";
import type { Entry, EntryPlace } from "../client.ts";
import { writeJson } from "../write-text.ts";
import { type EntryEditor, entryName, itemMark } from "./entry-place.ts";
import { refuse } from "./refusal.ts";
import { insertMember, parsePlainJson, removeMember, replaceMember } from "./splice-json.ts";
import { lineEndOf, positionOf } from "./text-edits.ts";

/** JSON with comments and trailing commas. */
export const jsonEditor: EntryEditor = {
  parse(text) {
    const plain = parsePlainJson(text);
    if (isRecord(plain)) return plain;
    const root = parseRoot(text);
    return root === null ? {} : getNodeValue(root);
  },
  put(text, place, entry) {
    const root = parseRoot(text);
    if (root === null) {
      const eol = lineEndOf(text);
      const gap = text === "" || text.endsWith("\n") ? "" : eol;
      return `${text}${gap}${writeJson({ [place.container]: newContainer(place, entry) }).replaceAll("\n", eol)}`;
    }
    const container = memberOf(text, root, place.container);
    if (container === null) return insertMember(text, root, place.container, newContainer(place, entry));
    const servers = serversOf(text, container, place);
    const ours = ourMember(text, servers, place);
    if (ours === null) return insertMember(text, servers, place.form === "list" ? null : entryName(place), entry);
    return replaceMember(text, servers, ours, entry);
  },
  remove(text, place, alsoContainer) {
    const root = parseRoot(text);
    const container = memberOf(text, root, place.container);
    if (container === null) return text;
    const servers = serversOf(text, container, place);
    const ours = ourMember(text, servers, place);
    const without = ours === null ? text : removeMember(text, servers, ours);
    const rest = parseRoot(without);
    const left = memberOf(without, rest, place.container);
    const isEmpty = left?.children?.[1]?.children?.length === 0;
    return alsoContainer && isEmpty && rest !== null ? removeMember(without, rest, left) : without;
  },
};

function newContainer(place: EntryPlace, entry: Entry): readonly Entry[] | Entry {
  return place.form === "list" ? [entry] : { [entryName(place)]: entry };
}

/** The root object; null if the text has no value. */
function parseRoot(text: string): Node | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error !== undefined) {
    const problem = printParseErrorCode(error.error);
    throw refuse("file_invalid", { format: "JSON", problem, ...positionOf(text, error.offset) });
  }
  if (root === undefined) return null;
  if (root.type !== "object") throw refuse("file_without_object", {});
  return root;
}

/** A property of an object. A duplicate key is refused, because programs differ in which one they use. */
function memberOf(text: string, object: Node | null, key: string): Node | null {
  const members = (object?.children ?? []).filter((property) => property.children?.[0]?.value === key);
  return onlyOne(text, members, key);
}

/** The object or list that contains the servers. */
function serversOf(text: string, property: Node, { container, form }: EntryPlace): Node {
  const value = property.children?.[1];
  if (value?.type === (form === "list" ? "array" : "object")) return value;
  throw refuse("container_unfit", { container, form, ...positionOf(text, property.offset) });
}

/** Our member of an object, or our item of a list. */
function ourMember(text: string, servers: Node, place: EntryPlace): Node | null {
  if (place.form === "map") return memberOf(text, servers, entryName(place));
  const { key, value } = itemMark(place);
  const isOurs = (item: Node) => item.type === "object" && memberOf(text, item, key)?.children?.[1]?.value === value;
  return onlyOne(text, (servers.children ?? []).filter(isOurs), value);
}

function onlyOne(text: string, [first, second]: readonly Node[], key: string): Node | null {
  if (second !== undefined) throw refuse("file_key_twice", { key, ...positionOf(text, second.offset) });
  return first ?? null;
}
