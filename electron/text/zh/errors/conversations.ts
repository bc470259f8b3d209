import type {
  conversationsErrors as english,
  transcriptProblems as englishProblems,
  suggestionStates as englishStates,
} from "../../en/errors/conversations.ts";
import { knownText, type Translation, words } from "../../message.ts";

const transcriptProblems: Readonly<Record<keyof typeof englishProblems, string>> = {
  not_file: "它不是文件",
  not_text: "它不是文本文件",
  not_json: "它不是完整的 JSON 文档",
  json_depth: "其 JSON 的层级过多",
  json_members: "其 JSON 的成员过多",
  json_values: "其 JSON 的值过多",
  not_closed: "其程序没有关闭它，请启动该程序一次",
  no_permission: "当前用户没有权限",
  missing: "它已不存在",
  archive_damaged: "它不是完整的 ZIP 压缩包，请重新下载",
  archive_large: "解压后超过 8 GB",
  utf16: "它是 UTF-16 编码，请另存为 UTF-8",
};

const suggestionStates: Readonly<Record<keyof typeof englishStates, string>> = {
  waiting: "正在等待",
  kept: "已被保留",
  rejected: "已被拒绝",
};

export const conversationsErrors: Translation<typeof english> = {
  conversation_unknown: ({ id }) => words(`没有对话“${id}”。`, "请使用 search_conversations 或对话列表中显示的标识。"),
  suggestion_unknown: ({ id }) => words(`没有建议“${id}”。`, "它可能已过期，或其对话已被移除。请重新列出建议。"),
  suggestion_decided: ({ state }) => words(`这条建议${knownText(suggestionStates, state)}。`, "请重新列出建议。"),
  conversation_client_unknown: ({ client, known }) =>
    words(`Recollect 不读取“${client}”的对话。`, `请使用其中之一：${known.join("、")}。`),
  conversation_folder_not_absolute: ({ folder }) =>
    words(`文件夹“${folder}”不是绝对路径。`, "请输入完整路径，例如 /home/ann/private。"),
  conversation_archive_not_absolute: ({ path }) => words(`路径“${path}”不是绝对路径。`, "请输入归档文件的完整路径。"),
  conversation_archive_unknown: ({ path }) =>
    words(
      `${path} 中没有 ChatGPT 或 Claude 的对话。`,
      "请选择账户导出时收到的 ZIP 归档文件、其解压后的文件夹，或其中的 conversations.json。",
    ),
  conversations_off: () =>
    words("未读取对话：没有开启任何客户端。", "请选择要读取其对话的客户端：recollect conversations on <客户端>。"),
  conversations_not_granted: () =>
    words("此客户端不可读取对话。", "所有者可以在 Recollect 的“客户端”中，通过此客户端的权限允许。"),
  conversations_unavailable: () =>
    words("读取对话的线程失败了。", "请一分钟后再试；Recollect 会重新启动它。日志文件说明了失败原因。"),
  conversations_failed: ({ finding }) =>
    words(
      `无法使用对话数据库：${finding}。`,
      "请重新启动 Recollect。它会重命名该文件，下次扫描会重新读取对话，已忘记的除外。",
    ),
  conversations_newer: ({ found, known }) =>
    words(
      `conversations.sqlite 由更新版本的 Recollect 写入（架构 ${found}；此版本支持 ${known}）。`,
      "请更新 Recollect。该文件未被更改。",
    ),
  conversation_unreadable: ({ path, problem }) =>
    words(
      `无法读取 ${path} 中的对话：${knownText(transcriptProblems, problem)}。`,
      "请检查文件是否存在以及你是否有权读取它。下次扫描会再次尝试。",
    ),
  conversation_invalid: ({ path, problem }) =>
    words(
      `无法读取 ${path} 中的对话：${knownText(transcriptProblems, problem)}。`,
      "该文件已损坏，或由其他程序写入。请从备份恢复，或将其移到其他文件夹。其他对话照常读取。",
    ),
  conversation_database_busy: ({ path }) =>
    words(
      `无法读取 ${path} 中的对话：其程序锁定了该文件。`,
      "下次扫描会再次尝试。如果一直被锁定，请退出该程序并开始扫描。",
    ),
  conversation_too_large: ({ path, megabytes }) =>
    words(`不读取 ${path} 中的对话：文件超过 ${megabytes} MB。`, "请在该程序中归档或删除旧对话。"),

  // Clients' own memories.
  client_memory_client_unknown: ({ client, known }) =>
    words(
      `Recollect 无法读取“${client}”的记忆。`,
      `请使用其中之一：${known.join("、")}。如果是其他客户端的指令，请指定文件。`,
    ),
  client_memory_path_not_absolute: ({ path }) =>
    words(`文件“${path}”不是绝对路径。`, "请输入完整路径，例如 /home/ann/shop/CLAUDE.md。"),
  client_memories_off: () =>
    words(
      "未监视任何内容：没有开启任何客户端或文件。",
      "请选择要监视的内容：recollect client-memories watch <客户端或文件>。",
    ),
  client_memory_unreadable: ({ path, problem }) =>
    words(`无法读取 ${path}：${problem}。`, "请检查你是否有权读取它，以及是否有程序锁定了它。下次扫描会再次尝试。"),
  client_memory_missing: ({ path }) => words(`${path} 已不存在。`, "来自它的记忆会保留。请恢复该文件，或停止监视它。"),
  client_memory_link: ({ path, root }) =>
    words(`不读取 ${path}：它是指向 ${root} 之外文件的链接。`, "请将该文件复制到此文件夹，或用其自身的路径添加。"),
  client_memory_not_file: ({ path }) => words(`${path} 不是文件。`, "请指定一个文本文件。"),
  client_memory_not_text: ({ path }) =>
    words(`不读取 ${path}：它不是 UTF-8、UTF-16 或 Windows-1252 编码的文本。`, "请将其保存为 UTF-8，或移到别处。"),
  client_memory_decoded: ({ path, encoding }) =>
    words(`${path} 不是 UTF-8 编码，已按 ${encoding} 读取。`, "如果变音符号有误，请另存为 UTF-8。"),
  client_memory_damaged: ({ path, damaged }) =>
    words(`${path} 中有 ${damaged} 个字符不是有效的 UTF-8，已替换为 \ufffd。`, "请更正该文件。下次扫描会重新读取。"),
  client_memory_repaired: ({ path }) =>
    words(
      `${path} 的 front matter 不是有效的 YAML 或 TOML，已逐行读取。`,
      "不含已知字段的行在正文中。含冒号的值需要加引号。",
    ),
  client_memory_too_large: ({ path, kilobytes }) =>
    words(`不读取 ${path}：它超过 ${kilobytes} KB。`, "请将其拆分为更小的文件。"),
  client_memory_too_many: ({ path, maximum }) =>
    words(`${path} 有超过 ${maximum} 个文件。其余文件不会读取。`, "请让该客户端删除或合并旧记忆。"),
  client_memory_inbox_full: ({ source, maximum }) =>
    words(
      `收件箱中有 ${maximum} 条来自 ${source} 的记忆等待审核。其余的稍后提议。`,
      "请先审核其中一些。下次扫描会继续。",
    ),
};
