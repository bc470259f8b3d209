import type { inboxErrors as english } from "../../en/errors/inbox.ts";
import { type Translation, words } from "../../message.ts";

export const inboxErrors: Translation<typeof english> = {
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
