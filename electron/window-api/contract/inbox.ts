import { z } from "zod";
import type { Page } from "../../core/filter.ts";
import { INBOX_STATES, type InboxCounts, type Proposal } from "../../core/inbox.ts";
import type { Memory } from "../../core/memory.ts";
import type { SimilarMemory } from "../../core/search.ts";
import { memoryChanges } from "./memories.ts";
import { method, nothing } from "./method.ts";

const id = z.string().min(1).max(100);

/** Memories that wait for the owner's review, and rejected ones. */
export const inboxMethods = {
  "inbox.counts": method<InboxCounts>()(nothing),
  "inbox.list": method<Page<Proposal>>()({
    state: z.enum(INBOX_STATES),
    limit: z.number().int().min(1).max(200),
    cursor: z.string().optional(),
  }),
  "inbox.similar": method<readonly SimilarMemory[]>()({ id }),
  /** Stores a proposal as a memory, with the owner's changes. */
  "inbox.keep": method<Memory>()({ id, ...memoryChanges }),
  "inbox.reject": method<Proposal>()({ id }),
  /** Undoes keep and reject. */
  "inbox.reopen": method<Proposal>()({ id }),
} as const;
