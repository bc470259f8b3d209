import type { memoriesErrors as english } from "../../en/errors/memories.ts";
import { localTime } from "../../local-time.ts";
import { type Translation, words } from "../../message.ts";
import { didYouMean } from "../format.ts";

export const memoriesErrors: Translation<typeof english> = {
  content_empty: () => words("内容为空。", "请写下值得记住的内容，最多 64 KiB 的 Markdown。"),
  content_binary: () => words("内容中含有 NUL 字符。", "请只写文本；二进制数据可在“来源”中写明路径。"),
  content_too_large: ({ bytes }) =>
    words(`内容有 ${bytes} 字节；一条记忆最多 64 KiB。`, "请拆成几条记忆，或只保留摘要，并在“来源”中写明原文。"),
  content_private: () =>
    words("content 全部是私密内容，没有保存。", "只把不应保存的部分放在 <private> 和 </private> 之间。"),
  secret_refused: ({ field, names }) =>
    words(
      `${field} 含有机密：${names.join("、")}。没有保存任何内容。`,
      "请删除它，或把它放在 <private> 和 </private> 之间。所有者可以在 Recollect › 设置中选择遮盖机密。",
    ),
  secret_in_name: ({ field, names }) =>
    words(`${field} 含有机密：${names.join("、")}。没有保存任何内容。`, "请使用不含机密的名称。"),
  source_too_long: ({ maximum }) => words(`来源过长；最多 ${maximum} 个字符。`, "只写文件、网址或提交即可。"),
  source_control_characters: () => words("来源中含有控制字符。", "请在一行内写明文件、网址或提交。"),
  namespace_name: ({ namespace }) =>
    words(
      `“${namespace}”不能用作命名空间的名称。`,
      "请使用小写字母、数字和连字符，最多 48 个字符，例如 decisions 或 tech-debt。",
    ),
  namespace_unknown: ({ namespace, known, similar = [] }) =>
    words(`没有名为“${namespace}”的命名空间。`, `${didYouMean(similar)}可用的有：${known.join("、")}。`),
  domain_missing: ({ name, similar }) => words(`没有项目“${name}”。`, didYouMean(similar) || undefined),
  namespace_missing: ({ name, similar }) => words(`没有命名空间“${name}”。`, didYouMean(similar) || undefined),
  place_same: ({ name }) => words(`“${name}”是同一个位置。`, "请指定另一个。"),
  place_remote: ({ domain }) => words(`项目 ${domain} 在数据库中。`, "其中的记忆不能一起移动，请逐条移动。"),
  namespace_used: ({ name, count }) =>
    words(`命名空间“${name}”中有 ${count} 条记忆，其中一些可能在回收站里。`, "请改为把它合并到另一个命名空间。"),
  namespace_built_in: ({ name }) => words(`“${name}”是内置的命名空间。`, "它可以合并到另一个命名空间，但不能删除。"),
  place_undo_gone: () => words("此更改已无法撤消。", "请把记忆移回去。"),
  domain_reserved: ({ domain }) =>
    words(`“${domain}”是保留字，不能用作项目。`, "请使用 user，或 owner/repo 这样的项目名。"),
  domain_length: ({ maximum }) =>
    words(`项目须为 1 至 ${maximum} 个字符，且不含控制字符。`, "请使用 user，或 owner/repo 这样的项目名。"),
  tags_too_many: ({ count, maximum }) =>
    words(`共有 ${count} 个标签；一条记忆最多 ${maximum} 个。`, "请只保留搜索时会用到的几个。"),
  tag_too_long: ({ tag, maximum }) => words(`标签“${tag}…”超过 ${maximum} 个字符。`, "标签用一两个词即可。"),
  tag_invalid: ({ value }) => words(`“${value}”不是有效的标签。`),
  not_an_id: ({ value }) =>
    words(`“${value}”不是记忆的 ID。`, "ID 由 26 个字符组成；给出开头或结尾的至少 4 个字符即可。"),
  state_invalid: ({ field, choices }) => words(`${field} 必须是以下之一：${choices.join("、")}。`),
  id_ambiguous: ({ field, value, candidates, more }) =>
    words(
      `${field}“${value}”是多个 ID 的开头或结尾：${candidates.join("、")}${more ? "……" : ""}。`,
      "请给出 ID 的更多字符。",
    ),
  not_an_address: ({ value }) =>
    words(`“${value}”不是记忆的地址。`, "地址的形式是 recollect://{domain}/{namespace}/{id}。"),
  address_encoding: () => words("地址中有一段的百分号编码不正确。", "请用 encodeURIComponent 对项目名编码。"),
  address_of_list: ({ value }) =>
    words(`“${value}”指的是一个列表，而不是一条记忆。`, "请加上记忆的 ID：recollect://{domain}/{namespace}/{id}。"),
  names_invalid: ({ field, maximum }) =>
    words(
      `${field} 必须是一个名称，或 1 到 ${maximum} 个名称的列表，且都不能为空。`,
      `省略 ${field} 以使用默认值，或传入“_”表示全部。`,
    ),
  time_invalid: ({ field, value }) =>
    words(
      `${field} 的值“${value}”不是有效的时间。`,
      "请使用日期（2026-01-31）、日期和时间（2026-01-31T09:00Z），或距今的时间段（12h、7d、2w、3mo、1y）。",
    ),
  validity_time_invalid: ({ field, value }) =>
    words(
      `${field} 的值“${value}”不是有效的日期。`,
      "请使用日期（2026-12-31，即当地时间当天零点），或日期和时间（2026-12-31T18:00Z）。",
    ),
  validity_empty: ({ field, validFrom, validUntil }) =>
    words(
      `${field}（${localTime(validUntil)}）不晚于 validFrom（${localTime(validFrom)}）。`,
      "请给出晚于 validFrom 的 validUntil，或删除其中之一。",
    ),
  memory_not_valid: ({ id, asOf, validFrom, validUntil }) =>
    words(
      `记忆 ${id} 在 ${localTime(asOf)} 时无效。`,
      `其有效期：${[validFrom && `自 ${localTime(validFrom)}`, validUntil && `至 ${localTime(validUntil)}`].filter(Boolean).join("，")}。省略 asOf 即可随时读取。`,
    ),
  filters_contradict: ({ field, one, other }) =>
    words(`${field} 给出了两次：“${one}”和“${other}”。`, "请只在查询或参数中给出一次。"),
  query_too_long: ({ maximum }) => words(`查询过长；最多 ${maximum} 个字符。`, "请只用关键的词来搜索。"),
  score_out_of_range: ({ field }) =>
    words(`${field} 不是 0 到 1 之间的数。`, "省略它以只返回可能相关的结果，或用 0 返回全部候选。"),
  integer_out_of_range: ({ field, from, to, otherwise }) =>
    words(`${field} 必须是 ${from} 到 ${to} 之间的整数。`, `省略则为 ${otherwise}。`),
  revision_invalid: ({ field }) => words(`${field} 必须是正整数。`, "请发送你最后读到的修订号，或将其省略。"),
  read_only: () => words("此客户端只能读取记忆，不能更改。", "所有者可以在 Recollect 的“客户端”中允许它写入。"),
  propose_only: () =>
    words(
      "该客户端可以提议记忆，但不能更改已有的记忆。",
      "请用 capture_memory 提议一条新记忆，并在 supersedes 中写明旧的那条。所有者会审核。",
    ),
  owner_only: () => words("只有所有者可以这样做。", "请所有者在 Recollect 的窗口中操作。"),
  limited_client: () => words("此客户端只能看到一部分记忆，因此不能这样做。", "所有者可以在 Recollect 的窗口中操作。"),
  place_not_granted: ({ field, value, allowed }) =>
    words(
      `此客户端不能写入 ${field}“${value}”。`,
      `它可以写入：${allowed.join("、") || "无"}。所有者可以在 Recollect 的“客户端”中更改。`,
    ),
  rebuild_running: () => words("索引正在重建。", "请等待它完成，或先取消。"),

  // The inbox.
  proposal_gone: ({ id }) => words(`收件箱中没有提议 ${id}。`, "请重新载入收件箱。"),
  proposal_decided: ({ id }) => words(`提议 ${id} 已被保留或拒绝。`, "请重新载入收件箱。"),
  proposal_waiting: ({ id }) => words(`提议 ${id} 已在等待审核。`),
  proposal_changed: ({ id }) =>
    words(`记忆 ${id} 在保留之后已被更改，无法放回收件箱。`, "请改为删除它：回收站中的内容也可以恢复。"),
  inbox_full: ({ maximum }) =>
    words(`该客户端已有 ${maximum} 条提议在等待所有者审核，已达上限。`, "请让所有者在 Recollect › 收件箱中审核。"),
  update_reads_like_instruction: () =>
    words(
      "此更改读起来像是给助手的指令，需要所有者审核。",
      "请将其发送到 capture_memory，并在 supersedes 中写明旧记忆：它会等待所有者审核。",
    ),
};
