import type { Text } from "../en.ts";
import { sentence as say } from "../sentence.ts";
import { count } from "./format.ts";

export const sentences: Text["activity"]["sentences"] = {
  you: "你",
  someone: "未知程序",
  aMemory: "一条记忆",
  aTool: "一个工具",
  something: "某些内容",
  times: (value) => `${count(value)} 次`,
  remembered: (who, what, where) =>
    where === null ? say`${who} 记住了 ${what}。` : say`${who} 在 ${where} 中记住了 ${what}。`,
  known: (who, what, where) =>
    where === null ? say`${who} 再次记住了已有的 ${what}。` : say`${who} 在 ${where} 中再次记住了已有的 ${what}。`,
  proposed: (who, what, where) =>
    where === null ? say`${who} 提议了 ${what}。` : say`${who} 为 ${where} 提议了 ${what}。`,
  changed: (who, what, where) =>
    where === null ? say`${who} 修改了 ${what}。` : say`${who} 修改了 ${where} 中的 ${what}。`,
  deleted: (who, what, where) =>
    where === null ? say`${who} 把 ${what} 移到了回收站。` : say`${who} 把 ${where} 中的 ${what} 移到了回收站。`,
  restored: (who, what, where) =>
    where === null ? say`${who} 恢复了 ${what}。` : say`${who} 恢复了 ${where} 中的 ${what}。`,
  replaced: (who, what, where) =>
    where === null ? say`${who} 用更新的记忆取代了 ${what}。` : say`${who} 用更新的记忆取代了 ${where} 中的 ${what}。`,
  searched: (who, query, found) =>
    found === null
      ? say`${who} 搜索了 ${query}。`
      : say`${who} 搜索了 ${query}：${found === 0 ? "没有找到" : `找到 ${count(found)} 条`}。`,
  searchedConversations: (who, query, found) =>
    found === null
      ? say`${who} 在过去的对话中搜索了 ${query}。`
      : say`${who} 在过去的对话中搜索了 ${query}：${found === 0 ? "没有找到" : `找到 ${count(found)} 条`}。`,
  listed: (who, where, found) => {
    const what = found === null ? "记忆" : `${count(found)} 条记忆`;
    return where === null ? say`${who} 列出了${what}。` : say`${who} 列出了 ${where} 的${what}。`;
  },
  read: (who, what) => say`${who} 读取了 ${what}。`,
  readConversation: (who) => say`${who} 读取了一段过去的对话。`,
  given: (who, found, prompts) => say`${count(found ?? 0)} 条记忆加入了 ${who} 的 ${count(prompts)} 条提示。`,
  givenAtStart: (who, found, sessions) =>
    say`${count(found ?? 0)} 条记忆加入了 ${who} 的 ${count(sessions)} 个新会话。`,
  called: (who, tool, server) => say`${who} 使用了 ${server} 的 ${tool}。`,
  connected: (who) => say`${who} 已连接。`,
  failed: (who, tool, problem) => say`${who} 无法使用 ${tool}：${problem}`,
  refused: (who) => say`${who} 的一个请求被拒绝。`,
};
