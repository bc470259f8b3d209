import { entryFieldsOf } from "../../../electron/core/memory-rules.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import type { EntryFields, FieldName } from "../../../electron/core/replication/entry.ts";
import type { Text } from "../../../electron/text/en.ts";
import { formatValidityTime } from "../memories/editor/draft.ts";

export type ConflictWords = Text["spaces"]["conflict"];

/** The value of a field as text. */
export function fieldText(fields: EntryFields, name: FieldName, words: ConflictWords): string {
  switch (name) {
    case "tags":
      return fields.tags.join(", ") || words.none;
    case "validity": {
      const { validFrom, validUntil } = fields.validity;
      if (validFrom === null && validUntil === null) return words.none;
      return words.between(formatValidityTime(validFrom) || "…", formatValidityTime(validUntil) || "…");
    }
    case "pinned":
    case "deletedAt":
    case "supersededBy":
      return fields[name] === null || fields[name] === false ? words.no : words.yes;
    default:
      return fields[name] ?? words.none;
  }
}

/** Describes the differences apart from the text, one sentence per field. */
export function fieldDifferences({ fields, other, memory }: MemoryConflictEntry, words: ConflictWords): string[] {
  if (other === null) return [];
  const present = entryFieldsOf(memory);
  return fields
    .filter((name) => name !== "content")
    .map((name) => words.values(words.fields[name], fieldText(other, name, words), fieldText(present, name, words)))
    .filter((line, index, lines) => lines.indexOf(line) === index);
}
