import { isSameValue, type MemoryState } from "../core/memory-fields.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { CommandText } from "../text/command-line.ts";
import { localTime } from "../text/local-time.ts";
import { UsageError } from "./command.ts";

/** The fields of a memory in the order of the document, by their names there. */
const FIELDS = {
  namespace: "namespace",
  project: "domain",
  tags: "tags",
  source: "source",
  "valid-from": "validFrom",
  "valid-until": "validUntil",
} as const satisfies Readonly<Record<string, keyof MemoryState>>;

type FieldName = keyof typeof FIELDS;

/** A memory as a person edits it: its fields as front matter, then its text. */
export function toEditable(memory: MemoryState): string {
  const lines = (Object.keys(FIELDS) as FieldName[]).map((name) => `${name}: ${shownValue(memory, name)}`.trimEnd());
  return `---\n${lines.join("\n")}\n---\n\n${memory.content}\n`;
}

/** JSON strings and lists are valid YAML. A plain word or time needs no quotes. */
function shownValue(memory: MemoryState, name: FieldName): string {
  const value = memory[FIELDS[name]];
  if (value === null) return "";
  if (name === "valid-from" || name === "valid-until") return localTime(value as string);
  if (Array.isArray(value)) return `[${value.map(scalarOf).join(", ")}]`;
  return scalarOf(value as string);
}

function scalarOf(value: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}/_.-]*$/u.test(value) ? value : JSON.stringify(value);
}

/**
 * Reads an edited document and returns the fields that differ. A field that was removed does not change; an empty one is
 * removed from the memory.
 * @throws UsageError for front matter that is not YAML, an unknown field, or no text
 */
export async function readEditable(
  document: string,
  before: MemoryState,
  { edit: words }: CommandText,
): Promise<Partial<MemoryState>> {
  const [, head = "", body = document] = /^---\n([\s\S]*?\n)?---(?:\n\n?|$)([\s\S]*)$/.exec(document) ?? [];
  const content = body.replace(/\n$/, "");
  if (content.trim() === "") throw new UsageError(words.empty);
  const { parse } = await import("yaml");
  let fields: unknown;
  try {
    fields = parse(head, { schema: "failsafe", logLevel: "error" }) ?? {};
  } catch (error) {
    const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw new UsageError(words.notYaml(line.slice(0, 200)));
  }
  if (!isRecord(fields)) throw new UsageError(words.notYaml(""));
  const shown = new Map((Object.keys(FIELDS) as FieldName[]).map((name) => [name, shownValue(before, name)]));
  const changes: Record<string, unknown> = content === before.content ? {} : { content };
  for (const [name, value] of Object.entries(fields)) {
    if (!isFieldName(name)) throw new UsageError(words.unknownField(name.slice(0, 60), Object.keys(FIELDS).join(", ")));
    const given = name === "tags" ? tagsIn(value) : textIn(value);
    // The document has minutes; a time with seconds that was not edited keeps them.
    const isUnchanged = name === "tags" ? isSameValue(given, before.tags) : given === plainValue(shown.get(name) ?? "");
    if (isUnchanged) continue;
    const isRequired = name === "namespace" || name === "project";
    if (isRequired && given === "") throw new UsageError(words.missingField(name));
    changes[FIELDS[name]] = given;
  }
  return changes as Partial<MemoryState>;
}

function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name);
}

function plainValue(shown: string): string {
  return shown.startsWith('"') ? (JSON.parse(shown) as string) : shown;
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function tagsIn(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : textIn(value).split(",");
  return list.map((tag) => textIn(tag).trim()).filter((tag) => tag !== "");
}
