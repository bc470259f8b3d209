import type { Caller, Grant } from "../core/caller.ts";
import { USER_DOMAIN } from "../core/domain.ts";
import { RecollectError } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import { BUILT_IN_NAMESPACES } from "../core/namespace.ts";

/** @throws permission_denied for a caller that may only read */
export function assertCanWrite(caller: Caller): void {
  if (caller.grant.access === "write") return;
  throw new RecollectError("permission_denied", "This client may read memories but not change them.", {
    hint: "The owner can let it write in Recollect › Clients.",
  });
}

/** @throws permission_denied for everyone but the owner */
export function assertOwner(caller: Caller, action: string): void {
  if (caller.client === null && caller.grant.access === "write") return;
  throw new RecollectError("permission_denied", `Only the owner may ${action}.`, {
    hint: "Ask the owner to do it in Recollect's window.",
  });
}

/** Whether a grant hides anything at all. */
export function isLimited(grant: Grant): boolean {
  return grant.domains !== null || grant.namespaces !== null;
}

/** @throws permission_denied for a caller that sees a part of the memories */
export function assertSeesAll(caller: Caller, action: string): void {
  if (!isLimited(caller.grant)) return;
  throw new RecollectError("permission_denied", `This client sees some memories alone, and may not ${action}.`, {
    hint: "The owner can do it in Recollect's window.",
  });
}

/** Whether a place exists for this grant. */
export function isGranted(grant: Grant, place: { readonly domain: string; readonly namespace: string }): boolean {
  return (
    (grant.domains === null || grant.domains.includes(place.domain)) &&
    (grant.namespaces === null || grant.namespaces.includes(place.namespace))
  );
}

/** @throws permission_denied where the grant does not cover the place a memory is to be put */
export function assertCanPut(grant: Grant, place: { readonly domain: string; readonly namespace: string }): void {
  for (const [field, value, allowed] of [
    ["domain", place.domain, grant.domains],
    ["namespace", place.namespace, grant.namespaces],
  ] as const) {
    if (allowed === null || allowed.includes(value)) continue;
    throw new RecollectError("permission_denied", `This client may not write to ${field} "${value}".`, {
      field,
      hint: `It may write to: ${allowed.join(", ") || "none"}. The owner can change that in Recollect › Clients.`,
    });
  }
}

/**
 * The namespaces a caller may know of: those it is limited to, and those every installation has. Whether the owner added
 * another is not told, not even by how it is refused.
 */
export function namespacesKnownTo({ grant }: Caller, all: readonly string[]): readonly string[] {
  const { namespaces } = grant;
  if (namespaces === null) return all;
  return all.filter((name) => namespaces.includes(name) || (BUILT_IN_NAMESPACES as readonly string[]).includes(name));
}

/** What a read covers that names no domain: the caller's project and `user`; null: everything. */
export function defaultDomains(caller: Caller): readonly string[] | null {
  return caller.project === null ? null : [...new Set([caller.project, USER_DOMAIN])];
}

/** The values both lists hold; null is no limit. */
export function intersect(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null) return b;
  return b === null ? a : a.filter((value) => b.includes(value));
}

/** The memory, unless the grant hides it. @throws not_found */
export function assertVisible(caller: Caller, memory: Memory | null, reference: string): Memory {
  if (memory !== null && isGranted(caller.grant, memory)) return memory;
  throw notFound(reference);
}

export function notFound(reference: string): RecollectError {
  return new RecollectError("not_found", `There is no memory ${reference.slice(0, 200)}.`, {
    hint: "Find its id with search_memories or list_memories; it may have been deleted for good.",
    details: { reason: "memory_gone" },
  });
}
