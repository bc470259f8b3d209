import { type Entry, type EntryPlace, SERVER_NAME } from "../connect/client.ts";

/** A text that our entry is put into and taken out of. Offsets are UTF-16 units. */
export interface EntryEditor {
  /**
   * What the text means.
   * @throws invalid_argument that says where it cannot be understood
   */
  parse(text: string): unknown;
  /** The text with our entry, new or in place of the one that is there. Every other character stays. */
  put(text: string, place: EntryPlace, entry: Entry): string;
  /** The text without our entry; without its container too, where nothing else is left in it and `alsoContainer` says so. */
  take(text: string, place: EntryPlace, alsoContainer: boolean): string;
}

type Members = Readonly<Record<string, unknown>>;

/** What tells our item from others of a list. */
export function itemMark({ item }: EntryPlace): { readonly key: string; readonly value: string } {
  return item ?? { key: "name", value: SERVER_NAME };
}

/** Our entry in a parsed file; undefined where there is none. */
export function findEntry(content: unknown, place: EntryPlace): unknown {
  const { container, form } = place;
  const servers = isMembers(content) && Object.hasOwn(content, container) ? content[container] : undefined;
  if (form === "list") return Array.isArray(servers) ? servers.find((item) => isOurItem(item, place)) : undefined;
  return isMembers(servers) && Object.hasOwn(servers, SERVER_NAME) ? servers[SERVER_NAME] : undefined;
}

/** Everything in a parsed file but our entry, and but an empty container: what no edit may change. */
export function neighboursOf(content: unknown, place: EntryPlace): unknown {
  const { container, form } = place;
  if (!isMembers(content)) return content === null || content === undefined ? {} : content;
  const { [container]: servers, ...others } = content;
  if (form === "list" && Array.isArray(servers)) {
    const rest = servers.filter((item) => !isOurItem(item, place));
    return rest.length === 0 ? others : { ...others, [container]: rest };
  }
  if (!isMembers(servers)) return servers === undefined || servers === null ? others : content;
  const { [SERVER_NAME]: _ours, ...rest } = servers;
  return Object.keys(rest).length === 0 ? others : { ...others, [container]: rest };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOurItem(item: unknown, place: EntryPlace): boolean {
  const { key, value } = itemMark(place);
  return isMembers(item) && item[key] === value;
}
