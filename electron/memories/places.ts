import type { Caller } from "../core/caller.ts";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { FilterInput, MemoryFilter } from "../core/filter.ts";
import { withFormerName, withoutFormerName } from "../core/former-names.ts";
import type { Memory, UpdateInput } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import { BUILT_IN_NAMESPACES, parseNamespace } from "../core/namespace.ts";
import type { FollowedMove, FormerName, Place, PlaceKind, PlaceMove, PlaceMoved, Places } from "../core/places.ts";
import type { FacetCount } from "../core/ports.ts";
import { projectKey } from "../core/project-name.ts";
import { inBatches } from "../core/util/in-batches.ts";
import { similarNames } from "../core/util/similar-names.ts";
import { RecollectError } from "../text/errors.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

/** Memories in any state. */
const EVERY_STATE = { trash: "include", superseded: "include", validity: "any" } as const satisfies FilterInput;
const PAGE = 200;
/** The last moves that can be undone. */
const MAX_UNDONE = 20;
const MAX_SIMILAR = 3;

/** The operations that change single memories. */
type Changes = Pick<MemoryService, "update" | "delete" | "restore">;

interface Undo extends PlaceMove {
  readonly ids: readonly string[];
  /** Whether the move created the other place. */
  readonly isNew: boolean;
  readonly unfollow: readonly (() => Promise<void>)[];
}

/** Lists domains and namespaces, and plans the moves of one. */
function createPlans(parts: OperationParts) {
  const { store, names, isRemote, settle, stopSecrets, placeFollowers, formerNames } = parts;
  const fieldOf = (kind: PlaceKind) => (kind === "domain" ? "domains" : "namespaces");

  async function places(caller: Caller): Promise<Places> {
    assertOwner(caller);
    await settle();
    const [current, all, known, namespaces, resolved] = await Promise.all([
      store.facets({}),
      store.facets(EVERY_STATE),
      store.domains(),
      store.namespaces(),
      names(caller),
    ]);
    const shared = new Set(known.filter(({ isShared }) => isShared).map(({ name }) => name));
    const builtIn = new Set<string>(BUILT_IN_NAMESPACES);
    return {
      domains: placesIn([...known.map(({ name }) => name), USER_DOMAIN], current.domains, all.domains).map((place) => ({
        ...place,
        isShared: shared.has(place.name),
      })),
      namespaces: placesIn(namespaces, current.namespaces, all.namespaces).map((place) => ({
        ...place,
        isBuiltIn: builtIn.has(place.name),
      })),
      repeated: resolved.repeated(),
      formerNames: Object.entries(formerNames.current()).map(([name, means]) => ({ name, means })),
    };
  }

  async function memoriesIn(kind: PlaceKind, name: string): Promise<Memory[]> {
    const filter: MemoryFilter = { ...EVERY_STATE, [fieldOf(kind)]: [name] };
    const found: Memory[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof store.list>> = await store.list(filter, "created-ascending", PAGE, cursor);
      found.push(...page.items);
      cursor = page.nextCursor ?? null;
    } while (cursor !== null);
    return found;
  }

  /** Finds the place to move from, in any spelling of a domain. @throws not_found */
  async function existing(caller: Caller, kind: PlaceKind, given: string): Promise<string> {
    const known = kind === "domain" ? (await store.domains()).map(({ name }) => name) : await store.namespaces();
    if (known.includes(given)) return given;
    const resolved = await names(caller);
    const name = kind === "domain" ? resolved.nameOf(given) : given.trim().toLowerCase();
    if (known.includes(name)) return name;
    throw new RecollectError(
      kind === "domain" ? "domain_missing" : "namespace_missing",
      { name: given.slice(0, 200), similar: similarNames(given, known, MAX_SIMILAR) },
      { field: "from" },
    );
  }

  async function target(caller: Caller, { kind, from, to }: PlaceMove & { readonly to: string }): Promise<string> {
    stopSecrets({ [kind]: to }, to, () => undefined);
    if (kind === "namespace") return parseNamespace(to, "to");
    const known = await store.domains();
    if (known.some(({ name }) => name === to)) return to;
    const name = (await names(caller)).toWrite(to, "to");
    // Another letter case of the same name is meant as it is written.
    return name === from ? parseDomain(to, "to") : name;
  }

  async function preview(caller: Caller, given: PlaceMove): Promise<PlaceMoved & { readonly found: Memory[] }> {
    assertOwner(caller);
    await settle();
    const { kind } = given;
    const from = await existing(caller, kind, given.from);
    const to = given.to === null ? null : await target(caller, { kind, from, to: given.to });
    if (from === to) throw new RecollectError("place_same", { name: from }, { field: "to" });
    const domains = kind === "domain" ? [from, ...(to === null ? [] : [to])] : [];
    const remote = domains.find(isRemote);
    if (remote !== undefined) throw new RecollectError("place_remote", { domain: remote }, { field: "from" });
    const found = await memoriesIn(kind, from);
    const current = await store.count({ [fieldOf(kind)]: [from] });
    if (kind === "namespace" && to === null && found.length > 0) {
      throw new RecollectError("namespace_used", { name: from, count: found.length }, { field: "from" });
    }
    if (kind === "namespace" && to === null && (BUILT_IN_NAMESPACES as readonly string[]).includes(from)) {
      throw new RecollectError("namespace_built_in", { name: from }, { field: "from" });
    }
    const known = await store.domains();
    const names = kind === "domain" ? known.map(({ name }) => name) : await store.namespaces();
    const twice = to === null ? [] : await inBatches(found, (memory) => store.findIdentical({ ...memory, [kind]: to }));
    return {
      id: null,
      kind,
      from,
      to,
      memories: current,
      others: found.length - current,
      identical: twice.filter((memory) => memory !== null).length,
      isNew: to !== null && !names.includes(to),
      shared: known.filter(({ name, isShared }) => isShared && domains.includes(name)).map(({ name }) => name),
      clients: to === null ? [] : await clientsOf(kind, from),
      found,
    };
  }

  async function clientsOf(kind: PlaceKind, name: string): Promise<string[]> {
    const found = await Promise.all(placeFollowers.map((follower) => follower.clientsOf?.(kind, name) ?? []));
    return [...new Set(found.flat())].sort();
  }

  return { places, existing, preview };
}

