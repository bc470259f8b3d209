import type { Caller } from "../core/caller.ts";
import { DomainNames, type KnownDomain } from "../core/domain-names.ts";
import type { MemoryStore } from "../core/ports.ts";
import { type ProjectNaming, projectKey, readProjectName } from "../core/project-name.ts";

/** Returns the domains that a caller may know of. */
export type NamesFor = (caller: Pick<Caller, "grant">) => Promise<DomainNames>;

/**
 * Reads which domains exist, so that every spelling of a project finds the same one. A limited caller learns of no domain
 * outside its grant.
 */
export function createDomainNames(store: Pick<MemoryStore, "domains">, naming: ProjectNaming): NamesFor {
  let last: { readonly known: readonly KnownDomain[]; readonly names: DomainNames } | null = null;
  return async function namesFor({ grant: { domains } }) {
    const known = await store.domains();
    if (last?.known !== known) last = { known, names: new DomainNames(known, naming) };
    if (domains === null) return last.names;
    const keyOf = (name: string) => projectKey(readProjectName(name, naming));
    const granted = new Set(domains.map(keyOf));
    return new DomainNames(
      known.filter(({ name }) => granted.has(keyOf(name))),
      naming,
    );
  };
}

/**
 * The caller with the domains of its grant in every spelling, and its project as captures are stored. A client that is
 * limited to one domain works in it.
 */
export function callerIn(names: DomainNames, caller: Caller): Caller {
  const { project, grant } = caller;
  const granted = grant.domains === null ? null : [...new Set(grant.domains.map((name) => names.nameOf(name)))];
  const [only = null] = granted?.length === 1 ? granted : [];
  return {
    ...caller,
    project: only ?? (project === null ? null : names.nameOf(project)),
    grant: { ...grant, domains: grant.domains === null ? null : names.expand(grant.domains) },
  };
}
