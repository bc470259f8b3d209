import { z } from "zod";
import type { FoundImport, ImportReport } from "../../core/memory-import.ts";
import { method, nothing } from "./method.ts";

/** Bringing along what other programs keep. */
export const importMethods = {
  /** What lies on this computer where other programs keep their memories. */
  "imports.found": method<readonly FoundImport[]>()(nothing),
  /** Takes a file or folder in, or tells what would become of it; `import.progress` says how far it is. */
  "imports.run": method<ImportReport>()(
    z.object({
      path: z.string().trim().min(1).max(4096),
      dryRun: z.boolean(),
      /** Domains by what the other program calls the project. */
      projects: z.record(z.string(), z.string()).optional(),
    }),
  ),
} as const;
