import type {
  searchNotices as english,
  characterNotices as englishCharacters,
  conversationNotices as englishConversations,
  inboxNotices as englishInbox,
  secretNotices as englishSecrets,
} from "../en/notices.ts";
import { errorText } from "../error-text.ts";
import type { ErrorBody } from "../errors.ts";
import { errors } from "./errors.ts";
import { didYouMean } from "./format.ts";

function sentenceOf(error: ErrorBody): string {
  const { message, hint } = errorText(error, { errors });
  return `${message}${hint ?? ""}`;
}

export const searchNotices: typeof english = {
  filter_searched_as_text: ({ filter }) => `${filter} 不是筛选条件，已作为文本搜索。`,
  filter_ignored: ({ filter }) => `${filter} 不是筛选条件，已忽略。`,
  time_ignored: ({ filter }) =>
    `已忽略 ${filter}：请使用日期（2026-01-31）、日期和时间（2026-01-31T09:00Z），或距今的时间段（12h、7d、2w、3mo、1y）。`,
  filter_refused: ({ error }) => sentenceOf(error),
  phrase_not_found: () => "没有记忆含有引号中的完整短语，已逐词搜索。",
  nothing_relevant: ({ count }: { count: number }) =>
    `没有可能相关的记忆；minScore 为 0 时返回可能性较低的 ${count} 条。`,
  domain_unknown: ({ domain, similar }) => `没有项目“${domain}”。${didYouMean(similar)}`,
  remote_unreachable: ({ domain }) => `项目 ${domain} 的数据库无法连接，这里缺少其中的记忆。`,
  model_missing: () => "没有可用的嵌入模型，这里只有文本搜索的结果。",
  model_loading: () => "嵌入模型正在加载，这里只有文本搜索的结果。",
  model_silent: () => "嵌入模型没有响应，这里只有文本搜索的结果。",
  model_failed: ({ error }) =>
    `这里只有文本搜索的结果。${error === undefined ? "嵌入模型无法使用。" : sentenceOf(error)}`,
};

export const conversationNotices: typeof englishConversations = {
  filters_ignored: (names) => `对话没有以下筛选条件，已忽略：${names.map((name) => `${name}:`).join("、")}。`,
};

export const characterNotices: typeof englishCharacters = {
  removed: ({ count }) => `已删除 ${count} 个笔记不需要的字符（控制字符、标签字符或格式字符）。`,
  hidden: ({ count }) => `已保存，其中有 ${count} 个不可见或改变文字方向的字符，用户会看到它们的标记。`,
};

export const secretNotices: typeof englishSecrets = {
  domain_new: ({ domain, similar }) => `“${domain}”是新的项目。${didYouMean(similar)}`,
  namespace_replaced: ({ namespace, used }) => `没有命名空间“${namespace}”，已存入“${used}”。所有者可以添加它。`,
  masked: ({ field, names }) => `${field} 中的以下内容已被遮盖，没有保存：${names.join("、")}。`,
  tag_removed: ({ names }) => `已删除一个标签，因为它是机密：${names.join("、")}。`,
  private_removed: ({ field, count }) => `已从 ${field} 中删除 ${count} 个私密部分。`,
};

export const inboxNotices: typeof englishInbox = {
  waits: () => "尚未保存：正在等待所有者在 Recollect › 收件箱中审核。请勿再次保存；memory_status 会返回结果。",
};
