import { z } from "zod";
import { STATE_CHOICES } from "../../core/filter.ts";
import { createFilterShape } from "../../core/filter-shape.ts";
import { MAX_TAGS } from "../../core/memory.ts";
import { SEARCH_MODES } from "../../core/search.ts";

/** The filter arguments of the tools: the fields that have a description. A list of names is one string with commas. */
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

export const cursorArgument = z.string().max(4000).describe("nextCursor of the previous page, unchanged.");
export const detailArgument = z
  .enum(["light", "medium", "everything"])
  .describe(
    'How much content to return: "light" about 200 characters, "medium" (default) about 1,200, "everything" all.',
  );

/** Both ends of an interval, for tools that write. */
export const validityArguments = {
  validFrom: z
    .string()
    .max(100)
    .optional()
    .describe('Holds from then on: a date (the start of that day, local time) or date-time, such as "2026-05-01".'),
  validUntil: z
    .string()
    .max(100)
    .optional()
    .describe("No longer holds from then on, such as the day after a deadline; hidden once it has passed."),
};

const clientSchema = z.object({
  name: z.string(),
  version: z.string(),
  via: z.string().optional().describe("Its token."),
});

export const memorySchema = z
  .object({
    id: z.string(),
    urn: z.string(),
    content: z.string(),
    namespace: z.string(),
    domain: z.string(),
    tags: z.array(z.string()),
    source: z.string().nullable(),
    validFrom: z.string().nullable(),
    validUntil: z.string().nullable().describe("It has expired from then on."),
    client: clientSchema.nullable().describe("Who captured it; null: the owner."),
    createdAt: z.string(),
    updatedAt: z.string(),
    revision: z.int(),
    deletedAt: z.string().nullable().describe("When it was moved to the trash."),
    pinned: z.boolean(),
    supersededBy: z.string().nullable().describe("The memory that replaced this one."),
    recallCount: z.int(),
    recalledAt: z.string().nullable(),
    truncated: z.boolean().optional().describe("True if the content was cut: get_memory returns all."),
  })
  .describe("A memory.");

export const noteSchema = z.string().describe("What the contents are.");

export const noticesSchema = z
  .array(z.string())
  .describe("What was masked or removed before it was stored, and characters that are not visible.");

export const searchModeSchema = z.enum(SEARCH_MODES);
