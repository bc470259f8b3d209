/** What is said of a failure, and what to do. */
export interface ErrorWords {
  readonly message: string;
  readonly hint?: string;
}

type Details = Readonly<Record<string, unknown>>;

/** A failure as it came, over whichever wire. */
export interface ToldError {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: Details | undefined;
}

/**
 * The words of a failure in a language. Errors speak English wherever they arise; those that an owner meets carry
 * `details.reason`, and by it they are told in other languages too. What has no reason is told as it came.
 * @param language a BCP 47 tag
 */
export function errorWords(error: ToldError, language: string): ErrorWords {
  const { message, hint, details = {} } = error;
  const words = language === "zh-CN" ? CHINESE[String(details.reason)] : undefined;
  return words?.(details) ?? { message, ...(hint === undefined ? {} : { hint }) };
}

/** Simplified Chinese, by reason. */
const CHINESE: Readonly<Record<string, (details: Details) => ErrorWords>> = {
  port_taken: ({ port, holder }) => ({
    message: `端口 ${port} 已被其他程序占用${describeHolder(holder)}。`,
    hint: "请选择其他端口，或停止该程序。客户端配置中含有端口，因此 Recollect 不会自行更改它。",
  }),
  damaged: ({ path, newestBackup }) => ({
    message: `数据库 ${path} 已损坏。`,
    hint:
      typeof newestBackup === "string"
        ? `可以恢复最新的备份（${newestBackup}）；损坏的文件会改名保留在原处。`
        : "没有备份。可以从空数据库开始；损坏的文件会改名保留在原处。",
  }),
  damaged_in_part: ({ finding }) => ({
    message: `数据库有部分损坏：${finding}`,
    hint: "请退出 Recollect 后重新启动：届时可以恢复最新的备份。在此之前可以用 recollect export 导出仍可读取的内容。",
  }),
  newer: ({ found, known }) => ({
    message: `数据库的结构版本是 ${found}，而此版本的 Recollect 只支持到 ${known}。`,
    hint: "请启动写入它的较新版本，或更新此版本。数据库没有被改动。",
  }),
  disk_full: () => ({
    message: "磁盘已满，没有写入。",
    hint: "请腾出空间后重试。已确认保存的内容不会丢失。",
  }),
  not_writable: ({ path }) => ({
    message: typeof path === "string" ? `无法写入数据文件夹 ${path}。` : "Recollect 无权写入其数据文件夹。",
    hint: "请检查文件夹的权限，或用 RECOLLECT_DATA_DIR 指定其他文件夹。",
  }),
  busy: () => ({ message: "数据库正被其他程序占用。", hint: "请关闭该程序后重试。" }),
  disk_failed: () => ({
    message: "磁盘读写失败。",
    hint: "请检查磁盘；最新的备份在 backups 文件夹中。",
  }),
  keychain_closed: () => ({
    message: "系统钥匙串没有打开，其中保存着 Recollect 的密钥。",
    hint: "请解锁钥匙串，然后在“设置”中再次询问。",
  }),
  keychain_lost: () => ({
    message: "系统钥匙串中已没有 Recollect 保存的密钥。",
    hint: "请恢复钥匙串，或在“设置”中生成新密钥并重新连接客户端。",
  }),
  pins_full: ({ maximum }) => ({
    message: `最多可固定 ${maximum} 条消息。`,
    hint: "请先取消固定一些，或将其导出：文件可以保存任意多条。",
  }),
  request_gone: () => ({ message: "此请求已不在日志中。", hint: "日志只保留最近的请求，较早的会被移除。" }),
  replay_sent: () => ({ message: "此消息由 Recollect 自己发出。", hint: "请重放客户端发出的请求。" }),
  replay_rest: () => ({ message: "这是 REST 调用；只能重放 MCP 消息。", hint: "请复制为 cURL，在终端中发送。" }),
  replay_notification: () => ({ message: "通知不会得到答复，因此重放没有可看的内容。" }),
  replay_without_body: () => ({ message: "日志没有保留此消息的正文。", hint: "请从客户端重新发出请求。" }),
  replay_cut: () => ({
    message: "日志只保留每个正文的前 64 KiB，而此消息更长：重新发送将是另一个请求。",
    hint: "请从客户端重新发出请求。",
  }),
  replay_unreadable: () => ({ message: "此消息不是 JSON-RPC 请求。", hint: "请从客户端重新发出请求。" }),
  replay_redacted: () => ({
    message: "写入日志前，此消息中的密钥已被去除：重新发送将是另一个请求。",
    hint: "请从客户端重新发出请求。",
  }),
  replay_connection: () => ({ message: "此消息用于建立连接，并不请求任何内容。" }),
  replay_unrecorded: () => ({ message: "消息已得到答复，但日志没有记录下来。" }),
  replay_paused: () => ({ message: "Recollect 已暂停或正在停止，因此拒绝了此消息。", hint: "请恢复服务后再重放。" }),
  replay_unanswered: () => ({ message: "服务器没有答复此次重放。", hint: "请查看 Recollect 是否正在服务。" }),
  owner_silent: ({ path }) => ({
    message: "另一个 Recollect 占用着数据，但没有响应。",
    hint: `数据在 ${path} 中。请结束那个进程，然后重新启动。`,
  }),
};

function describeHolder(holder: unknown): string {
  if (typeof holder !== "object" || holder === null || !("name" in holder) || !("pid" in holder)) return "";
  return `（${holder.name}，进程 ${holder.pid}）`;
}
