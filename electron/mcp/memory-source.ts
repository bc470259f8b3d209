import type { CatalogSource } from "./catalog.ts";
import type { MemorySourceDependencies } from "./memory-source-dependencies.ts";
import { captureSession } from "./prompts/capture-session.ts";
import { recallContext } from "./prompts/recall-context.ts";
import { reviewMemories } from "./prompts/review-memories.ts";
import { tutorial } from "./prompts/tutorial.ts";
import { helpResources } from "./resources/help.ts";
import { listingResources } from "./resources/listings.ts";
import { memoryResources } from "./resources/memories.ts";
import { topicResources } from "./resources/topics.ts";
import { captureMemory } from "./tools/capture-memory.ts";
import { deleteMemory } from "./tools/delete-memory.ts";
import { getMemory } from "./tools/get-memory.ts";
import { listMemories } from "./tools/list-memories.ts";
import { memoryStatus } from "./tools/memory-status.ts";
import { reindexMemories } from "./tools/reindex-memories.ts";
import { restoreMemory } from "./tools/restore-memory.ts";
import { searchMemories } from "./tools/search-memories.ts";
import { updateMemory } from "./tools/update-memory.ts";

/** The memories as a source of the catalog: nine tools, their resources and prompts. */
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
