import type { CatalogPrompt } from "../catalog.ts";
import { givenArgument, textPrompt } from "./text-prompt.ts";

/** `capture_session`: looks back on a conversation and keeps what will matter. */
export function captureSession(): CatalogPrompt {
  return {
    definition: {
      name: "capture_session",
      title: "Capture this conversation",
      description: "Looks back on this conversation and captures what will matter next time.",
      arguments: [
        {
          name: "focus",
          description: "What to look at in particular, for example decisions.",
          required: false,
        },
      ],
    },
    async get(args) {
      const focus = givenArgument(args, "focus");
      return textPrompt(
        "Capture what this conversation taught",
        `Look back on our conversation and keep what will matter next time${focus === undefined ? "" : `, above all: ${focus}`}.

1. List for yourself what was decided and why, what was learned, which conventions and preferences showed, and what is still open with its next step. Leave out what the code or its history says by itself, and all secrets.
2. For each, call search_memories first. If it is known, leave it; if what is known is out of date, use update_memory, or capture_memory with "supersedes".
3. Capture the rest with capture_memory: one fact to a memory, in full sentences that make sense without this conversation, with namespace and a few tags. What holds beyond this project goes to domain "user".
4. Tell me in a short list what you captured and what you corrected.`,
      );
    },
  };
}
