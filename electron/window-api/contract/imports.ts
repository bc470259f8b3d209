import { z } from "zod";
import type { ArchivedMemory, FoundImport, ImportOutcome, ImportReport } from "../../core/memory-import.ts";
import { method, nothing } from "./method.ts";

/** The import of other programs' memories. */
export const importMethods = {
  /** The memories of other programs that were found on this computer. */
  "imports.found": method<readonly FoundImport[]>()(nothing),
  /** Imports a file or folder, or reports what the import would do. The event `import.progress` reports progress. */
  "imports.run": method<ImportReport>()({
    path: z.string().trim().min(1).max(4096),
    dryRun: z.boolean(),
    /** Whether the memories wait in the inbox for the owner's review. Default: false. */
    toInbox: z.boolean().optional(),
    /** Maps the other program's project names to domains. */
    projects: z.record(z.string(), z.string()).optional(),
  }),
  /** Stores memories that the caller read; the service validates each. The outcomes are in the same order. */
  "imports.store": method<readonly ImportOutcome[]>()({
    memories: z.array(z.custom<ArchivedMemory>()).max(200),
    dryRun: z.boolean().optional(),
    toInbox: z.boolean().optional(),
  }),
} as const;
