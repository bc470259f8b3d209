import type { FacetCount } from "../../../../electron/core/ports.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";

/** What the editor's fields can be completed with: what is in use, and the namespaces that are not yet. */
export function useChoices(): {
  readonly namespaces: readonly FacetCount[];
  readonly domains: readonly FacetCount[];
  readonly tags: readonly FacetCount[];
} {
  const facets = useBridgeQuery("memories.facets", {}).data;
  const names = useBridgeQuery("memories.namespaces", {}).data ?? [];
  const used = facets?.namespaces ?? [];
  const unused = names.filter((name) => !used.some((facet) => facet.value === name));
  const domains = facets?.domains ?? [];
  return {
    namespaces: [...used, ...unused.map((value) => ({ value, count: 0 }))],
    domains: domains.some((domain) => domain.value === "user") ? domains : [...domains, { value: "user", count: 0 }],
    tags: facets?.tags ?? [],
  };
}
