import type { Memory } from "../../core/memory.ts";

type Detail = "light" | "medium" | "everything";

/** A memory as tools return it: complete, or with its content shortened and marked as `truncated`. */
type ReturnedMemory = Memory & { readonly truncated?: true };

/** The maximum content length for each level, in UTF-16 units; the descriptions of `detail` name the same numbers. */
const LENGTHS: Record<Detail, number> = { light: 200, medium: 1200, everything: Number.POSITIVE_INFINITY };
/** Content of one result, in UTF-16 units; memories after it are shortened as with `light`. */
const MAX_RESULT_CONTENT = 1_000_000;

/** Shortens a memory's content to the length that `detail` allows, at a space if one is near the end. */
export function withDetail(memory: Memory, detail: Detail): ReturnedMemory {
  const limit = LENGTHS[detail];
  if (memory.content.length <= limit) return memory;
  const cut = memory.content.slice(0, limit);
  const space = cut.search(/\s\S*$/);
  const end = space > limit * 0.8 ? space : limit;
  // Never split a surrogate pair.
  const length = /[\uD800-\uDBFF]$/.test(cut.slice(0, end)) ? end - 1 : end;
  return { ...memory, content: `${cut.slice(0, length).trimEnd()}…`, truncated: true };
}

/** Returns a function that shortens the memories of one result and keeps their total content within bounds. */
export function createDetailBudget(detail: Detail): (memory: Memory) => ReturnedMemory {
  let left = MAX_RESULT_CONTENT;
  return (memory) => {
    const returned = withDetail(memory, left > 0 ? detail : "light");
    left -= returned.content.length;
    return returned;
  };
}
