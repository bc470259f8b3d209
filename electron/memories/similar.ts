import type { Caller } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { Memory } from "../core/memory.ts";
import type { SimilarMemory } from "../core/search.ts";
import { intersect } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

/** Most similar memories that are told of at once. */
const LIMIT = 5;

/** Memories much like one, in its own domain, the caller's project and `user`, as far as the caller may see. */
export function similarTo(
  { engine }: Pick<Operation, "engine">,
  caller: Caller,
  memory: Memory,
): Promise<SimilarMemory[]> {
  const nearby =
    caller.client === null ? null : [...new Set([memory.domain, caller.project ?? USER_DOMAIN, USER_DOMAIN])];
  const domains = intersect(nearby, caller.grant.domains);
  const { namespaces } = caller.grant;
  const filter = { ...(domains === null ? {} : { domains }), ...(namespaces === null ? {} : { namespaces }) };
  return engine.similar(memory.content, filter, { limit: LIMIT, exceptId: memory.id });
}
