import type { CatalogPrompt } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeDomain, completeNamespace } from "../resources/completions.ts";
import { toListing } from "../resources/front-matter.ts";
import { namespacesOf } from "../tools/schemas.ts";
import { givenArgument, textPrompt } from "./text-prompt.ts";

const REVIEWED = 50;

/** `review_memories`: goes through what is kept and tidies it up with the owner. */
export function reviewMemories({ service }: MemorySourceDependencies): CatalogPrompt {
  return {
    definition: {
      name: "review_memories",
      title: "Review memories",
      description: "Goes through memories, oldest first, and finds what is outdated, doubled or unclear.",
      arguments: [
        { name: "namespace", description: "Only this kind of knowledge.", required: false },
        { name: "domain", description: '"user", a project, or "_" for everything.', required: false },
      ],
    },
    complete: { namespace: completeNamespace(service), domain: completeDomain(service) },
    async get(args, { caller }) {
      const { items, nextCursor } = await service.list(caller, {
        namespace: namespacesOf(givenArgument(args, "namespace")),
        domain: givenArgument(args, "domain"),
        sort: "created-ascending",
        limit: REVIEWED,
      });
      if (items.length === 0) return textPrompt("Review memories", "There are no memories here to review.");
      const more =
        nextCursor === undefined ? "" : ` There are more than these ${items.length}: list_memories has the rest.`;
      return textPrompt(
        "Review memories",
        `Help me tidy up what Recollect keeps. These are memories without their contents, oldest first.${more} Read with get_memory what you need.

Look for memories that are outdated, say the same, contradict each other, are hard to understand alone, or lie in the wrong namespace or domain. Propose for each what to do (update_memory, capture_memory with "supersedes", delete_memory) and why. Change nothing before I agree.

${toListing(items)}`,
      );
    },
  };
}
