import { z } from "zod";
import { STATE_CHOICES } from "../../core/filter.ts";
import { createFilterShape } from "../../core/filter-shape.ts";
import type { FieldDefinition, MemoryField } from "../../core/memory-fields.ts";
import { createMemoryShape } from "../../core/memory-shape.ts";
import { SEARCH_MODES } from "../../core/search.ts";
import { MAX_TAGS } from "../../core/tags.ts";
import { DETAILS } from "./memory-forms.ts";

/**
 * The filter arguments of the tools: the fields that have a description. A list of names is one string with commas.
 * Those in {@link rareFilters} are accepted and not published: the query syntax has them.
 */
export const filterArguments = createFilterShape(({ kind, maxLength = 1000, choices = STATE_CHOICES, description }) => {
  if (description === undefined) return null;
  const text = z.string().max(maxLength);
  const schemas = {
    names: text,
    list: z.array(text).max(MAX_TAGS),
    text,
    flag: z.boolean(),
    choice: z.enum(choices),
  };
  return schemas[kind].describe(description);
});
export const rareFilters = [
  "namespace",
  "tags",
  "since",
  "before",
  "asOf",
  "source",
  "client",
  "trash",
  "superseded",
  "validity",
] as const;

/** The fields of a memory that a tool can set; "" removes a field. */
export function memoryArguments<Required extends MemoryField = never>(
  tool: keyof FieldDefinition["arguments"],
  required: readonly Required[] = [],
) {
  return createMemoryShape<Required>((name, { kind, maxLength, arguments: descriptions }) => {
    const text = maxLength === undefined ? z.string() : z.string().max(maxLength);
    const schema = kind === "list" ? z.array(text).max(MAX_TAGS) : text;
    return ((required as readonly string[]).includes(name) ? schema : schema.optional()).describe(descriptions[tool]);
  });
}

export const cursorArgument = z.string().max(4000).describe("nextCursor of the previous page.");
export const detailArgument = z
  .enum(DETAILS)
  .describe("Content up to 200, 600 (default) or any number of characters is shown in full.");
/** The smallest budget leaves room for one short memory. */
export const budgetArgument = z.int().min(100).max(1_000_000).describe("Maximum tokens; omissions are reported.");

/** A memory in a list; `everything` returns all fields of a memory. */
export const rowSchema = z.object({
  id: z.string(),
  content: z.string().optional(),
  excerpt: z.string().optional().describe("Instead of long content."),
  namespace: z.string(),
  domain: z.string(),
  date: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

const noteSchema = z.string().optional();

/** The members of the structured content of a list. */
export const rowsOutput = {
  note: noteSchema,
  nextCursor: z.string().optional(),
  omitted: z.int().optional().describe("Left out by maxTokens."),
  notices: z.array(z.string()).optional(),
};

/** A memory that was written: what the caller does not know. */
export const writtenSchema = z.object({ id: z.string(), revision: z.int().optional() });
export const noticesSchema = z.array(z.string()).optional();

export const searchModeSchema = z.enum(SEARCH_MODES);
