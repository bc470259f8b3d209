import type { importErrors as english } from "../../en/errors/import.ts";
import { type Translation, words } from "../../message.ts";

const FORMATS =
  "支持 Recollect 的导出文件、JSON Lines、claude-mem、mcp-memory-service、server-memory、basic-memory、mem0、OpenMemory、ChatGPT、Claude 和 Markdown。";

export const importErrors: Translation<typeof english> = {
  import_conflict: () => words("这里已有不同版本，保持不变。"),
  import_not_current: () => words("它在回收站中或已被取代，无法在收件箱中审核。"),
  import_duplicate_id: () => words("它的 ID 在导入内容中出现了两次。"),
  import_memory_invalid: ({ problem }) => words(`这不是导出的记忆：${problem}`),
  import_history_invalid: () => words("它的历史与当前状态不一致。"),
  import_successor_missing: () =>
    words("取代它的记忆既不在这里，也不在文件中。", "它可能在回收站中；请使用 --trash 导出。"),
  import_namespace_unknown: ({ namespace, known }) =>
    words(
      `没有命名空间“${namespace}”。`,
      `请使用其中之一：${known.join("、")}。所有者可以在 Recollect 的窗口中添加更多。`,
    ),
  import_content_missing: () => words("它没有内容。"),
  import_line_invalid: () => words("它不是包含“content”的 JSON 对象。"),
  import_entry_too_large: () => words("该条目超过 4 MiB。"),
  import_note_too_large: () => words("该文件超过 1 MiB；一条记忆最多 64 KiB。"),
  import_note_unreadable: () => words("无法读取该文件。"),
  import_note_encoding: () =>
    words("它不是 UTF-8、UTF-16 或 Windows-1252 编码的文本。", "如果是文本，请另存为 UTF-8。"),
  import_folder_unreadable: () => words("无法列出该文件夹。", "请确认你有读取权限。"),
  import_front_matter_repaired: () =>
    words(
      "它的 front matter 不是有效的 YAML 或 TOML，已逐行读取。",
      "不含已知字段的行在正文中。含冒号的值需要加引号。",
    ),
  import_date_ambiguous: ({ date }) =>
    words(
      `未使用它的日期 ${date}：日和月的顺序不明确。`,
      "请写成 2024-05-31，或在 front matter 中加入一行，例如 lang: en-GB。",
    ),
  import_date_unknown: ({ date }) => words(`未使用它的日期“${date}”：无法识别。`, "请写成 2024-05-31。"),
  import_text_encoding: ({ encoding }) =>
    words(`它不是 UTF-8 编码，已按 ${encoding} 读取。`, "如果变音符号有误，请另存为 UTF-8。"),
  import_text_damaged: ({ damaged }) =>
    words(`其中 ${damaged} 个字符不是有效的 UTF-8，已替换为 \ufffd。`, "请检查它的来源。"),
  import_line_encoding: ({ path, line }) =>
    words(
      `${path} 的第 ${line} 行不是 UTF-8、UTF-16 或 Windows-1252 编码的文本。`,
      "此前导入的内容已保留。请将文件另存为 UTF-8，或删除该行。",
    ),
  import_not_file: ({ path }) =>
    words(`${path} 不是文件或文件夹。`, "请将其内容保存为文件，或通过管道传给 `recollect import -`。"),
  import_line_too_long: ({ path, line, maximumMiB }) =>
    words(`${path} 的第 ${line} 行超过 ${maximumMiB} MiB。`, "此前的行已读取。请拆分文件，或删除该行。"),
  import_timeout: ({ path, seconds }) =>
    words(
      `读取 ${path} 时在一处超过了 ${seconds} 秒。`,
      "此前导入的内容已保留。请将文件复制到本机磁盘，或使用 `recollect import` 导入。",
    ),
  import_reader_failed: ({ path }) =>
    words(
      `读取 ${path} 需要的内存过多，或读取失败。`,
      "此前导入的内容已保留。请拆分文件，或使用 `recollect import` 导入。",
    ),
  import_too_many_problems: ({ maximum }) =>
    words(`被拒绝的条目超过 ${maximum} 个，导入已停止。`, "此前导入的内容已保留。请确认文件格式符合预期。"),
  import_too_many_superseded: ({ maximumMiB }) =>
    words(
      `文件中被取代的记忆合计超过 ${maximumMiB} MiB。`,
      "此前导入的内容已保留。请导出时不含被取代的记忆，或分几次导出。",
    ),
  import_path_missing: ({ path }) =>
    words(`${path} 不存在。`, "请指定文件或文件夹；`recollect import` 会列出找到的内容。"),
  import_path_relative: ({ path }) => words(`${path} 不是完整路径。`, "请以磁盘根目录开头，或用 ~ 表示主目录。"),
  import_no_memories: ({ path }) => words(`无法导入 ${path}：其中没有一行是包含“content”的 JSON 对象。`, FORMATS),
  import_binary: ({ path }) => words(`无法导入 ${path}：其中是未知格式的二进制数据。`, FORMATS),
  import_own_database: ({ path }) =>
    words(
      `无法导入 ${path}：这是当前 Recollect 正在使用的数据库。`,
      "其中的记忆已在这里。即使数据库已损坏，也可用 `recollect export` 将它们保存到文件。",
    ),
  import_database_unknown: ({ path, tables }) =>
    words(
      `无法导入 ${path}：这是未知程序的数据库，${tables.length === 0 ? "没有表" : `包含表 ${tables.join("、")}`}。`,
      FORMATS,
    ),
  import_archive_unknown: ({ path }) =>
    words(
      `无法导入 ${path}：这是未知程序的压缩包。`,
      "支持 ChatGPT、Claude 和 OpenMemory 的导出压缩包。其他压缩包请先解压，再导入其中的文件。",
    ),
  import_archive_too_large: ({ path, gigabytes }) =>
    words(`未读取 ${path}：解压后超过 ${gigabytes} GB。`, "请将其解压，只导入包含记忆的文件。"),
  import_no_saved_memories: ({ path }) =>
    words(
      `${path} 中有对话，但没有已保存的记忆。`,
      "该账户没有记忆，或者记忆保存在未导出的对话中。要搜索这些对话：recollect conversations add <文件>。",
    ),
  import_no_markdown: ({ path }) => words(`${path} 中没有 Markdown 文件。`, "请指定笔记文件夹，或单个文件。"),
  import_unreadable: ({ path, problem }) => words(`无法读取 ${path}：${problem}。`),
  import_database_busy: ({ path, problem }) =>
    words(`无法读取 ${path}：${problem}。`, "它的程序正在写入。请稍后重试，或先退出该程序。"),
  import_database_inaccessible: ({ path, problem }) =>
    words(`无法读取 ${path}：${problem}。`, "请将它和旁边以 -wal 结尾的文件复制到你自己的文件夹，然后导入副本。"),
  import_database_damaged: ({ path, problem }) =>
    words(`无法读取 ${path}：${problem}。`, "它已损坏。请导入它的备份，或 `sqlite3 FILE .recover` 恢复出的内容。"),
  import_not_database: ({ path, problem }) =>
    words(`无法读取 ${path}：${problem}。`, "它不是 SQLite 数据库、已加密或已损坏。请导入它的备份。"),
  import_sqlite_missing: ({ version }) =>
    words(`此 Node（${version}）无法读取 SQLite 数据库。`, "请使用 Node 22.13 或更高版本，或已安装应用的命令行。"),
  import_stopped: () => words("导入已停止。"),
};
