import { grantsDomain } from "../../core/caller.ts";
import { ANY, USER_DOMAIN } from "../../core/domain.ts";
import type { MemoryService } from "../../core/memory-service.ts";
import type { FacetCount } from "../../core/ports.ts";
import type { Completer } from "../catalog-entries.ts";

/** Suggests the domains in use, largest first, then the current project, `user` and `_`. */
export function completeDomain(service: MemoryService): Completer {
  return async (value, _given, { caller }) => {
    const { domains } = await service.facets(caller, { domain: ANY });
    const { grant, project } = caller;
    const always = [project, USER_DOMAIN].filter((domain) => domain !== null && grantsDomain(grant, domain));
    return startingWith(value, [...valuesOf(domains), ...always, ANY]);
  };
}

/** Suggests namespaces: first those in use in the domain, then the other known ones. */
export function completeNamespace(service: MemoryService): Completer {
  return async (value, { domain = ANY }, { caller }) => {
    const [{ namespaces }, known] = await Promise.all([service.facets(caller, { domain }), service.namespaces(caller)]);
    return startingWith(value, [...valuesOf(namespaces), ...known]);
  };
}

/** Suggests tags in use in any domain, most used first. */
export function completeTag(service: MemoryService): Completer {
  return async (value, _given, { caller }) => {
    // A caller without a project searches all domains.
    const tags = await service.tagsStartingWith({ ...caller, project: null }, value, 100);
    return valuesOf(tags);
  };
}

function valuesOf(facets: readonly FacetCount[]): string[] {
  return facets.map((facet) => facet.value);
}

function startingWith(value: string, candidates: readonly (string | null)[]): string[] {
  const start = value.toLowerCase();
  const found = candidates.filter((candidate) => candidate?.toLowerCase().startsWith(start) === true);
  return [...new Set(found as string[])];
}
