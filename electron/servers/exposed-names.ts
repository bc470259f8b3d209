import { createHash } from "node:crypto";
import { nameKey } from "../core/name-key.ts";

/** Model APIs limit tool names to 64 characters. */
const MAX_NAME_LENGTH = 64;
const HASH_LENGTH = 8;

/** The name of a server's tool or prompt. */
export interface OwnName {
  readonly server: string;
  readonly name: string;
}

/**
 * Returns the names that clients use, in the order of the given names. A name that is unique and does not
 * resemble a reserved one stays; otherwise each server's name becomes `server__name`. The result depends only on the set of names, not on their order
 * or on which servers run.
 */
export function exposedNames(names: readonly OwnName[], reserved: readonly string[]): readonly string[] {
  const keys = new Set(reserved.map(nameKey));
  const exposed = names.map(({ name }) => name);
  // A prefixed name can be the own name of another tool, which is prefixed in turn. Each pass prefixes at least one.
  for (;;) {
    const counts = new Map<string, number>();
    for (const name of exposed) counts.set(name, (counts.get(name) ?? 0) + 1);
    const ambiguous = names.flatMap(({ server, name }, index) => {
      const current = exposed[index] ?? name;
      const isTaken = keys.has(nameKey(current)) || (counts.get(current) ?? 0) > 1;
      return isTaken && current !== prefixed(server, name) ? [index] : [];
    });
    if (ambiguous.length === 0) return exposed;
    for (const index of ambiguous) {
      const own = names[index];
      if (own !== undefined) exposed[index] = prefixed(own.server, own.name);
    }
  }
}

function prefixed(server: string, name: string): string {
  const full = `${server}__${name}`;
  if (full.length <= MAX_NAME_LENGTH) return full;
  const hash = createHash("sha256").update(full).digest("hex").slice(0, HASH_LENGTH);
  return `${full.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
