import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { ANY } from "../../core/domain.ts";
import { RecollectError } from "../../core/errors.ts";
import { segmentsOf, TOPICS_ADDRESS, topicAddress } from "../addresses.ts";
import type { CatalogResources } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeTag } from "./completions.ts";
import { toListing } from "./front-matter.ts";

const MAXIMUM = 200;
const MIME_TYPE = "application/yaml";

/** What the memories are about: `recollect://topics`, and `recollect://topics/{tag}`. */
export function topicResources({ service }: MemorySourceDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "topic",
          title: "Memories with a tag",
          uriTemplate: "recollect://topics/{tag}",
          description: `Front matter of the newest ${MAXIMUM} memories with this tag, in any domain.`,
          mimeType: MIME_TYPE,
        },
        complete: { tag: completeTag(service) },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      return segments?.[0] === "topics" && segments.length <= 2 && !segments.includes("");
    },

    async list(): Promise<readonly Resource[]> {
      return [
        {
          uri: TOPICS_ADDRESS,
          name: "topics",
          title: "Topics",
          description: "All tags, with how many memories carry each.",
          mimeType: MIME_TYPE,
        },
      ];
    },

    async read(uri, { caller }): Promise<ReadResourceResult> {
      const tag = segmentsOf(uri)?.[1];
      const text = tag === undefined ? await allTopics() : await oneTopic(tag);
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };

      async function allTopics(): Promise<string> {
        const { tags } = await service.facets(caller, { domain: ANY });
        const lines = tags.map(
          ({ value, count }) =>
            `- tag: ${JSON.stringify(value)}\n  memories: ${count}\n  uri: ${JSON.stringify(topicAddress(value))}\n`,
        );
        return lines.length === 0 ? "[] # No tags yet.\n" : lines.join("");
      }

      async function oneTopic(name: string): Promise<string> {
        const { items } = await service.list(caller, { domain: ANY, tags: [name], limit: MAXIMUM });
        if (items.length > 0) return toListing(items);
        throw new RecollectError("not_found", `No memory has the tag "${name.slice(0, 100)}".`, {
          hint: `Read ${TOPICS_ADDRESS} for the tags there are.`,
        });
      }
    },
  };
}
