import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { expectedRevisionArgument, memorySchema, referenceArguments, referenceOf } from "./schemas.ts";

/** `delete_memory`: puts a memory into the trash. */
export function deleteMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "delete_memory",
      title: "Delete a memory",
      description: `Put a memory into the trash: it is found no more, and can be brought back with restore_memory. Use it for what is plainly wrong, doubled, or what the user wants forgotten. For what merely changed, use update_memory, or capture_memory with "supersedes".

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({ ...referenceArguments, expectedRevision: expectedRevisionArgument.optional() }),
      output: z.object({ memory: memorySchema }),
      run: async ({ expectedRevision, ...reference }, { caller }) => ({
        memory: await service.delete(caller, referenceOf(reference), expectedRevision),
      }),
    },
    logger,
  );
}
