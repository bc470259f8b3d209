import type { Caller } from "../core/caller.ts";
import { DomainNames, type KnownDomain } from "../core/domain-names.ts";
import { type FormerNames, NO_FORMER_NAMES } from "../core/former-names.ts";
import type { InboxService } from "../core/inbox.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { MemoryStore } from "../core/ports.ts";
import type { ProjectNaming } from "../core/project-name.ts";
import { callMethod, forwardMethods } from "../core/util/forward-methods.ts";
import type { StopSecrets } from "./stop-secrets.ts";

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
function callerIn(names: DomainNames, caller: Caller): Caller {
  const { project, grant } = caller;
  const granted = grant.domains === null ? null : [...new Set(grant.domains.map((name) => names.nameOf(name)))];
  const [only = null] = granted?.length === 1 ? granted : [];
  return {
    ...caller,
    project: only ?? (project === null ? null : names.nameOf(project)),
    grant: { ...grant, domains: grant.domains === null ? null : names.expand(grant.domains) },
  };
}

/**
 * The service for any spelling of a domain: the caller's project and grant, and the domain of each write, are given to
 * `service` as they are stored. Reads look up their own domains, because they say which do not exist.
 */
export function withNames(service: MemoryService, names: NamesFor, stopSecrets: StopSecrets): MemoryService {
  /** A name with a secret is refused as it was given: the address of a repository can have a password. */
  const refuseSecret = (domain: string) => stopSecrets({ domain }, domain, () => undefined);
  const { inbox, ...methods } = service;
  const named = forwardMethods(methods, async (method, [caller, ...args]) => {
    const known = await names(caller as Caller);
    return callMethod(methods, method, [callerIn(known, caller as Caller), ...args]);
  });
  const namedInbox: InboxService = forwardMethods(inbox, async (method, [caller, ...args]) => {
    const known = await names(caller as Caller);
    return callMethod(inbox, method, [callerIn(known, caller as Caller), ...args]);
  });
  function inDomain<Input extends { readonly domain?: string }>(
    known: DomainNames,
    input: Input,
    domain: string,
  ): Input {
    refuseSecret(domain);
    return { ...input, domain: known.toWrite(domain) };
  }
  const placed = async <Input extends { readonly domain?: string }>(caller: Caller, input: Input): Promise<Input> =>
    input.domain === undefined ? input : inDomain(await names(caller), input, input.domain);

  return {
    ...named,
    async capture(caller, input, notify = () => undefined) {
      const known = await names(caller);
      const { domain } = input;
      if (domain === undefined) {
        if (caller.project !== null) refuseSecret(caller.project);
        return methods.capture(callerIn(known, caller), input, notify);
      }
      const written = inDomain(known, input, domain);
      const captured = await methods.capture(callerIn(known, caller), written, notify);
      const isOwn = caller.project !== null && known.nameOf(caller.project) === written.domain;
      if (!isOwn && !known.isKnown(domain)) noteNew(known, written.domain ?? domain, notify);
      return captured;
    },
    async update(caller, reference, input, notify = () => undefined) {
      const known = await names(caller);
      const { domain } = input;
      if (domain === undefined) return named.update(caller, reference, input, notify);
      const written = inDomain(known, input, domain);
      const updated = await named.update(caller, reference, written, notify);
      if (!known.isKnown(domain)) noteNew(known, written.domain ?? domain, notify);
      return updated;
    },
    merge: async (caller, input) => named.merge(caller, await placed(caller, input)),
    separate: async (caller, input) => named.separate(caller, await placed(caller, input)),
    async importMemories(caller, memories, ...rest) {
      const known = await names(caller);
      return named.importMemories(
        caller,
        memories.map((memory) => inStoredDomain(known, memory)),
        ...rest,
      );
    },
    inbox: {
      ...namedInbox,
      keep: async (caller, id, changes = {}) => namedInbox.keep(caller, id, await placed(caller, changes)),
      offer: async (caller, origin, memory) =>
        namedInbox.offer(caller, origin, inStoredDomain(await names(caller), memory)),
    },
  };
}

/** The operation checks the memories of a file, and names those that it refuses. */
function inStoredDomain<Input extends { readonly domain: string }>(names: DomainNames, input: Input): Input {
  const { domain } = input ?? {};
  return typeof domain === "string" ? { ...input, domain: names.nameOf(domain) } : input;
}

function noteNew(names: DomainNames, domain: string, notify: (notice: NewDomainNotice) => void): void {
  const similar = names.similarTo(domain);
  if (similar.length > 0) notify({ reason: "domain_new", params: { domain, similar } });
}

interface NewDomainNotice {
  readonly reason: "domain_new";
  readonly params: { readonly domain: string; readonly similar: readonly string[] };
}
