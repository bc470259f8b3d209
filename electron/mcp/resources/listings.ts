import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { isConversationId } from "../../core/conversations.ts";
import { ANY, RESERVED_SEGMENTS } from "../../core/domain.ts";
import { RecollectError } from "../../text/errors.ts";
import { listingAddress, segmentsOf, splitAsOf, TOPICS_ADDRESS, topicAddress } from "../addresses.ts";
import type { CatalogResources } from "../catalog-entries.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeDomain, completeNamespace, completeTag } from "./completions.ts";
import { toListing } from "./front-matter.ts";

/** Memories in one listing. Resources have no pages; list_memories has. */
const MAX_LISTED = 200;
const MIME_TYPE = "application/yaml";

/** Listings by place: `recollect://{domain}/{namespace}` and `recollect://{domain}/_`; `_` means all. */
export function listingResources({ service }: MemorySourceDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "namespace",
          title: "Memories in a namespace",
          uriTemplate: "recollect://{domain}/{namespace}",
          description: `Front matter of the newest ${MAX_LISTED} memories in a namespace. The domain "_" means all. "?asOf=2026-05-01" returns those valid then.`,
          mimeType: MIME_TYPE,
        },
        complete: { domain: completeDomain(service), namespace: completeNamespace(service) },
      },
      {
        definition: {
          name: "domain",
          title: "Memories in a domain",
          uriTemplate: "recollect://{domain}/_",
          description: `Front matter of the newest ${MAX_LISTED} memories about the user or a project.`,
          mimeType: MIME_TYPE,
        },
        complete: { domain: completeDomain(service) },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      if (segments?.length !== 2 || segments.includes("")) return false;
      const [domain = "", namespace = ""] = segments;
      if (domain === "conversation" && isConversationId(namespace)) return false;
      return domain === "user" || domain === ANY || !RESERVED_SEGMENTS.includes(domain);
    },

    async list({ caller }): Promise<readonly Resource[]> {
      const { domains, namespaces } = await service.facets(caller, { domain: ANY });
      return [
        ...domains.map(({ value, count }) => ({
          uri: listingAddress(value, null),
          name: `domain-${value}`,
          title: value === "user" ? "Everything about the user" : `Everything about ${value}`,
          description: formatCount(count),
          mimeType: MIME_TYPE,
        })),
        ...namespaces.map(({ value, count }) => ({
          uri: listingAddress(null, value),
          name: `namespace-${value}`,
          title: `All ${value}`,
          description: formatCount(count),
          mimeType: MIME_TYPE,
        })),
      ];
    },

    async read(uri, { caller }): Promise<ReadResourceResult> {
      const [domain = ANY, namespace = ANY] = segmentsOf(uri) ?? [];
      const { asOf } = splitAsOf(uri);
      const { items, nextCursor } = await service.list(caller, { domain, namespace, asOf, limit: MAX_LISTED });
      const more =
        nextCursor === undefined ? "" : "# This list is incomplete: list_memories pages through all memories.\n";
      const text = items.length === 0 ? "[] # No memories here yet.\n" : more + toListing(items);
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

/** Tags and the memories that have them: `recollect://topics` and `recollect://topics/{tag}`. */
export function topicResources({ service }: MemorySourceDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "topic",
          title: "Memories with a tag",
          uriTemplate: "recollect://topics/{tag}",
          description: `Front matter of the newest ${MAX_LISTED} memories with this tag, in any domain.`,
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
          description: "All tags with their number of memories.",
          mimeType: MIME_TYPE,
        },
      ];
    },

    async read(uri, { caller }): Promise<ReadResourceResult> {
      const tag = segmentsOf(uri)?.[1];
      const { asOf } = splitAsOf(uri);
      const text = tag === undefined ? await listTags() : await listMemoriesWith(tag);
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };

      async function listTags(): Promise<string> {
        const { tags } = await service.facets(caller, { domain: ANY });
        const lines = tags.map(
          ({ value, count }) =>
            `- tag: ${JSON.stringify(value)}\n  memories: ${count}\n  uri: ${JSON.stringify(topicAddress(value))}\n`,
        );
        return lines.length === 0 ? "[] # No tags yet.\n" : lines.join("");
      }

      async function listMemoriesWith(name: string): Promise<string> {
        const { items } = await service.list(caller, { domain: ANY, tags: [name], asOf, limit: MAX_LISTED });
        if (items.length > 0) return toListing(items);
        throw new RecollectError("tag_unknown", { tag: name.slice(0, 100) });
      }
    },
  };
}

function formatCount(count: number): string {
  return count === 1 ? "1 memory" : `${count} memories`;
}
