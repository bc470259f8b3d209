import { randomUUID } from "node:crypto";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { type MemoryState, mapFields, stateOf } from "../core/memory-fields.ts";
import type { ArchivedMemory, ImportReport } from "../core/memory-import.ts";
import { DEFAULT_NAMESPACE } from "../core/namespace.ts";
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

  const toArchived = (memory: ForeignMemory, rest: Partial<ArchivedMemory>, program: ImportItem["program"]) => {
    const createdAt = (asNew ? null : formatDate(memory.createdAt)) ?? today;
    const isOwners = program === "json" || program === "markdown";
    const otherwise = isOwners ? defaultDomain : USER_DOMAIN;
    const archived: Omit<ArchivedMemory, "urn"> = {
      id: newId(),
      ...mapFields<MemoryState>((name, { empty }) => memory[name] ?? empty),
      namespace: memory.namespace ?? DEFAULT_NAMESPACE,
      domain: domain ?? memory.domain ?? (memory.project === undefined ? otherwise : projects.domainOf(memory.project)),
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
  readonly #found = new Map<string, string>();

  /** @param given domains by the other program's names, which take precedence */
  constructor(existing: readonly string[], given: ReadonlyMap<string, string>) {
    this.#existing = existing;
    this.#given = given;
  }

  domainOf(project: string): string {
    const domain = this.#found.get(project) ?? this.#given.get(project) ?? this.#match(folderName(project));
    this.#found.set(project, domain);
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
    if (this.#existing.includes(project) && project !== USER_DOMAIN) return project;
    const ending = this.#existing.filter((domain) => domain.toLowerCase().endsWith(`/${project.toLowerCase()}`));
    if (ending.length === 1 && ending[0] !== undefined) return ending[0];
    return isDomain(project) ? project : `project/${project}`;
  }
}

/** The folder's name of a project that is named by a full path; other names as they are. */
function folderName(project: string): string {
  const isPath = /^(?:[/\\~]|[a-z]:[/\\])/i.test(project);
  return (isPath ? project.split(/[/\\]/).findLast((part) => part !== "") : undefined) ?? project;
}

/** Reserved words, `user` among them, have another meaning. */
function isDomain(name: string): boolean {
  try {
    return parseDomain(name) !== USER_DOMAIN;
  } catch {
    return false;
  }
}
