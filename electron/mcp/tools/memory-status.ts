import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { countsSchema, indexSchema } from "./schemas.ts";

const DAMAGED =
  "The database is damaged in part. Tell the user to start Recollect again: it then offers to restore the newest backup.";

/** `memory_status`: how much there is, and whether all of it works. */
export function memoryStatus({ service, version, clock, logger }: MemorySourceDependencies): CatalogTool {
  const startedAt = clock.now();
  return defineTool(
    {
      name: "memory_status",
      title: "Memory status",
      description:
        "How many memories there are, whether search by words and by meaning is ready, and what this connection may do and takes for the current project. Use it to check that Recollect works, or when results are not what you expect.",
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({}),
      output: z.object({
        counts: countsSchema,
        index: indexSchema,
        version: z.string(),
        uptimeSeconds: z.int(),
        project: z.string().nullable().describe("The project reads and captures default to; null where none is known."),
        access: z.enum(["read", "write"]).describe("What this connection's token allows."),
        problem: z.string().nullable().describe("What is wrong and what the owner should do; null: nothing is known."),
      }),
      async run(_args, { caller }) {
        const { counts, index, damage } = await service.status(caller);
        return {
          counts,
          index,
          version,
          uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
          project: caller.project,
          access: caller.grant.access,
          problem: damage === null ? null : `${DAMAGED} What was found: ${damage}`,
        };
      },
    },
    logger,
  );
}
