import { type Entry, writeEntry } from "../entry.ts";

/** A capture, as a member of a space can write it with another program. All times are the time of the stamp. */
export function fullEntry({
  content = "content",
  domain,
  ...given
}: Pick<Entry, "stamp" | "memory"> & Partial<Entry> & { readonly content?: string; readonly domain: string }): Entry {
  const at = Number.parseInt(given.stamp.slice(0, 12), 16);
  return {
    action: "capture",
    parents: [],
    at,
    client: null,
    fields: {
      content,
      namespace: "learnings",
      domain,
      tags: [],
      source: null,
      validity: { validFrom: null, validUntil: null },
      pinned: false,
      deletedAt: null,
      supersededBy: null,
    },
    origin: { createdAt: at, updatedAt: at, author: null, past: 0, as: "capture" },
    ...given,
  };
}

/** A stamp of a time in milliseconds since 1970. @param counter from 0 to 65,535 */
export function stampAt(time: number, counter: number, device: string): string {
  return time.toString(16).padStart(12, "0") + counter.toString(16).padStart(4, "0") + device;
}

/**
 * Captures of the same memories that do not know each other, one memory after the other in turns, in the order of their
 * stamps.
 */
export function concurrentEntries(
  count: number,
  { memories, device, domain, from }: { memories: readonly string[]; device: string; domain: string; from: number },
): { readonly device: string; readonly sequence: number; readonly body: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const stamp = stampAt(from + index, 0, device);
    const memory = memories[index % memories.length] ?? "";
    const content = `content ${index + 1}`;
    return { device, sequence: index + 1, body: writeEntry(fullEntry({ stamp, memory, content, domain })) };
  });
}
