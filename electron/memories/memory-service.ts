import type { Caller } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { Memory, UpdateInput } from "../core/memory.ts";
import type { MemoryService, NoticeListener } from "../core/memory-service.ts";
import { createAnnouncer } from "./announce.ts";
import { createCapture, defaultDomain } from "./capture.ts";
import { createChanges } from "./change.ts";
import { createDomainNames, withNames } from "./domain-names.ts";
import { findMemory } from "./find-memory.ts";
import { createHealth } from "./health.ts";
import { createImport } from "./import.ts";
import { createInbox } from "./inbox.ts";
import { createIndexControl } from "./index-control.ts";
import { createPlaces } from "./places.ts";
import { createQueries } from "./queries.ts";
import { redactHiddenReplacements } from "./redact-replacements.ts";
import { createRestore } from "./restore.ts";
import { assertCanWrite, assertSeesAll, grantFilter } from "./rights.ts";
import type { MemoryServiceParts } from "./service-parts.ts";
import { createSecretStop } from "./stop-secrets.ts";

/**
 * Composes the operations to the service; {@link MemoryService} documents them. Every memory that a caller receives
 * passes {@link redactHiddenReplacements} here, and every domain that a caller gives passes {@link withNames}.
 */
export function createMemoryService(dependencies: MemoryServiceParts): MemoryService {
  const { secretPolicy, naming } = dependencies;
  const stopSecrets = createSecretStop(secretPolicy);
  const names = createDomainNames(dependencies.store, naming, dependencies.formerNames.current);
  const parts = { ...dependencies, announce: createAnnouncer(dependencies.events), stopSecrets, names };
  const { store, damage, isDiskFull, remoteStates } = dependencies;
  const { counts, ...queries } = createQueries(parts);
  const changes = createChanges(parts);
  const indexes = createIndexControl(parts);
  const capture = createCapture(parts);

  const redact = async (caller: Caller, memory: Memory): Promise<Memory> =>
    (await redactHiddenReplacements(store, caller, [memory]))[0] ?? memory;

  async function redactEach<Found extends { readonly memory: Memory }>(caller: Caller, found: readonly Found[]) {
    const memories = await redactHiddenReplacements(
      store,
      caller,
      found.map(({ memory }) => memory),
    );
    return found.map((one, index) => ({ ...one, memory: memories[index] ?? one.memory }));
  }

  /** Removes secrets from changes to a memory. Its domain is read only where the owner's choice depends on it. */
  async function stopInChanges<Changes extends UpdateInput>(
    changes: Changes,
    readDomain: () => Promise<string>,
    notify: NoticeListener = () => undefined,
  ): Promise<Changes> {
    const hasDomains = Object.keys(secretPolicy().domains).length > 0;
    return stopSecrets(changes, changes.domain ?? (hasDomains ? await readDomain() : USER_DOMAIN), notify);
  }
  const domainOf = (caller: Caller, reference: string) => async () =>
    (await findMemory(store, caller, reference)).domain;

  const inbox = createInbox(parts);

  const status: MemoryService["status"] = async (caller) => {
    const [counted, index] = await Promise.all([counts(caller), indexes.status(caller)]);
    return {
      counts: counted,
      index,
      damage: damage(),
      isDiskFull: isDiskFull(),
      remoteDomains: remoteStates(grantFilter(caller.grant)),
    };
  };

  const service: MemoryService = {
    ...queries,
    ...changes,
    ...createHealth(parts),
    ...createPlaces(parts, changes),
    importMemories: createImport(parts),
    inbox: {
      ...inbox,
      async keep(caller, id, changes = {}) {
        const readDomain = async () => (await dependencies.proposals.waiting(id)).memory.domain;
        return inbox.keep(caller, id, await stopInChanges(changes, readDomain));
      },
    },
    async merge(caller, input) {
      return changes.merge(caller, await stopInChanges(input, domainOf(caller, input.keep)));
    },
    async separate(caller, input) {
      return changes.separate(caller, await stopInChanges(input, domainOf(caller, input.kept)));
    },
    addNamespace: async (caller, name) => {
      stopSecrets({ namespace: name }, USER_DOMAIN, () => undefined);
      return changes.addNamespace(caller, name);
    },
    restoreArchived: createRestore(parts),
    async list(caller, input) {
      const page = await queries.list(caller, input);
      return { ...page, items: await redactHiddenReplacements(store, caller, page.items) };
    },
    get: async (caller, ...rest) => redact(caller, await queries.get(caller, ...rest)),
    similar: async (caller, reference) => redactEach(caller, await queries.similar(caller, reference)),
    async update(caller, reference, input, notify) {
      const safe = await stopInChanges(input, domainOf(caller, reference), notify);
      return redact(caller, await changes.update(caller, reference, safe));
    },
    delete: async (caller, ...rest) => redact(caller, await changes.delete(caller, ...rest)),
    restore: async (caller, reference) => redact(caller, await changes.restore(caller, reference)),
    async capture(caller, input, notify = () => undefined) {
      // The client's project is a name that is stored too.
      const domain = input.domain ?? defaultDomain(caller);
      const safe = stopSecrets({ ...input, domain }, domain, notify);
      const { memory, similar, ...outcome } = await capture(caller, { ...safe, domain: input.domain }, notify);
      return { ...outcome, memory: await redact(caller, memory), similar: await redactEach(caller, similar) };
    },
    async search(caller, input) {
      const result = await queries.search(caller, input);
      return { ...result, items: await redactEach(caller, result.items) };
    },
    status,
    async reindex(caller, onProgress, signal) {
      assertCanWrite(caller);
      assertSeesAll(caller);
      await indexes.rebuild(caller, onProgress, signal);
      return status(caller);
    },
  };
  return withNames(service, names, stopSecrets);
}
