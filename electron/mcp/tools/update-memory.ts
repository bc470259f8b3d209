import { z } from "zod";
import { invalidArgument } from "../../core/errors.ts";
import { MAX_SOURCE_LENGTH, MAX_TAGS } from "../../core/memory.ts";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { expectedRevisionArgument, memorySchema, referenceArguments, referenceOf } from "./schemas.ts";

/** `update_memory`: corrects or moves a memory. */
export function updateMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "update_memory",
      title: "Correct a memory",
      description: `Correct or complete a memory, or move it to another namespace or domain. Use it when a memory is wrong or out of date: better one true memory than two that disagree. Only what you give changes; "content" and "tags" replace what was there. Earlier revisions are kept.

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X", "content": "We use pnpm 11 …", "expectedRevision": 2}`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({
        ...referenceArguments,
        content: z.string().optional().describe("The whole new content, in Markdown, 1 byte to 64 KiB."),
        namespace: z.string().max(100).optional().describe("Moves it to this namespace."),
        domain: z.string().max(300).optional().describe('Moves it to "user" or to a project such as "owner/repo".'),
        tags: z
          .array(z.string().max(500))
          .max(MAX_TAGS)
          .optional()
          .describe("All tags it shall have; [] removes them."),
        source: z
          .string()
          .max(MAX_SOURCE_LENGTH)
          .optional()
          .describe('The file, URL or commit it comes from; "" removes it.'),
        expectedRevision: expectedRevisionArgument.optional(),
      }),
      output: z.object({ memory: memorySchema }),
      async run({ urn, id, source, ...changes }, { caller }) {
        const reference = referenceOf({ urn, id });
        const { expectedRevision: _expected, ...fields } = changes;
        if (source === undefined && Object.values(fields).every((value) => value === undefined)) {
          throw invalidArgument(
            "content",
            "Nothing to change was given.",
            "Give content, namespace, domain, tags or source.",
          );
        }
        const update = source === undefined ? changes : { ...changes, source: source === "" ? null : source };
        return { memory: await service.update(caller, reference, update) };
      },
    },
    logger,
  );
}
