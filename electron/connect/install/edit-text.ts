import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../core/util/is-record.ts";
import type { Entry, EntryPlace } from "../client.ts";
import { jsonEditor } from "./edit-json.ts";
import { tomlEditor } from "./edit-toml.ts";
import { yamlEditor } from "./edit-yaml.ts";
import { type EntryEditor, entriesIn, findEntry, withoutEntry } from "./entry-place.ts";
import { refuse } from "./refusal.ts";

const EDITORS: Readonly<Record<EntryPlace["language"], EntryEditor>> = {
  json: jsonEditor,
  toml: tomlEditor,
  yaml: yamlEditor,
};

/** The places of our entries in one file. */
export type Places = readonly [EntryPlace, ...EntryPlace[]];

/**
 * Our entry in the text of a file; undefined if there is none.
 * @throws invalid_argument if the text cannot be parsed
 */
export function readEntry(text: string, place: EntryPlace): unknown {
  return findEntry(parse(text, place), place);
}

/** The entries of a file by their names, in its order. @throws invalid_argument */
export function readEntries(text: string, place: EntryPlace): readonly (readonly [string, unknown])[] {
  return entriesIn(parse(text, place), place);
}

/** Whether the file has the key that contains the servers. @throws invalid_argument */
export function hasContainer(text: string, place: EntryPlace): boolean {
  const content = parse(text, place);
  return isRecord(content) && Object.hasOwn(content, place.container);
}

/**
 * The text with our entry. The result is parsed again to verify that nothing else changed.
 * @throws invalid_argument if that fails
 */
export function putEntry(text: string, place: EntryPlace, entry: Entry): string {
  return verified(text, EDITORS[place.language].put(text, place, entry), place, entry);
}

/** The text without our entry, verified in the same way. @throws invalid_argument */
export function removeEntry(text: string, place: EntryPlace, alsoContainer: boolean): string {
  return verified(text, EDITORS[place.language].remove(text, place, alsoContainer), place, undefined);
}

/** Whether two texts have the same values except for our entries at these places. */
export function differOnlyByEntries(one: string, other: string, places: Places): boolean {
  const others = (text: string) => places.reduce<unknown>(withoutEntry, parse(text, places[0]));
  return isDeepStrictEqual(others(one), others(other));
}

function verified(before: string, after: string, place: EntryPlace, entry: Entry | undefined): string {
  let safe = false;
  let cause: unknown;
  try {
    safe =
      differOnlyByEntries(before, after, [place]) && isDeepStrictEqual(findEntry(parse(after, place), place), entry);
  } catch (error) {
    cause = error;
  }
  if (!safe) throw refuse("file_unsafe", {}, cause);
  return after;
}

function parse(text: string, { language }: EntryPlace): unknown {
  return withObjectPrototype(EDITORS[language].parse(text));
}

/** Some parsers return objects without a prototype, which are not deeply equal to ordinary ones. */
function withObjectPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withObjectPrototype);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withObjectPrototype(member)]));
}
