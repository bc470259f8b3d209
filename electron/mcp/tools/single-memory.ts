import { z } from "zod";
import { invalidArgument } from "../../core/errors.ts";
import { MAX_SOURCE_LENGTH, MAX_TAGS } from "../../core/memory.ts";
import type { CatalogTool } from "../catalog.ts";
import { withDataNote } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { filterArguments, memorySchema, noteSchema, noticesSchema, validityArguments } from "./schemas.ts";
import { WriteNotices } from "./write-notices.ts";

/** The arguments that identify one memory. */
const referenceArguments = {
  urn: z
    .string()
    .max(2200)
    .optional()
    .describe("The memory's address, recollect://{domain}/{namespace}/{id}. Give this or id."),
  id: z.string().max(2200).optional().describe("The memory's id, 26 characters. Give this or urn."),
};
const expectedRevisionArgument = z
  .int()
  .min(1)
  .describe("The revision you read. If the memory has changed since, the call fails and returns its current state.");

const memoryResult = z.object({ note: noteSchema, memory: memorySchema });

/** `get_memory`: one memory with its full content. */
export function getMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "get_memory",
      title: "Read a memory",
      description: `Read one memory in full. Use it when a result has "truncated": true, when you have an address, or before you change a memory.

Example: {"urn": "recollect://user/decisions/01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({ ...referenceArguments, asOf: filterArguments.asOf }),
      output: memoryResult,
      run: async ({ asOf, ...args }, { caller }) =>
        withDataNote({ memory: await service.get(caller, readReference(args), asOf) }),
    },
    logger,
  );
}

/** `update_memory`: corrects or moves a memory. */
export function updateMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "update_memory",
      title: "Correct a memory",
      description: `Correct or complete a memory, or move it to another namespace or domain. Use it when a memory is wrong or out of date: one correct memory is better than two that disagree. Only the fields you give change; "content" and "tags" are replaced. Earlier revisions are kept.

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X", "content": "We use pnpm 11 …", "expectedRevision": 2}`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({
        ...referenceArguments,
        content: z.string().optional().describe("The complete new content, in Markdown, 1 byte to 64 KiB."),
        namespace: z.string().max(100).optional().describe("Moves it to this namespace."),
        domain: z.string().max(300).optional().describe('Moves it to "user" or to a project such as "owner/repo".'),
        tags: z
          .array(z.string().max(500))
          .max(MAX_TAGS)
          .optional()
          .describe("The complete new tag list; [] removes all."),
        source: z
          .string()
          .max(MAX_SOURCE_LENGTH)
          .optional()
          .describe('The file, URL or commit it comes from; "" removes it.'),
        validFrom: validityArguments.validFrom.describe('Holds from then on (date or date-time); "" removes it.'),
        validUntil: validityArguments.validUntil.describe('No longer holds from then on; "" removes it.'),
        expectedRevision: expectedRevisionArgument.optional(),
      }),
      output: memoryResult.extend({ notices: noticesSchema.optional() }),
      async run({ urn, id, source, ...changes }, { caller }) {
        const reference = readReference({ urn, id });
        const { expectedRevision: _expected, ...fields } = changes;
        if (source === undefined && Object.values(fields).every((value) => value === undefined)) {
          throw invalidArgument("content", "update_empty", {});
        }
        const update = source === undefined ? changes : { ...changes, source: source === "" ? null : source };
        const notices = new WriteNotices(update);
        const memory = await service.update(caller, reference, update, notices.add);
        return withDataNote({ memory, notices: notices.texts() });
      },
    },
    logger,
  );
}

/** `delete_memory`: moves a memory to the trash. */
export function deleteMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "delete_memory",
      title: "Delete a memory",
      description: `Move a memory to the trash: it no longer appears in search and can be restored with restore_memory. Use it for a memory that is wrong or duplicated, or that the user wants forgotten. If the fact changed, use update_memory, or capture_memory with "supersedes".

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({ ...referenceArguments, expectedRevision: expectedRevisionArgument.optional() }),
      output: memoryResult,
      run: async ({ expectedRevision, ...reference }, { caller }) =>
        withDataNote({ memory: await service.delete(caller, readReference(reference), expectedRevision) }),
    },
    logger,
  );
}

/** `restore_memory`: restores a memory from the trash. */
export function restoreMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "restore_memory",
      title: "Restore a memory",
      description: `Restore a memory from the trash, unchanged. Use it to undo delete_memory; list_memories with "trash": "only" shows the trash.

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject(referenceArguments),
      output: memoryResult,
      run: async (args, { caller }) => withDataNote({ memory: await service.restore(caller, readReference(args)) }),
    },
    logger,
  );
}

/** Returns the reference given as `urn` or `id`. @throws invalid_argument unless exactly one is given */
function readReference(args: { readonly urn?: string | undefined; readonly id?: string | undefined }): string {
  if (args.urn !== undefined && args.id !== undefined && args.urn !== args.id) {
    throw invalidArgument("urn", "reference_ambiguous", {});
  }
  const reference = args.urn ?? args.id;
  if (reference === undefined || reference.trim() === "") throw invalidArgument("urn", "reference_missing", {});
  return reference;
}
