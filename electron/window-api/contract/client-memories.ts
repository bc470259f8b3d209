import { z } from "zod";
import {
  type ClientMemoryEntry,
  type ClientMemorySettings,
  type ClientMemorySources,
  type ClientMemoryStatus,
  MEMORY_CLIENTS,
} from "../../core/client-memories.ts";
import { method, nothing } from "./method.ts";

const path = z.string().min(1).max(4096);

/** Clients' own memories and sections of instruction files, which are proposed to the inbox. */
export const clientMemoryMethods = {
  /** Counts what is on this machine, and stores nothing of it. */
  "clientMemories.survey": method<ClientMemorySources>()(nothing),
  "clientMemories.settings": method<ClientMemorySettings>()(nothing),
  /** Changes what is watched; what is new is read at once. What was proposed or kept before stays. */
  "clientMemories.updateSettings": method<ClientMemorySettings>()(
    z.object({
      clients: z.array(z.enum(MEMORY_CLIENTS)).max(50).optional(),
      /** `sections`: their headings; null for all. */
      files: z
        .array(z.object({ path, sections: z.array(z.string().max(1000)).max(1000).nullable() }))
        .max(200)
        .optional(),
    }),
  ),
  "clientMemories.status": method<ClientMemoryStatus>()(nothing),
  /** The entries that were read, each with its state. */
  "clientMemories.entries": method<readonly ClientMemoryEntry[]>()(nothing),
  /** Reads what has changed. Resolves when that is done. */
  "clientMemories.scan": method<ClientMemoryStatus>()(nothing),
} as const;
