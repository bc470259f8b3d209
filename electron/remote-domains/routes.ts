import { LRUCache } from "lru-cache";
import type { MemoryFilter } from "../core/filter.ts";
import type { MemoryScope } from "../core/ports.ts";
import type { RemoteDomain } from "./remote-domain.ts";

const MAX_KNOWN = 20_000;

/** Which place a domain or a memory is in. */
export class Routes {
  readonly #domains = new Map<string, RemoteDomain>();
  readonly #known = new LRUCache<string, RemoteDomain>({ max: MAX_KNOWN });

  all(): readonly RemoteDomain[] {
    return [...this.#domains.values()];
  }

  add(domain: RemoteDomain): void {
    this.#domains.set(domain.domain, domain);
  }

  remove({ domain }: RemoteDomain): void {
    this.#domains.delete(domain);
  }

  /** Null for a domain on this machine. */
  ofDomain(domain: string): RemoteDomain | null {
    return this.#domains.get(domain) ?? null;
  }

  /** The remote domains in which a filter and a scope can match. */
  within(
    ...limits: readonly (Pick<MemoryFilter, "domains"> | MemoryScope | null | undefined)[]
  ): readonly RemoteDomain[] {
    return this.all().filter(({ domain }) => limits.every((limit) => limit?.domains?.includes(domain) ?? true));
  }

  /** Remembers in which domain memories are, so that the next request about them reads only that domain. */
  note(remote: RemoteDomain, ids: Iterable<string>): void {
    for (const id of ids) this.#known.set(id, remote);
  }

  /** The domain of a memory that was read lately. Null if the memory is local, or was not read. */
  ofMemory(id: string): RemoteDomain | null {
    const known = this.#known.get(id);
    return known !== undefined && this.ofDomain(known.domain) === known ? known : null;
  }
}
