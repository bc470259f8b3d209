import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { memorySchema, referenceArguments, referenceOf } from "./schemas.ts";

/** `get_memory`: one memory, whole. */
export function getMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "get_memory",
      title: "Read a memory",
      description: `Read one memory whole. Use it when a result says "truncated": true, when you were given an address, or before you change a memory.

Example: {"urn": "recollect://user/decisions/01J9ZQ4K7M3N5P6R8S0T2V4W6X"}`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject(referenceArguments),
      output: z.object({ memory: memorySchema }),
      run: async (args, { caller }) => ({ memory: await service.get(caller, referenceOf(args)) }),
    },
    logger,
  );
}
