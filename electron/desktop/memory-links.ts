import { parseUrn } from "../core/urn.ts";

/** The scheme of memories' addresses, which the system hands to this application. */
export const LINK_SCHEME = "recollect";

/**
 * Where the window shows the memory that one of these arguments is the address of, `#/memories/all/01J…`; undefined where
 * none is. Any program and any page can hand over such an address: it shows a memory, and does nothing else.
 */
export function linkedMemory(args: readonly string[]): string | undefined {
  const link = args.find((argument) => argument.startsWith(`${LINK_SCHEME}://`));
  if (link === undefined) return undefined;
  try {
    // A browser may have put a slash at its end.
    const { id } = parseUrn(link.replace(/\/$/, ""));
    return id === null ? undefined : `#/memories/all/${id}`;
  } catch {
    return undefined;
  }
}
