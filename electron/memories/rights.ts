import type { Caller, Grant } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import { BUILT_IN_NAMESPACES } from "../core/namespace.ts";
import type { MemoryScope } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";

/** @throws permission_denied for a caller that may not change memories */
export function assertCanWrite({ grant }: Caller): void {
  if (grant.access === "write") return;
  throw new RecollectError(grant.access === "propose" ? "propose_only" : "read_only", {});
}

/** @throws permission_denied for a caller with read access */
export function assertCanCapture({ grant }: Caller): void {
  if (grant.access === "read") throw new RecollectError("read_only", {});
}

/** @throws permission_denied for every caller but the owner */
export function assertOwner({ client, grant }: Caller): void {
  if (client !== null || grant.access !== "write") throw new RecollectError("owner_only", {});
}

/** Whether a grant hides memories from the caller. */
export function isLimited(grant: Grant): boolean {
  return grant.domains !== null || grant.namespaces !== null;
}

/** @throws permission_denied for a caller whose grant is limited */
export function assertSeesAll({ grant }: Caller): void {
  if (isLimited(grant)) throw new RecollectError("limited_client", {});
}

/** The limits of a grant as a filter. */
export function grantFilter({ domains, namespaces }: Grant): MemoryFilter {
  return { domains: domains ?? undefined, namespaces: namespaces ?? undefined };
}

/** The memories that a limited caller may see, to which all its counts are limited. Null if it sees all. */
export function scopeOf({ grant }: Caller): MemoryScope | null {
  return isLimited(grant) ? grantFilter(grant) : null;
}

/** @throws permission_denied where the grant does not cover the place that a memory is written to */
export function assertCanWriteTo({ domains, namespaces }: Grant, place: Pick<Memory, "domain" | "namespace">): void {
  for (const [field, allowed] of [
    ["domain", domains],
    ["namespace", namespaces],
  ] as const) {
    const value = place[field];
    if (allowed !== null && !allowed.includes(value)) {
      throw new RecollectError("place_not_granted", { value, allowed }, { field });
    }
  }
}

/**
 * The namespaces that a caller may know of: the granted ones and the built-in ones. A limited caller must not learn
 * which others the owner added, not even from the message of a refusal.
 */
export function namespacesKnownTo({ grant }: Caller, all: readonly string[]): readonly string[] {
  const { namespaces } = grant;
  if (namespaces === null) return all;
  return all.filter((name) => namespaces.includes(name) || (BUILT_IN_NAMESPACES as readonly string[]).includes(name));
}

/** The domains of a read that names none: the caller's project and `user`; null without a project: every domain. */
export function defaultDomains({ project }: Caller): readonly string[] | null {
  return project === null ? null : [...new Set([project, USER_DOMAIN])];
}

/** The values in both lists. Null sets no limit. */
export function intersect(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null) return other;
  return other === null ? one : one.filter((value) => other.includes(value));
}
