import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { memorySchema, referenceArguments, referenceOf } from "./schemas.ts";

/** `restore_memory`: brings a memory back from the trash. */
export function restoreMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "restore_memory",
      title: "Restore a memory",
      description: `Bring a memory back from the trash, as it was. Use it to undo delete_memory; list_memories with "trash": "only" shows what is there.

Example: {"id": "01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject(referenceArguments),
      output: z.object({ memory: memorySchema }),
      run: async (args, { caller }) => ({ memory: await service.restore(caller, referenceOf(args)) }),
    },
    logger,
  );
}
