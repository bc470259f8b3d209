import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { RESERVED_SEGMENTS } from "../../core/domain.ts";
import { type Memory, titleOf } from "../../core/memory.ts";
import { segmentsOf, splitAsOf } from "../addresses.ts";
import type { CatalogResources, Completer } from "../catalog-entries.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { completeDomain, completeNamespace } from "./completions.ts";
import { toFencedDocument } from "./front-matter.ts";

/**
 * The newest memories included in lists and completions. Many clients fetch every page when they connect, and some pass
 * the result to their model, so the other memories are only reachable through the listings and list_memories.
 */
const MAX_LISTED = 200;
const MIME_TYPE = "text/markdown";

/** Single memories: `recollect://memory/{id}` and `recollect://{domain}/{namespace}/{id}`. */
export function memoryResources({ service }: MemorySourceDependencies): CatalogResources {
  const completeId: Completer = async (value, given, { caller }) => {
    const { domain, namespace } = given;
    const { items } = await service.list(caller, { domain, namespace, limit: MAX_LISTED });
    return items.map((memory) => memory.id).filter((id) => id.startsWith(value.toUpperCase()));
  };

  return {
    templates: [
      {
        definition: {
          name: "memory",
          title: "Memory by id",
          uriTemplate: "recollect://memory/{id}",
          description: "One memory as Markdown with front matter. This address does not change when the memory moves.",
          mimeType: MIME_TYPE,
        },
        complete: { id: completeId },
      },
      {
        definition: {
          name: "memory-in-place",
          title: "Memory by place",
          uriTemplate: "recollect://{domain}/{namespace}/{id}",
          description:
            'One memory as Markdown with front matter. "?asOf=2026-05-01" returns it only if it was valid then.',
          mimeType: MIME_TYPE,
        },
        complete: { domain: completeDomain(service), namespace: completeNamespace(service), id: completeId },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      if (segments === null || segments.includes("")) return false;
      const [first = ""] = segments;
      if (segments.length === 2) return first === "memory";
      return segments.length === 3 && (first === "user" || first === "_" || !isReserved(first));
    },

    async list({ caller }): Promise<readonly Resource[]> {
      const { items } = await service.list(caller, { limit: MAX_LISTED });
      return items.map(toResource);
    },

    async read(uri, { caller }): Promise<ReadResourceResult> {
      const { address, asOf } = splitAsOf(uri);
      const memory = await service.get(caller, address, asOf);
      return { contents: [{ uri, mimeType: MIME_TYPE, text: toFencedDocument(memory) }] };
    },
  };
}

function toResource(memory: Memory): Resource {
  return {
    uri: memory.urn,
    name: memory.id,
    title: titleOf(memory.content, 80),
    description: [memory.namespace, memory.domain, ...memory.tags.map((tag) => `#${tag}`)].join(" · "),
    mimeType: MIME_TYPE,
    annotations: { lastModified: memory.updatedAt },
  };
}

function isReserved(segment: string): boolean {
  return RESERVED_SEGMENTS.includes(segment);
}
