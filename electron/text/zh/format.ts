import { createFormat } from "../format.ts";

export const { count, percent, list } = createFormat("zh-CN");

export const memoryCount = (value: number) => `${count(value)} 条记忆`;
