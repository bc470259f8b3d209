import { z } from "zod";
import type { Memory } from "../../core/memory.ts";
import { MEMORY_FIELD_NAMES } from "../../core/memory-fields.ts";
import { RecollectError } from "../../text/errors.ts";
import type { CatalogTool } from "../catalog-entries.ts";
import { DATA_NOTE } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { readReference, referenceArguments, unpublished } from "./reference.ts";
import { memoryArguments, noticesSchema, writtenSchema } from "./schemas.ts";
import { WriteNotices } from "./write-notices.ts";

const expectedRevisionArgument = z.int().min(1).describe("Fail if the memory has another revision by now.");
const writtenResult = z.object({ memory: writtenSchema });

/** `update_memory`: corrects or moves a memory. */
export function updateMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "update_memory",
    title: "Correct a memory",
    description: `Correct, complete or move a memory that is wrong or out of date: one correct memory is better than two that disagree. Only the fields you give change. Earlier revisions are kept.`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      ...referenceArguments,
      ...memoryArguments("update"),
      expectedRevision: expectedRevisionArgument.optional(),
    }),
    unpublished,
    output: writtenResult.extend({ notices: noticesSchema }),
    async run({ urn, id, detail, ...changes }, { caller }) {
      const reference = readReference({ urn, id });
      if (MEMORY_FIELD_NAMES.every((name) => changes[name] === undefined)) {
        throw new RecollectError("update_empty", { fields: MEMORY_FIELD_NAMES }, { field: "content" });
      }
      const written = new WriteNotices(changes);
      const memory = await service.update(caller, reference, changes, written.add);
      const notices = written.texts();
      const short = await service.shortIds(caller, [memory.id]);
      const { text, structured } = toWritten(
        memory,
        `Updated ${short.get(memory.id)}: revision ${memory.revision}.`,
        detail,
      );
      return {
        text: [text, ...(notices ?? [])].join("\n"),
        structured: { ...structured, ...(notices === undefined ? {} : { notices }) },
      };
    },
  });
}

/** `delete_memory`: moves a memory to the trash. */
export function deleteMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "delete_memory",
    title: "Delete a memory",
    description: `Move a memory to the trash if it is wrong or duplicated, or if the user wants it forgotten. restore_memory undoes it. If the fact changed, use update_memory, or capture_memory with "supersedes".`,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({ ...referenceArguments, expectedRevision: expectedRevisionArgument.optional() }),
    unpublished,
    output: writtenResult,
    async run({ expectedRevision, detail, ...reference }, { caller }) {
      const memory = await service.delete(caller, readReference(reference), expectedRevision);
      const short = await service.shortIds(caller, [memory.id]);
      return toWritten(memory, `Moved ${short.get(memory.id)} to the trash. restore_memory undoes it.`, detail);
    },
  });
}

/** `restore_memory`: restores a memory from the trash. */
export function restoreMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "restore_memory",
    title: "Restore a memory",
    description: `Restore a memory from the trash, unchanged. list_memories with "trash:only" shows the trash.`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject(referenceArguments),
    unpublished,
    output: writtenResult,
    async run({ detail, ...reference }, { caller }) {
      const memory = await service.restore(caller, readReference(reference));
      const short = await service.shortIds(caller, [memory.id]);
      return toWritten(memory, `Restored ${short.get(memory.id)}.`, detail);
    },
  });
}

/** Answers a change with what the client does not know; programs can ask for all of the memory. */
function toWritten(memory: Memory, sentence: string, detail: string | undefined) {
  const { id, revision } = memory;
  return detail === "everything"
    ? { text: sentence, structured: { note: DATA_NOTE, memory } }
    : { text: sentence, structured: { memory: { id, revision } } };
}
