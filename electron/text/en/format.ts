import { createFormat, type MemoryStates } from "../format.ts";

const format = createFormat("en");

export const { count, percent, list } = format;

/** Returns the form for the number; English has two. */
export const plural = (value: number, one: string, other: string) => format.plural(value, { one, other });

/** Returns a number and its words: `1 token`, `1,204 tokens`. */
export const counted = (value: number, one: string, many = `${one}s`) => `${count(value)} ${plural(value, one, many)}`;

export const memoryCount = (value: number) => counted(value, "memory", "memories");

/** The current memories, then the others, as far as there are any. */
export function stateCounts({ memories, trash, superseded, expired, upcoming }: MemoryStates): string {
  const others = [
    [trash, "in the trash"],
    [superseded, "superseded"],
    [expired, "expired"],
    [upcoming, "upcoming"],
  ] as const;
  return [memoryCount(memories), ...others.flatMap(([value, is]) => (value > 0 ? [`${count(value)} ${is}`] : []))].join(
    ", ",
  );
}

/** "Did you mean a, b or c?", or "" for none. */
export function didYouMean(similar: readonly string[]): string {
  return similar.length === 0 ? "" : `Did you mean ${similar.join(", ").replace(/, ([^,]+)$/, " or $1")}?`;
}
