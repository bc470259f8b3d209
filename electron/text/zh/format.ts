import { createFormat, type MemoryStates } from "../format.ts";

export const { count, percent, list } = createFormat("zh-CN");

export const memoryCount = (value: number) => `${count(value)} 条记忆`;

/** The current memories, then the others, as far as there are any. */
export function stateCounts({ memories, trash, superseded, expired, upcoming }: MemoryStates): string {
  const others = [
    ["回收站中", trash],
    ["已被取代", superseded],
    ["已过期", expired],
    ["未生效", upcoming],
  ] as const;
  return [
    memoryCount(memories),
    ...others.flatMap(([is, value]) => (value > 0 ? [`${is} ${count(value)} 条`] : [])),
  ].join("，");
}

/** “是否想写 a、b？”, or "" for none. */
export function didYouMean(similar: readonly string[]): string {
  return similar.length === 0 ? "" : `是否想写 ${similar.join("、")}？`;
}
