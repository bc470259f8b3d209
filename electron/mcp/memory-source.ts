import type { CatalogSource } from "./catalog.ts";
import type { MemorySourceDependencies } from "./memory-source-dependencies.ts";
import { captureSession, recallContext, reviewMemories, tutorial } from "./prompts.ts";
import { helpResources } from "./resources/help.ts";
import { listingResources, topicResources } from "./resources/listings.ts";
import { memoryResources } from "./resources/memories.ts";
import { captureMemory } from "./tools/capture-memory.ts";
import { listMemories } from "./tools/list-memories.ts";
import { memoryStatus, reindexMemories } from "./tools/maintenance.ts";
import { searchMemories } from "./tools/search-memories.ts";
import { deleteMemory, getMemory, restoreMemory, updateMemory } from "./tools/single-memory.ts";

/**
 * The server's instructions, which a model reads before the tools. Short, because they are part of every conversation.
 */
export const INSTRUCTIONS = `Recollect is the user's long-term memory, shared by all their AI assistants on this machine. It persists across conversations.

Recall first. At the start of a task, and before you ask the user something or make a design decision, call search_memories with the subject in a few words. Trust what it says about past decisions and preferences, and say when you rely on it. If a memory is wrong, correct it with update_memory.

Capture what will matter next time, as soon as it becomes clear, without being asked: a decision and its reason, a convention, a fact about the project or the user, a pitfall and its fix, open work at the end. One fact per memory, in full sentences that make sense without this conversation, with names, versions and dates. Do not capture what the code or its history already says, passing details, or secrets such as passwords and keys.

Namespace is the kind of knowledge (decisions, patterns, learnings, context, tech-debt, blockers, progress, apis, config, security, testing, performance). Domain is what it is about: the current project (the default), or "user" for what applies everywhere, such as preferences. When a fact replaces an older one, pass the old one as supersedes.

More: read recollect://help/capture or recollect://help/search.`;

/** The catalog source for memories: nine tools with their resources and prompts. */
export function createMemorySource(dependencies: MemorySourceDependencies): CatalogSource {
  return {
    tools: [
      captureMemory(dependencies),
      searchMemories(dependencies),
      listMemories(dependencies),
      getMemory(dependencies),
      updateMemory(dependencies),
      deleteMemory(dependencies),
      restoreMemory(dependencies),
      memoryStatus(dependencies),
      reindexMemories(dependencies),
    ],
    prompts: [recallContext(dependencies), captureSession(), reviewMemories(dependencies), tutorial()],
    resources: [
      topicResources(dependencies),
      listingResources(dependencies),
      memoryResources(dependencies),
      helpResources(),
    ],
  };
}
