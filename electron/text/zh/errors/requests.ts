import type { requestsErrors as english } from "../../en/errors/requests.ts";
import { type Translation, words } from "../../message.ts";

export const requestsErrors: Translation<typeof english> = {
  log_unavailable: () => words("现在无法读取请求日志。", "请一分钟后重试；数据文件夹中的日志文件会说明原因。"),
  log_unwritten: () =>
    words("请求正常处理，但无法写入请求日志。", "数据文件夹中的日志文件会说明原因。之后的请求到来时会再次尝试写入。"),
  pins_full: ({ maximum }) =>
    words(`最多可固定 ${maximum} 条消息。`, "请先取消固定一些，或将其导出：文件可以保存任意多条。"),
  request_gone: () => words("此请求已不在日志中。", "日志只保留最近的请求，较早的会被移除。"),
  replay_writes: ({ tool }) => words(`${tool} 会更改记忆；重放会再次更改。`, "如果需要，请确认重放。"),
  replay_sent: () => words("此消息由 Recollect 自己发出。", "请重放客户端发出的请求。"),
  replay_rest: () => words("这是 REST 调用；只能重放 MCP 消息。", "请复制为 cURL，在终端中发送。"),
  replay_notification: () => words("通知不会得到答复，因此重放没有可看的内容。"),
  replay_without_body: () => words("日志没有保留此消息的正文。", "请从客户端重新发出请求。"),
  replay_cut: () =>
    words("日志只保留每个正文的前 64 KiB，而此消息更长：重新发送将是另一个请求。", "请从客户端重新发出请求。"),
  replay_unreadable: () => words("此消息不是 JSON-RPC 请求。", "请从客户端重新发出请求。"),
  replay_redacted: () =>
    words("写入日志前，此消息中的密钥已被去除：重新发送将是另一个请求。", "请从客户端重新发出请求。"),
  replay_connection: () => words("此消息只用于建立连接，无法重放。"),
  replay_unrecorded: () => words("消息已得到答复，但日志没有记录下来。", "请在列表中查找，或再次重放。"),
  replay_without_session: () => words("服务器没有为此次重放建立会话。", "请查看 Recollect 是否正在服务。"),
  replay_paused: () => words("Recollect 已暂停或正在停止，因此拒绝了此消息。", "请恢复服务后再重放。"),
  replay_unanswered: () => words("服务器没有答复此次重放。", "请查看 Recollect 是否正在服务。"),
};
