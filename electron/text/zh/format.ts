import { createFormat } from "../format.ts";

export const { count, percent, list } = createFormat("zh-CN");

export const memoryCount = (value: number) => `${count(value)} 条记忆`;

/** “是否想写 a、b？”, or "" for none. */
export function didYouMean(similar: readonly string[]): string {
  return similar.length === 0 ? "" : `是否想写 ${similar.join("、")}？`;
}
