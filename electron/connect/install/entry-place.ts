import { isRecord } from "../../core/util/is-record.ts";
import { type Entry, type EntryPlace, SERVER_NAME } from "../client.ts";

/** Edits one entry, by default ours, in texts of one language. Offsets are UTF-16 units. */
export interface EntryEditor {
  /**
   * The value of the text.
   * @throws invalid_argument with the position of the error
   */
  parse(text: string): unknown;
  /** Adds or replaces our entry. Every other character stays. */
  put(text: string, place: EntryPlace, entry: Entry): string;
  /** Removes our entry, and with `alsoContainer` its container if that is then empty. */
  remove(text: string, place: EntryPlace, alsoContainer: boolean): string;
}

/** The name of the entry at a place. */
export function entryName({ name = SERVER_NAME }: EntryPlace): string {
  return name;
}

/** The key and value that identify the item of a list. */
export function itemMark(place: EntryPlace): { readonly key: string; readonly value: string } {
  return place.item ?? { key: "name", value: entryName(place) };
}

/** The entries of a parsed file by their names, in its order. */
export function entriesIn(content: unknown, { container, form }: EntryPlace): readonly (readonly [string, unknown])[] {
  const servers = isRecord(content) && Object.hasOwn(content, container) ? content[container] : undefined;
  if (form === "map") return isRecord(servers) ? Object.entries(servers) : [];
  const items: readonly unknown[] = Array.isArray(servers) ? servers : [];
  return items.flatMap((item) => (isRecord(item) && typeof item.name === "string" ? [[item.name, item] as const] : []));
}

/** The entry at a place in a parsed file; undefined if there is none. */
export function findEntry(content: unknown, place: EntryPlace): unknown {
  const { container, form } = place;
  const servers = isRecord(content) && Object.hasOwn(content, container) ? content[container] : undefined;
  if (form === "list") return Array.isArray(servers) ? servers.find((item) => isOurItem(item, place)) : undefined;
  const name = entryName(place);
  return isRecord(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
}

/** A parsed file without the entry of a place and without an empty container: the part that an edit must not change. */
export function withoutEntry(content: unknown, place: EntryPlace): unknown {
  const { container, form } = place;
  if (!isRecord(content)) return content === null || content === undefined ? {} : content;
  const { [container]: servers, ...others } = content;
  if (form === "list" && Array.isArray(servers)) {
    const rest = servers.filter((item) => !isOurItem(item, place));
    return rest.length === 0 ? others : { ...others, [container]: rest };
  }
  if (!isRecord(servers)) return servers === undefined || servers === null ? others : content;
  const { [entryName(place)]: _removed, ...rest } = servers;
  return Object.keys(rest).length === 0 ? others : { ...others, [container]: rest };
}

function isOurItem(item: unknown, place: EntryPlace): boolean {
  const { key, value } = itemMark(place);
  return isRecord(item) && item[key] === value;
}
