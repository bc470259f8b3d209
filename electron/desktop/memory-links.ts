import { parseUrn } from "../core/urn.ts";

/** The URL scheme of memories. The system opens such links with this application. */
export const LINK_SCHEME = "recollect";

/**
 * Returns the window's address of the memory that one of these arguments links to, `#/memories/all/01J…`, or undefined.
 * Any program and any web page can open such a link, so it only shows a memory.
 */
export function linkedMemory(args: readonly string[]): string | undefined {
  const link = args.find((argument) => argument.startsWith(`${LINK_SCHEME}://`));
  if (link === undefined) return undefined;
  try {
    // A browser may append a slash.
    const { id } = parseUrn(link.replace(/\/$/, ""));
    return id === null ? undefined : `#/memories/all/${id}`;
  } catch {
    return undefined;
  }
}
