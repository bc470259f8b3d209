import type { Caller } from "../core/caller.ts";
import { DomainNames, type KnownDomain } from "../core/domain-names.ts";
import { type FormerNames, NO_FORMER_NAMES } from "../core/former-names.ts";
import type { MemoryStore } from "../core/ports.ts";
import type { ProjectNaming } from "../core/project-name.ts";

/** Returns the domains that a caller may know of. */
export type NamesFor = (caller: Pick<Caller, "grant">) => Promise<DomainNames>;

/**
 * Reads which domains exist, so that every spelling of a project finds the same one. A limited caller learns of no domain
 * outside its grant.
 * @param formerNames the former names of domains; default: none
 */
export function createDomainNames(
  store: Pick<MemoryStore, "domains">,
  naming: ProjectNaming,
  formerNames: () => FormerNames = () => NO_FORMER_NAMES,
): NamesFor {
  let last: {
    readonly known: readonly KnownDomain[];
    readonly former: FormerNames;
    readonly names: DomainNames;
  } | null = null;
  return async function namesFor({ grant: { domains } }) {
    const known = await store.domains();
    const former = formerNames();
    if (last === null || last.known !== known || last.former !== former) {
      last = { known, former, names: new DomainNames(known, naming, former) };
    }
    const { names } = last;
    if (domains === null) return names;
    const granted = new Set(domains.map((name) => names.keyOf(name)));
    const isGranted = (name: string) => granted.has(names.keyOf(name));
    const usable = Object.entries(former).filter(([, means]) => isGranted(means));
    return new DomainNames(
      known.filter(({ name }) => isGranted(name)),
      naming,
      Object.fromEntries(usable),
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
