import { invalidArgument } from "../../core/errors.ts";
import type { CatalogPrompt } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeDomain, completeTag } from "../resources/completions.ts";
import { toDocument } from "../resources/front-matter.ts";
import { givenArgument, textPrompt } from "./text-prompt.ts";

const RESULTS = 10;

/** `recall_context`: puts what is known about a subject into the conversation. */
export function recallContext({ service }: MemorySourceDependencies): CatalogPrompt {
  return {
    definition: {
      name: "recall_context",
      title: "Recall what is known",
      description: "Puts the memories about a subject into the conversation.",
      arguments: [
        { name: "topic", description: "What it is about, in a few words.", required: true },
        { name: "domain", description: '"user", a project, or "_" for everything.', required: false },
      ],
    },
    complete: { topic: completeTag(service), domain: completeDomain(service) },
    async get(args, { caller }) {
      const topic = givenArgument(args, "topic");
      if (topic === undefined) {
        throw invalidArgument(
          "topic",
          'recall_context needs the argument "topic".',
          "Say in a few words what it is about.",
        );
      }
      const { items } = await service.search(caller, {
        query: topic,
        domain: givenArgument(args, "domain"),
        limit: RESULTS,
      });
      const title = `What is known about ${topic}`;
      if (items.length === 0) {
        return textPrompt(
          title,
          `Recollect knows nothing about "${topic}" yet. Capture what we find out with capture_memory.`,
        );
      }
      const documents = items.map(({ memory }) => toDocument(memory)).join("\n");
      return textPrompt(
        title,
        `This is what Recollect remembers about "${topic}", the best match first. Take it as background, say when you rely on it, and correct with update_memory what turns out to be wrong.\n\n${documents}`,
      );
    },
  };
}
