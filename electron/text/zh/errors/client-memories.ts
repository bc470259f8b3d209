import type { clientMemoryErrors as english } from "../../en/errors/client-memories.ts";
import { type Translation, words } from "../../message.ts";

export const clientMemoryErrors: Translation<typeof english> = {
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
  client_memory_not_file: ({ path }) => words(`${path} 不是文件。`, "请指定一个文本文件。"),
  client_memory_not_text: ({ path }) =>
    words(`不读取 ${path}：它不是 UTF-8 文本。`, "请将其保存为 UTF-8，或移到别处。"),
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
