import { z } from "zod";
import {
  type ClientMemoryEntry,
  type ClientMemorySettings,
  type ClientMemorySources,
  type ClientMemoryStatus,
  MEMORY_CLIENTS,
} from "../../core/client-memories.ts";
import {
  CONVERSATION_WORK,
  type ConversationPart,
  type ConversationSearchResult,
  type ConversationSession,
  type ConversationSettings,
  type ConversationStatus,
  type ConversationSurvey,
  type Forgotten,
} from "../../core/conversations.ts";
import type { Page } from "../../core/filter.ts";
import type { Memory } from "../../core/memory.ts";
import {
  SUGGESTION_STATES,
  type Suggestion,
  type SuggestionCounts,
  type SuggestionLearning,
} from "../../core/suggestions.ts";
import { memoryChanges } from "./memories.ts";
import { method, nothing } from "./method.ts";

const client = z.string().min(1).max(60);
const project = z.string().min(1).max(300);
const id = z.string().min(1).max(200);
/** As memories' filters accept them: dates, date-times, and spans such as `7d`. */
const moment = z.string().max(100);
const filter = {
  /** `_`, the default: all. */
  project: project.optional(),
  /** Part of a client's id. */
  client: client.optional(),
  since: moment.optional(),
  before: moment.optional(),
};
const work = { work: z.enum(CONVERSATION_WORK).optional() };
const names = (name: z.ZodString) => z.array(name).max(500);

/** Conversations that clients' transcripts on this machine contain. */
export const conversationMethods = {
  /** Lists the transcripts of each client and opens none. */
  "conversations.survey": method<readonly ConversationSurvey[]>()(nothing),
  "conversations.settings": method<ConversationSettings>()(nothing),
  /**
   * Changes settings immediately: an added client is read, and excluded conversations are removed. A removed client is
   * not read any more; its stored conversations stay until they are forgotten.
   */
  "conversations.updateSettings": method<ConversationSettings>()({
    clients: names(client).optional(),
    excludedFolders: names(z.string().min(1).max(4096)).optional(),
    excludedProjects: names(project).optional(),
    retentionDays: z.number().int().min(1).max(36_500).nullable().optional(),
    /** Excluded conversations are not read any more; stored ones stay. */
    archives: z
      .array(z.object({ client, path: z.string().min(1).max(4096) }))
      .max(500)
      .optional(),
    readingPaused: z.boolean().optional(),
    embeddingPaused: z.boolean().optional(),
    suggestions: z.boolean().optional(),
    /** Nothing is suggested from these projects and clients. */
    unsuggestedProjects: names(project).optional(),
    unsuggestedClients: names(client).optional(),
  }),
  "conversations.status": method<ConversationStatus>()(nothing),
  /** Starts a scan, or joins the running one, and returns immediately. `forgotten` re-reads forgotten conversations. */
  "conversations.scan": method<ConversationStatus>()({ forgotten: z.boolean().default(false) }),
  /** Without `work` both. */
  "conversations.pause": method<ConversationStatus>()(work),
  "conversations.resume": method<ConversationStatus>()(work),
  /** Reads the export archive of a ChatGPT or Claude account, at an absolute path (`app.chooseFile`). */
  "conversations.addArchive": method<ConversationSettings>()({ path: z.string().min(1).max(4096) }),
  "conversations.search": method<ConversationSearchResult>()({
    query: z.string().max(20_000),
    ...filter,
    limit: z.number().int().min(1).max(50).optional(),
  }),
  /** The most recent first. */
  "conversations.sessions": method<Page<ConversationSession>>()({
    ...filter,
    limit: z.number().int().min(1).max(200).optional(),
    cursor: z.string().max(4000).optional(),
  }),
  /**
   * The messages around a number, or the first. A memory from a selection has `recollect://conversation/{id}#{number}`
   * as its source.
   */
  "conversations.read": method<ConversationPart>()({
    id,
    around: z.number().int().min(1).optional(),
    before: z.number().int().min(0).max(200).optional(),
    after: z.number().int().min(0).max(200).optional(),
  }),
  /** Removes conversations with their index. A scan does not read them again, unless it is asked to. */
  "conversations.forget": method<Forgotten>()(
    z.union([
      z.strictObject({ session: id }),
      z.strictObject({ project }),
      z.strictObject({ client }),
      z.strictObject({ all: z.literal(true) }),
    ]),
  ),

  // Passages of conversations that Recollect suggests as memories.
  "suggestions.counts": method<SuggestionCounts>()(nothing),
  /** Requests to remember first, then by conversation, the latest first. */
  "suggestions.list": method<Page<Suggestion>>()({
    state: z.enum(SUGGESTION_STATES),
    limit: z.number().int().min(1).max(200),
    cursor: z.string().max(100).optional(),
  }),
  /** Stores a suggestion as a memory, with the owner's changes. */
  "suggestions.keep": method<Memory>()({ id, ...memoryChanges }),
  "suggestions.reject": method<Suggestion>()({ id }),
  /** Undoes keep and reject. */
  "suggestions.reopen": method<Suggestion>()({ id }),
  /** Suggests nothing more of the suggestion's project or client. Returns how many suggestions were removed. */
  "suggestions.exclude": method<number>()({ id, what: z.enum(["project", "client"]) }),
  /** The owner's decisions, which move the floor and the weight of kinds. */
  "suggestions.learning": method<SuggestionLearning>()(nothing),
  "suggestions.resetLearning": method<SuggestionLearning>()(nothing),

  // Clients' own memories and sections of instruction files, which are proposed to the inbox.
  /** Counts the entries on this machine, and stores nothing. */
  "clientMemories.survey": method<ClientMemorySources>()(nothing),
  "clientMemories.settings": method<ClientMemorySettings>()(nothing),
  /** Changes the watched sources, and reads new ones immediately. Earlier proposals and memories stay. */
  "clientMemories.updateSettings": method<ClientMemorySettings>()({
    clients: z.array(z.enum(MEMORY_CLIENTS)).max(50).optional(),
    /** `sections`: their headings; null for all. */
    files: z
      .array(
        z.object({ path: z.string().min(1).max(4096), sections: z.array(z.string().max(1000)).max(1000).nullable() }),
      )
      .max(200)
      .optional(),
  }),
  "clientMemories.status": method<ClientMemoryStatus>()(nothing),
  /** The entries that were read, each with its state. */
  "clientMemories.entries": method<readonly ClientMemoryEntry[]>()(nothing),
  /** Reads the changes. Resolves when that is done. */
  "clientMemories.scan": method<ClientMemoryStatus>()(nothing),
} as const;
