import { z } from "zod";
import { invalidArgument } from "../../core/errors.ts";
import { MAX_SOURCE_LENGTH, MAX_TAGS } from "../../core/memory.ts";

/** Arguments that several tools share, each described once, as a model reads them. */
export const namespaceArgument = z
  .string()
  .max(1000)
  .describe('Kind of knowledge, such as "decisions" or "learnings"; several separated by commas.');
export const domainArgument = z
  .string()
  .max(300)
  .describe(
    'Whom it concerns: "user", or a project such as "owner/repo". Left out: the current project and "user" together. "_": everything.',
  );
export const tagsArgument = z
  .array(z.string().max(500))
  .max(MAX_TAGS)
  .describe('All of these tags must be there, for example ["auth", "postgres"].');
export const sinceArgument = z
  .string()
  .max(100)
  .describe(
    'Captured at or after: a date or date-time such as "2026-05-01", or a span back from now such as "7d" or "12h".',
  );
export const beforeArgument = z
  .string()
  .max(100)
  .describe('Captured before: a date or date-time, or a span such as "30d".');
export const sourceFilterArgument = z
  .string()
  .max(MAX_SOURCE_LENGTH)
  .describe("Part of the file, URL or commit the memory came from.");
export const clientArgument = z
  .string()
  .max(200)
  .describe('Part of the name of the client that captured it, for example "claude".');
export const cursorArgument = z.string().max(4000).describe("nextCursor of the page before, unchanged.");
export const detailArgument = z
  .enum(["light", "medium", "everything"])
  .describe(
    'How much of each content to answer: "light" about 200 characters, "medium" (default) about 1,200, "everything" all of it.',
  );
export const expectedRevisionArgument = z
  .int()
  .min(1)
  .describe("The revision you read. If someone changed the memory since, the call fails with the memory as it is now.");

/** `urn` or `id`: how a tool is told which memory. */
export const referenceArguments = {
  urn: z
    .string()
    .max(2200)
    .optional()
    .describe("The memory's address, recollect://{domain}/{namespace}/{id}. Give this or id."),
  id: z.string().max(2200).optional().describe("The memory's id of 26 characters. Give this or urn."),
};

/** The one reference out of `urn` and `id`. @throws invalid_argument unless exactly one is given */
export function referenceOf(args: { readonly urn?: string | undefined; readonly id?: string | undefined }): string {
  if (args.urn !== undefined && args.id !== undefined && args.urn !== args.id) {
    throw invalidArgument("urn", 'Both "urn" and "id" were given.', "Give one of them.");
  }
  const reference = args.urn ?? args.id;
  if (reference === undefined || reference.trim() === "") {
    throw invalidArgument(
      "urn",
      "Which memory is meant?",
      'Give "urn" or "id" as search_memories and list_memories answer them.',
    );
  }
  return reference;
}

const clientSchema = z.object({ name: z.string(), version: z.string() });

export const memorySchema = z
  .object({
    id: z.string(),
    urn: z.string(),
    content: z.string(),
    namespace: z.string(),
    domain: z.string(),
    tags: z.array(z.string()),
    source: z.string().nullable(),
    client: clientSchema.nullable().describe("Who captured it; null: the owner."),
    createdAt: z.string(),
    updatedAt: z.string(),
    revision: z.int(),
    deletedAt: z.string().nullable().describe("When it went to the trash."),
    pinned: z.boolean(),
    supersededBy: z.string().nullable().describe("The memory that replaced this one."),
    recallCount: z.int(),
    recalledAt: z.string().nullable(),
    truncated: z.boolean().optional().describe("True where the content was cut: get_memory has all of it."),
  })
  .describe("A memory.");

export const similarSchema = z.object({
  memory: memorySchema,
  score: z.number().describe("How alike, 0 to 1."),
  by: z.enum(["text", "vector"]),
});

export const searchModeSchema = z.enum(["hybrid", "text", "vector"]);

export const countsSchema = z.object({
  memories: z.int(),
  trash: z.int(),
  superseded: z.int(),
  pinned: z.int(),
  domains: z.int(),
  namespaces: z.int(),
  tags: z.int(),
});

export const indexSchema = z.object({
  text: z.object({ state: z.enum(["ready", "rebuilding"]), indexed: z.int() }),
  vectors: z.object({
    state: z.enum(["off", "idle", "loading", "ready", "failed"]),
    ready: z.int(),
    pending: z.int(),
    model: z.string().nullable(),
    message: z.string().optional(),
  }),
});

/** Cuts a list of namespaces written with commas. */
export function namespacesOf(value: string | undefined): string | readonly string[] | undefined {
  if (value === undefined || !value.includes(",")) return value;
  return value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
