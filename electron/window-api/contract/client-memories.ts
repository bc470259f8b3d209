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
  /** Counts the entries on this machine, and stores nothing. */
  "clientMemories.survey": method<ClientMemorySources>()(nothing),
  "clientMemories.settings": method<ClientMemorySettings>()(nothing),
  /** Changes the watched sources, and reads new ones immediately. Earlier proposals and memories stay. */
  "clientMemories.updateSettings": method<ClientMemorySettings>()({
    clients: z.array(z.enum(MEMORY_CLIENTS)).max(50).optional(),
    /** `sections`: their headings; null for all. */
    files: z
      .array(z.object({ path, sections: z.array(z.string().max(1000)).max(1000).nullable() }))
      .max(200)
      .optional(),
  }),
  "clientMemories.status": method<ClientMemoryStatus>()(nothing),
  /** The entries that were read, each with its state. */
  "clientMemories.entries": method<readonly ClientMemoryEntry[]>()(nothing),
  /** Reads the changes. Resolves when that is done. */
  "clientMemories.scan": method<ClientMemoryStatus>()(nothing),
} as const;
