import { RecollectError } from "../text/errors.ts";
import { ANY, parseDomain, RESERVED_SEGMENTS, USER_DOMAIN } from "./domain.ts";
import type { FormerNames } from "./former-names.ts";
import { meansEverything, type ProjectNaming, projectKey, readProjectName } from "./project-name.ts";
import { similarNames } from "./util/similar-names.ts";

/** A domain that exists: it has memories, or is in a space or a database. */
export interface KnownDomain {
  readonly name: string;
  /** Whether it is in a space or a database, so that other people have it by this name. */
  readonly isShared: boolean;
}

/** The similar names that a notice lists. */
const MAX_NAMED = 3;

/**
 * The domains that exist, by every spelling of their names. Earlier versions stored a domain as it was written, so that
 * one project can have several: reads see all of them, and writes go to one.
 */
export class DomainNames {
  readonly #naming: ProjectNaming;
  readonly #known: readonly KnownDomain[];
  /** The known domains of each key; made when a name is first looked up. */
  #byKey: ReadonlyMap<string, readonly KnownDomain[]> | null = null;
  readonly #former: ReadonlyMap<string, string>;

  /** @param former the former names that count; a domain that exists by such a name is that domain */
  constructor(known: readonly KnownDomain[], naming: ProjectNaming, former: FormerNames = {}) {
    this.#known = known;
    this.#naming = naming;
    this.#former = new Map(Object.entries(former).map(([name, means]) => [projectKey(name), means]));
  }

  /** The key by which a name is compared, in any spelling; of a former name, the key of the domain that it means. */
  keyOf(given: string): string {
    return projectKey(this.#read(given));
  }

  /** The domain that a spelling means, for a write. @throws invalid_argument for what cannot be a domain */
  toWrite(given: string, field = "domain"): string {
    const checked = parseDomain(given, field);
    if (meansEverything(checked) && !this.isKnown(checked)) {
      throw new RecollectError("domain_reserved", { domain: checked }, { field });
    }
    return parseDomain(this.nameOf(checked), field);
  }

  /** As {@link toWrite}, for a name that was checked before or need not be a valid domain. */
  nameOf(given: string): string {
    if (RESERVED_SEGMENTS.includes(given)) return given;
    const name = this.#read(given);
    const key = projectKey(name);
    const same = this.#ofKey(key);
    // The shared name comes first, then the usual one, then one in another letter case.
    const found =
      same.find(({ isShared }) => isShared) ??
      same.find((known) => known.name === name) ??
      same.find((known) => projectKey(known.name) === key);
    return found?.name ?? name;
  }

  /** Every domain that a spelling means, for a read: the one of {@link nameOf} first, whether or not it exists. */
  spellings(given: string): readonly string[] {
    if (RESERVED_SEGMENTS.includes(given)) return [given];
    const name = this.nameOf(given);
    return [...new Set([name, ...this.#ofKey(this.keyOf(given)).map((known) => known.name)])];
  }

  /** The domains of a filter in all their spellings. `*` and `all` are every domain, unless one has that name. */
  expand(given: readonly string[]): readonly string[] {
    if (given.some((name) => name === ANY || (meansEverything(name) && !this.isKnown(name)))) return [ANY];
    return [...new Set(given.flatMap((name) => this.spellings(name)))];
  }

  /** Whether a domain exists in any spelling. `user` always does. */
  isKnown(given: string): boolean {
    const name = this.#read(given);
    return name === USER_DOMAIN || this.#ofKey(projectKey(name)).length > 0;
  }

  /** The existing domains that a mistyped name may mean, the most similar first. */
  similarTo(given: string): readonly string[] {
    const names = [...new Set([...this.#known.map(({ name }) => this.nameOf(name)), USER_DOMAIN])];
    return similarNames(readProjectName(given, this.#naming), names, MAX_NAMED);
  }

  /** The groups of domains that mean one project, each with the domain of {@link nameOf} first. */
  repeated(): readonly (readonly string[])[] {
    return [...this.#groups().values()]
      .filter((group) => group.length > 1)
      .map(([first]) => this.spellings(first?.name ?? ""));
  }

  #read(given: string): string {
    const name = readProjectName(given, this.#naming);
    const key = projectKey(name);
    const means = this.#former.get(key);
    return means === undefined || this.#ofKey(key).length > 0 ? name : means;
  }

  #ofKey(key: string): readonly KnownDomain[] {
    return this.#groups().get(key) ?? [];
  }

  #groups(): ReadonlyMap<string, readonly KnownDomain[]> {
    if (this.#byKey === null) {
      const groups = new Map<string, KnownDomain[]>();
      for (const known of this.#known) {
        const key = projectKey(readProjectName(known.name, this.#naming));
        groups.set(key, [...(groups.get(key) ?? []), known]);
      }
      this.#byKey = groups;
    }
    return this.#byKey;
  }
}
