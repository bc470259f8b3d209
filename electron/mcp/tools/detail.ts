import type { Memory } from "../../core/memory.ts";

export type Detail = "light" | "medium" | "everything";

/** A memory as tools answer it: whole, or with its content cut and marked. */
export type AnsweredMemory = Memory & { readonly truncated?: true };

const LENGTHS: Record<Detail, number> = { light: 200, medium: 1200, everything: Number.POSITIVE_INFINITY };
/** Most characters of content one answer carries; past it further memories are cut as in `light`. */
const ANSWER_BUDGET = 1_000_000;

/** Cuts a memory's content to about what `detail` asks, at a space where one is near. */
export function withDetail(memory: Memory, detail: Detail): AnsweredMemory {
  const limit = LENGTHS[detail];
  if (memory.content.length <= limit) return memory;
  const cut = memory.content.slice(0, limit);
  const space = cut.search(/\s\S*$/);
  const end = space > limit * 0.8 ? space : limit;
  // A surrogate pair is never halved.
  const whole = /[\uD800-\uDBFF]$/.test(cut.slice(0, end)) ? end - 1 : end;
  return { ...memory, content: `${cut.slice(0, whole).trimEnd()}…`, truncated: true };
}

/** Cuts each of many memories, and keeps the whole answer within bounds. */
export function createDetailBudget(detail: Detail): (memory: Memory) => AnsweredMemory {
  let left = ANSWER_BUDGET;
  return (memory) => {
    const answered = withDetail(memory, left > 0 ? detail : "light");
    left -= answered.content.length;
    return answered;
  };
}
