import { randomUUID } from "node:crypto";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { type MemoryState, mapFields, stateOf } from "../core/memory-fields.ts";
import type { ArchivedMemory, ImportReport } from "../core/memory-import.ts";
import { DEFAULT_NAMESPACE } from "../core/namespace.ts";
import { isFolderPath, PLAIN_NAMING, type ProjectNaming, projectKey, readProjectName } from "../core/project-name.ts";
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from "../core/tags.ts";
import { RecollectError } from "../text/errors.ts";
import type { ForeignKey, ForeignMemory, ImportItem } from "./import-item.ts";
import { stableId } from "./stable-id.ts";

export interface ConvertOptions {
  /** Gives every memory a new id and the current date. */
  readonly asNew: boolean;
  /** The domain of every memory, if set. */
  readonly domain: string | undefined;
  /** The domain of JSON lines and notes that name none. A program's memories without a project go to `user`. */
  readonly defaultDomain: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Converted {
  readonly memory: ArchivedMemory;
  /** Its id is random, so that a memory with the same content is not recognised by it. */
  readonly isNew: boolean;
}

/** Returns a function that makes an archived memory of an item, or returns the error for which it cannot be one. */
export function createConverter(
  options: ConvertOptions,
  namespaces: readonly string[],
  projects: ProjectNames,
): (item: Extract<ImportItem, { kind: "memory" | "archived" }>) => Converted | RecollectError {
  const { now, asNew, domain, defaultDomain } = options;
  /** New ids by old ids: `supersededBy` refers to ids. */
  const newIds = new Map<string, string>();
  const newId = () => stableId(now, [randomUUID()]);
  const newIdOf = (old: unknown): string => {
    const id = newIds.get(String(old)) ?? newId();
    newIds.set(String(old), id);
    return id;
  };
  const idOf = ({ key, createdAt }: ForeignKey) => stableId(createdAt ?? 0, key);
  const today = new Date(now).toISOString();
  const formatDate = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());

  const domainFor = ({ project, otherwiseProject }: ForeignMemory, otherwise: string): string =>
    project === undefined ? otherwise : projects.domainOf(project, otherwiseProject);

  const toArchived = (memory: ForeignMemory, rest: Partial<ArchivedMemory>, program: ImportItem["program"]) => {
    const createdAt = (asNew ? null : formatDate(memory.createdAt)) ?? today;
    const isOwners = program === "json" || program === "markdown";
    const otherwise = isOwners ? defaultDomain : USER_DOMAIN;
    const archived: Omit<ArchivedMemory, "urn"> = {
      id: newId(),
      ...mapFields<MemoryState>((name, { empty }) => memory[name] ?? empty),
      namespace: memory.namespace ?? DEFAULT_NAMESPACE,
      domain: domain ?? memory.domain ?? domainFor(memory, otherwise),
      tags: program === "json" ? (memory.tags ?? []) : validTags(memory.tags ?? []),
      client: isOwners || asNew ? null : { name: program, version: "" },
      createdAt,
      updatedAt: (asNew ? null : formatDate(memory.updatedAt)) ?? createdAt,
      revision: 1,
      deletedAt: null,
      pinned: false,
      supersededBy: null,
      recallCount: asNew ? 0 : (memory.recallCount ?? 0),
      recalledAt: asNew ? null : formatDate(memory.recalledAt),
      history: [],
      ...rest,
    };
    // The service derives the URN.
    return archived as ArchivedMemory;
  };

  return (item) => {
    if (item.kind === "archived") {
      const archived = item.memory as Partial<ArchivedMemory>;
      if (!asNew && domain === undefined) return { memory: archived as ArchivedMemory, isNew: false };
      const { id, supersededBy } = archived;
      const rest = {
        id: newIdOf(id),
        supersededBy: typeof supersededBy === "string" ? newIdOf(supersededBy) : null,
      };
      return {
        memory: { ...toArchived(stateOf(archived) as ForeignMemory, rest, "json"), createdAt: today, updatedAt: today },
        isNew: true,
      };
    }
    const { memory, program } = item;
    const { namespace } = memory;
    if (namespace !== undefined && !namespaces.includes(String(namespace).trim().toLowerCase())) {
      return new RecollectError("import_namespace_unknown", { namespace, known: namespaces }, { field: "namespace" });
    }
    if (memory.foreign === undefined) return { memory: toArchived(memory, {}, program), isNew: true };
    const nameOf = asNew ? (key: ForeignKey) => newIdOf(JSON.stringify(key.key)) : idOf;
    const supersededBy = memory.replacedBy === undefined ? null : nameOf(memory.replacedBy);
    return { memory: toArchived(memory, { id: nameOf(memory.foreign), supersededBy }, program), isNew: asNew };
  };
}

/** The valid ones of another program's tags, up to the limit of a memory. */
function validTags(tags: readonly string[]): string[] {
  const valid = tags.map(normaliseTag).filter((tag) => tag !== "" && [...tag].length <= MAX_TAG_LENGTH);
  return [...new Set(valid)].slice(0, MAX_TAGS);
}

/**
 * Finds the domain of another program's project. Other programs name a project by its folder, Recollect by
 * `owner/repo`: the one existing domain that ends with the project's name is that project. Otherwise the name is kept.
 */
export class ProjectNames {
  readonly #existing: readonly string[];
  readonly #given: ReadonlyMap<string, string>;
  readonly #naming: ProjectNaming;
  readonly #found = new Map<string, string>();

  /** @param given domains by the other program's names, which take precedence */
  constructor(existing: readonly string[], given: ReadonlyMap<string, string>, naming: ProjectNaming = PLAIN_NAMING) {
    this.#existing = existing;
    this.#given = given;
    this.#naming = naming;
  }

  /** @param otherwise takes the place of the project if no domain has its name */
  domainOf(project: string, otherwise = project): string {
    const isNamed = this.#given.has(project) || this.#existingOf(project) !== null;
    const name = isNamed ? project : otherwise;
    const domain = this.#found.get(name) ?? this.#given.get(name) ?? this.#match(name);
    this.#found.set(name, domain);
    return domain;
  }

  /** Counts the memories of each domain, largest first, with the projects that were assigned to it. */
  countsOf(domains: readonly string[]): ImportReport["domains"] {
    const counts = new Map<string, number>();
    for (const domain of domains) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    return [...counts]
      .map(([domain, created]) => {
        const from = [...this.#found].filter(([, to]) => to === domain).map(([project]) => project);
        return { domain, created, from };
      })
      .sort((one, other) => other.created - one.created);
  }

  #match(project: string): string {
    const known = this.#existingOf(project);
    if (known !== null) return known;
    const name = this.#nameOf(project);
    // The home folder is not a project.
    if (name === USER_DOMAIN && isFolderPath(project)) return USER_DOMAIN;
    const ending = this.#existing.filter((domain) => projectKey(domain).endsWith(`/${projectKey(name)}`));
    if (ending.length === 1 && ending[0] !== undefined) return ending[0];
    return isDomain(name) ? name : `project/${name}`;
  }

  /** The domain that has the name of the project. */
  #existingOf(project: string): string | null {
    const name = this.#nameOf(project);
    if (name === USER_DOMAIN) return null;
    const key = projectKey(name);
    return this.#existing.find((domain) => projectKey(this.#nameOf(domain)) === key) ?? null;
  }

  #nameOf(project: string): string {
    return readProjectName(project, this.#naming);
  }
}

/** Reserved words, `user` among them, have another meaning. */
function isDomain(name: string): boolean {
  try {
    return parseDomain(name) !== USER_DOMAIN;
  } catch {
    return false;
  }
}
