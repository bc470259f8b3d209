import type { CatalogPrompt } from "../catalog.ts";
import { textPrompt } from "./text-prompt.ts";

/** `tutorial`: shows a new owner what this is good for, by doing it. */
export function tutorial(): CatalogPrompt {
  return {
    definition: {
      name: "tutorial",
      title: "Get to know Recollect",
      description: "A tour of five minutes: capture, recall, correct, delete and restore.",
    },
    async get() {
      return textPrompt(
        "Get to know Recollect",
        `Show me Recollect by using it with me, one short step at a time; wait for my answer after each.

1. Call memory_status and tell me in one sentence what is there and which project we are in.
2. Ask me for one preference of mine, and capture it (namespace "patterns", domain "user", tag "tutorial").
3. Find it again with search_memories in other words than mine, and show me why it matched.
4. Correct it with update_memory and show me that the revision went up.
5. Delete it, show that search finds it no more, and bring it back with restore_memory.
6. Tell me that any other assistant on this machine sees the same memories, that I can watch and edit them in Recollect's window, and that you will capture decisions from now on without being asked. Ask whether I want to keep the memory of step 2.`,
      );
    },
  };
}
