import { createHash } from "node:crypto";
import { nameKey } from "../core/name-key.ts";

/** Model APIs limit tool names to 64 characters, and refuse a request with any other character in one. */
const MAX_NAME_LENGTH = 64;
const OTHER_CHARACTERS = /[^A-Za-z0-9_-]+/g;
const HASH_LENGTH = 8;

/** The name of a server's tool or prompt. */
export interface OwnName {
  readonly server: string;
  readonly name: string;
}

/**
 * Returns the names that clients use, in the order of the given names. A name that is unique and does not
 * resemble a reserved one stays; otherwise each server's name becomes `server__name`. The result depends only on the set of
 * names, not on their order or on which servers run.
 * @param names for tools as {@link modelNames} returns them
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

/**
 * Returns the names of tools in the form that model APIs accept: letters, digits, underscores and hyphens, at most 64.
 * Other characters become an underscore. A name of a server that becomes the name of another of its tools, is too long, or
 * has no character left, ends with a hash of the original.
 */
export function modelNames(names: readonly OwnName[]): readonly OwnName[] {
  const plain = names.map(({ name }) => name.replace(OTHER_CHARACTERS, "_"));
  const keyOf = (server: string, name: string) => `${server} ${name}`;
  const counts = new Map<string, number>();
  for (const [index, { server }] of names.entries()) {
    const key = keyOf(server, plain[index] ?? "");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return names.map(({ server, name }, index) => {
    const mapped = plain[index] ?? "";
    if (mapped === name && name !== "" && name.length <= MAX_NAME_LENGTH) return { server, name };
    const isUnique = counts.get(keyOf(server, mapped)) === 1 && /[A-Za-z0-9]/.test(mapped);
    if (isUnique && mapped.length <= MAX_NAME_LENGTH) return { server, name: mapped };
    return { server, name: hashed(/[A-Za-z0-9]/.test(mapped) ? mapped : "tool", name) };
  });
}

function prefixed(server: string, name: string): string {
  const full = `${server}__${name}`;
  return full.length <= MAX_NAME_LENGTH ? full : hashed(full, full);
}

/** The start of a name with a hash of a text. */
function hashed(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash}`;
}