/** Lists domains and namespaces, and moves all memories of one. Each moved memory gets a revision, as by an update. */
export function createPlaces(parts: OperationParts, changes: Changes) {
  const { store, newId, placeFollowers, formerNames, logger } = parts;
  const { places, existing, preview } = createPlans(parts);
  const undos = new Map<string, Undo>();

  /** Changes a memory in any state: one in the trash is there again afterwards. */
  async function change(caller: Caller, { id, deletedAt }: Memory, place: Pick<UpdateInput, PlaceKind>): Promise<void> {
    if (deletedAt !== null) await changes.restore(caller, id);
    await changes.update(caller, id, place);
    if (deletedAt !== null) await changes.delete(caller, id);
  }

  async function setDeleted(caller: Caller, { id }: Memory, isDeleted: boolean): Promise<void> {
    await (isDeleted ? changes.delete(caller, id) : changes.restore(caller, id));
  }

  /** The memories are moved: a part that cannot follow is logged, and the others follow. */
  async function followAll(move: FollowedMove): Promise<(() => Promise<void>)[]> {
    const undo: (() => Promise<void>)[] = [];
    for (const follower of placeFollowers) {
      try {
        undo.push(await follower.follow(move));
      } catch (error) {
        logger.warn("A part of the application could not follow a move.", { ...move, error: String(error) });
      }
    }
    return undo;
  }

  /** @returns a function that undoes it */
  function keepFormerName(from: string, to: string): () => Promise<void> {
    const before = formerNames.current();
    formerNames.replace(withFormerName(before, from, to));
    const after = JSON.stringify(formerNames.current());
    return async () => {
      const now = formerNames.current();
      formerNames.replace(JSON.stringify(now) === after ? before : withoutFormerName(now, from));
    };
  }

  return {
    places,

    async setFormerName(caller: Caller, given: string, means: string | null): Promise<readonly FormerName[]> {
      assertOwner(caller);
      const former = formerNames.current();
      const name = Object.keys(former).find((each) => projectKey(each) === projectKey(given.trim()));
      if (means === null && name === undefined) {
        const similar = similarNames(given, Object.keys(former), MAX_SIMILAR);
        throw new RecollectError("domain_missing", { name: given.slice(0, 200), similar }, { field: "name" });
      }
      if (means === null) formerNames.replace(withoutFormerName(former, given));
      else {
        const domain = await existing(caller, "domain", means);
        const checked = parseDomain(given, "name");
        if (projectKey(checked) === projectKey(domain)) {
          throw new RecollectError("place_same", { name: domain }, { field: "name" });
        }
        formerNames.replace({ ...withoutFormerName(former, checked), [checked]: domain });
      }
      return (await places(caller)).formerNames;
    },

    async movePlace(caller: Caller, given: PlaceMove, dryRun: boolean): Promise<PlaceMoved> {
      const { found, ...planned } = await preview(caller, given);
      if (dryRun) return planned;
      const { kind, from, to, isNew } = planned;
      const moved = to === null ? found.filter(({ deletedAt }) => deletedAt === null) : found;
      if (kind === "namespace" && to !== null) await store.addNamespace(to);
      const id = newId();
      const unfollow: (() => Promise<void>)[] = [];
      undos.set(id, { kind, from, to, isNew, ids: moved.map((memory) => memory.id), unfollow });
      for (const oldest of [...undos.keys()].slice(0, -MAX_UNDONE)) undos.delete(oldest);
      await inBatches(moved, (memory) =>
        to === null ? setDeleted(caller, memory, true) : change(caller, memory, { [kind]: to }),
      );
      if (kind === "namespace") await store.removeNamespace(from);
      if (to !== null) unfollow.push(...(await followAll({ kind, from, to })));
      if (to !== null && kind === "domain") unfollow.push(keepFormerName(from, to));
      return { ...planned, id };
    },

    /** Memories that were changed since keep their place. */
    async undoPlaceMove(caller: Caller, id: string): Promise<number> {
      assertOwner(caller);
      const undo = undos.get(id);
      if (undo === undefined) throw new RecollectError("place_undo_gone", {}, { field: "id" });
      undos.delete(id);
      const { kind, from, to, isNew, ids, unfollow } = undo;
      if (kind === "namespace") await store.addNamespace(from);
      const present = await store.getMany([...ids]);
      const left = present.filter((memory) => (to === null ? memory.deletedAt !== null : memory[kind] === to));
      await inBatches(left, (memory) =>
        to === null ? setDeleted(caller, memory, false) : change(caller, memory, { [kind]: from }),
      );
      if (kind === "namespace" && to !== null && isNew) await store.removeNamespace(to);
      for (const step of unfollow) await step();
      return left.length;
    },
  };
}

function placesIn(names: readonly string[], current: readonly FacetCount[], all: readonly FacetCount[]): Place[] {
  const countsOf = (facets: readonly FacetCount[]) => new Map(facets.map(({ value, count }) => [value, count]));
  const [now, total] = [countsOf(current), countsOf(all)];
  return [...new Set([...names, ...total.keys()])]
    .map((name) => {
      const memories = now.get(name) ?? 0;
      return { name, memories, others: (total.get(name) ?? 0) - memories };
    })
    .sort((one, other) => other.memories - one.memories || (one.name < other.name ? -1 : 1));
}
