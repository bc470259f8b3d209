import { isDeepStrictEqual } from "node:util";
import type { Entry, EntryPlace } from "../connect/client.ts";
import { jsonEditor } from "./edit-json.ts";
import { tomlEditor } from "./edit-toml.ts";
import { yamlEditor } from "./edit-yaml.ts";
import { type EntryEditor, findEntry, isMembers, neighboursOf } from "./entry-place.ts";
import { refuse } from "./refusal.ts";

const parse = (text: string, { language }: EntryPlace) => withOrdinaryObjects(EDITORS[language].parse(text));

const EDITORS: Readonly<Record<EntryPlace["language"], EntryEditor>> = {
  json: jsonEditor,
  toml: tomlEditor,
  yaml: yamlEditor,
};

/** One file's places for entries of ours. */
export type Places = readonly [EntryPlace, ...EntryPlace[]];

/**
 * Our entry in a file's text; undefined where there is none.
 * @throws invalid_argument for a text that cannot be understood
 */
export function readEntry(text: string, place: EntryPlace): unknown {
  return findEntry(parse(text, place), place);
}

/** Whether the file has the key that holds the servers. @throws invalid_argument */
export function hasContainer(text: string, place: EntryPlace): boolean {
  const content = parse(text, place);
  return isMembers(content) && Object.hasOwn(content, place.container);
}

/**
 * The text with our entry. It is read again before it is returned: nothing but our entry may differ.
 * @throws invalid_argument where that cannot be had
 */
export function putEntry(text: string, place: EntryPlace, entry: Entry): string {
  const after = EDITORS[place.language].put(text, place, entry);
  return verified(text, after, place, entry);
}

/** The text without our entry, checked likewise. @throws invalid_argument */
export function takeEntry(text: string, place: EntryPlace, alsoContainer: boolean): string {
  return verified(text, EDITORS[place.language].take(text, place, alsoContainer), place, undefined);
}

/** Whether two texts say the same but for our entries at these places. */
export function differByEntriesAlone(one: string, other: string, places: Places): boolean {
  const others = (text: string) => places.reduce<unknown>(neighboursOf, parse(text, places[0]));
  return isDeepStrictEqual(others(one), others(other));
}

function verified(before: string, after: string, place: EntryPlace, entry: Entry | undefined): string {
  let safe = false;
  let cause: unknown;
  try {
    safe =
      differByEntriesAlone(before, after, [place]) && isDeepStrictEqual(findEntry(parse(after, place), place), entry);
  } catch (error) {
    cause = error;
  }
  if (!safe)
    throw refuse(
      "The file is written in a way that cannot be changed without risk to its other entries.",
      { reason: "file_unfit" },
      cause,
    );
  return after;
}

/** Some parsers make objects without a prototype, which are not equal to those that have one. */
function withOrdinaryObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOrdinaryObjects);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withOrdinaryObjects(member)]));
}
