import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { ANY, RESERVED_SEGMENTS } from "../../core/domain.ts";
import { listingAddress, segmentsOf } from "../addresses.ts";
import type { CatalogResources } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeDomain, completeNamespace } from "./completions.ts";
import { toListing } from "./front-matter.ts";

/** Most memories in one listing; resources have no pages, list_memories has. */
const MAXIMUM = 200;
const MIME_TYPE = "application/yaml";

/** Listings of a place: `recollect://{domain}/{namespace}` and `recollect://{domain}/_`; `_` stands for all. */
export function listingResources({ service }: MemorySourceDependencies): CatalogResources {
  return {
    templates: [
      {
        definition: {
          name: "namespace",
          title: "Memories of one kind",
          uriTemplate: "recollect://{domain}/{namespace}",
          description: `Front matter of the newest ${MAXIMUM} memories in a namespace. "_" for the domain stands for all.`,
          mimeType: MIME_TYPE,
        },
        complete: { domain: completeDomain(service), namespace: completeNamespace(service) },
      },
      {
        definition: {
          name: "domain",
          title: "Memories of one domain",
          uriTemplate: "recollect://{domain}/_",
          description: `Front matter of the newest ${MAXIMUM} memories about the user or about a project.`,
          mimeType: MIME_TYPE,
        },
        complete: { domain: completeDomain(service) },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      if (segments?.length !== 2 || segments.includes("")) return false;
      const [domain = ""] = segments;
      return domain === "user" || domain === ANY || !(RESERVED_SEGMENTS as readonly string[]).includes(domain);
    },

    async list({ caller }): Promise<readonly Resource[]> {
      const { domains, namespaces } = await service.facets(caller, { domain: ANY });
      return [
        ...domains.map(({ value, count }) => ({
          uri: listingAddress(value, null),
          name: `domain-${value}`,
          title: value === "user" ? "Everything about the user" : `Everything about ${value}`,
          description: countOf(count),
          mimeType: MIME_TYPE,
        })),
        ...namespaces.map(({ value, count }) => ({
          uri: listingAddress(null, value),
          name: `namespace-${value}`,
          title: `All ${value}`,
          description: countOf(count),
          mimeType: MIME_TYPE,
        })),
      ];
    },

    async read(uri, { caller }): Promise<ReadResourceResult> {
      const [domain = ANY, namespace = ANY] = segmentsOf(uri) ?? [];
      const { items, nextCursor } = await service.list(caller, { domain, namespace, limit: MAXIMUM });
      const more = nextCursor === undefined ? "" : `# There are more: list_memories has them all, page by page.\n`;
      const text = items.length === 0 ? "[] # No memories here yet.\n" : more + toListing(items);
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

function countOf(count: number): string {
  return count === 1 ? "1 memory" : `${count} memories`;
}
