import type { Details, ErrorWords } from "./told-error.ts";

type Say = (details: Details) => ErrorWords;

const MEMORIES: Readonly<Record<string, Say>> = {
  content_empty: () => ({ message: "内容为空。", hint: "请写下值得记住的内容，最多 64 KiB 的 Markdown。" }),
  content_binary: () => ({ message: "内容中含有 NUL 字符。", hint: "请只写文本；二进制数据可在“来源”中写明路径。" }),
  content_too_large: ({ bytes }) => ({
    message: `内容有 ${bytes} 字节；一条记忆最多 64 KiB。`,
    hint: "请拆成几条记忆，或只保留摘要，并在“来源”中写明原文。",
  }),
  source_too_long: ({ maximum }) => ({
    message: `来源过长；最多 ${maximum} 个字符。`,
    hint: "只写文件、网址或提交即可。",
  }),
  source_control_characters: () => ({ message: "来源中含有控制字符。", hint: "请在一行内写明文件、网址或提交。" }),
  namespace_unknown: ({ namespace, known }) => ({
    message: `没有名为“${namespace}”的命名空间。`,
    hint: `可用的有：${Array.isArray(known) ? known.join("、") : ""}。`,
  }),
  namespace_name: ({ namespace }) => ({
    message: `“${namespace}”不能用作命名空间的名称。`,
    hint: "请使用小写字母、数字和连字符，最多 48 个字符，例如 decisions 或 tech-debt。",
  }),
  domain_reserved: ({ domain }) => ({
    message: `“${domain}”是保留字，不能用作域。`,
    hint: "请使用 user，或 owner/repo 这样的项目名。",
  }),
  domain_length: ({ maximum }) => ({
    message: `域须为 1 至 ${maximum} 个字符，且不含控制字符。`,
    hint: "请使用 user，或 owner/repo 这样的项目名。",
  }),
  tags_too_many: ({ count, maximum }) => ({
    message: `共有 ${count} 个标签；一条记忆最多 ${maximum} 个。`,
    hint: "请只保留搜索时会用到的几个。",
  }),
  tag_too_long: ({ tag, maximum }) => ({
    message: `标签“${tag}…”超过 ${maximum} 个字符。`,
    hint: "标签用一两个词即可。",
  }),
  not_an_id: ({ value }) => ({ message: `“${value}”不是记忆的 ID。`, hint: "ID 由 26 个字符组成。" }),
  not_an_address: ({ value }) => ({
    message: `“${value}”不是记忆的地址。`,
    hint: "地址的形式是 recollect://{domain}/{namespace}/{id}。",
  }),
  memory_gone: () => ({ message: "这条记忆不存在。", hint: "它可能已被永久删除。" }),
  memory_in_trash: () => ({ message: "这条记忆在回收站中。", hint: "请先恢复，再修改。" }),
  memory_changed: () => ({
    message: "这条记忆在此期间已被更改。",
    hint: "没有保存。请查看它现在的内容，再重新修改。",
  }),
  merge_impossible: () => ({
    message: "这两条记忆无法合并。",
    hint: "只能合并两条不同的记忆，而且保留的一条不能已被取代。",
  }),
  not_merged: () => ({ message: "这两条记忆没有合并过，因此无法拆分。" }),
  rebuild_running: () => ({ message: "索引正在重建。", hint: "请等待它完成，或先取消。" }),
};

const place = ({ line, column }: Details): string =>
  line === undefined || column === undefined ? "" : `（第 ${line} 行第 ${column} 列）`;
const file = ({ path }: Details): string => (typeof path === "string" ? path : "文件");
const BY_HAND = "没有改动任何内容。请更正该文件，或复制配置后手动添加。";

const CLIENTS: Readonly<Record<string, Say>> = {
  file_invalid: (details) => ({
    message: `${file(details)} 不是有效的 ${details.format}${place(details)}。`,
    hint: BY_HAND,
  }),
  file_unfit: (details) => ({
    message: `${file(details)} 的写法${place(details)}使 Recollect 无法稳妥地修改它。`,
    hint: BY_HAND,
  }),
  file_key_twice: (details) => ({
    message: `${file(details)} 中有两处“${details.key}”${place(details)}。`,
    hint: BY_HAND,
  }),
  file_unusable: (details) => ({
    message: `${file(details)} 无法使用：它不是 UTF-8 文本文件，或大于 64 MB。`,
    hint: BY_HAND,
  }),
  file_unread: (details) => ({
    message: `无法读取 ${file(details)}${details.code}。`,
    hint: "没有改动任何内容。请检查权限。",
  }),
  file_unwritten: (details) => ({
    message: `无法写入 ${file(details)}${details.code}。`,
    hint: "没有改动任何内容。请检查文件夹的权限和剩余空间。",
  }),
  file_changed: (details) => ({
    message: `${file(details)} 在预览之后已被更改。`,
    hint: "没有写入。请重新查看差异，然后写入。",
  }),
  file_protected: (details) => ({
    message: `${file(details)} 有写保护。`,
    hint: "没有改动任何内容。请允许写入，或手动添加配置。",
  }),
  preview_gone: () => ({ message: "此预览已失效。", hint: "请重新查看差异，然后写入。" }),
  entry_foreign: (details) => ({
    message: `${file(details)} 中名为 recollect 的条目不是 Recollect 写入的。`,
    hint: "没有改动任何内容。如果不再需要，请手动移除。",
  }),
  entry_impossible: ({ client }) => ({
    message: `无法以这种方式写入 ${client} 的文件。`,
    hint: "请选择其他接入方式，或复制配置。",
  }),
  folder_relative: () => ({ message: "项目文件夹必须是绝对路径。", hint: "请输入文件夹的完整路径。" }),
  folder_missing: ({ path }) => ({ message: `文件夹 ${path} 不存在。`, hint: "请输入项目所在的文件夹。" }),
  hooks_unfit: () => ({
    message: "没有改动 Claude Code 的设置：无法稳妥地修改该文件。",
    hint: "请更正该文件，或手动添加钩子。",
  }),
  markers_apart: ({ start, end }) => ({
    message: "文件中 Recollect 的标记不成对。",
    hint: `请各自单独成行地保留一个 ${start} 和其后的一个 ${end}，或把两者都删除。`,
  }),
  token_name_known: ({ name }) => ({
    message: `${name} 是 Recollect 认识的客户端，有自己的令牌。`,
    hint: "请改为连接它，或换一个名称。",
  }),
  token_name_taken: ({ name }) => ({
    message: `已有名为 ${name} 的令牌。`,
    hint: "请换一个名称，或轮换该令牌。",
  }),
  token_missing: ({ subject }) => ({ message: `${subject} 没有令牌。`, hint: "请先连接该客户端。" }),
  grant_kept: ({ subject }) => ({
    message: `${subject} 的权限会保留，吊销期间也是如此。`,
    hint: "请重新允许它，或让它保持吊销。",
  }),
  port_from_environment: () => ({
    message: "端口由环境变量 RECOLLECT_PORT 决定。",
    hint: "不设 RECOLLECT_PORT 启动 Recollect，即可在此选择端口。",
  }),
  no_start_at_login: () => ({
    message: "此安装方式无法在登录时启动。",
    hint: "请安装打包的桌面应用，或把 `npm run headless` 加入会话的启动项。",
  }),
};

const OTHER_MODEL = "请在“设置”中选择其他模型。在此之前仍可按词语搜索。";

const MODELS: Readonly<Record<string, Say>> = {
  model_folder_missing: ({ path }) => ({ message: `模型文件夹 ${path} 不存在。`, hint: OTHER_MODEL }),
  model_file_missing: ({ path, file: name }) => ({
    message: `模型不完整：${path} 中缺少 ${name}。`,
    hint: OTHER_MODEL,
  }),
  model_damaged: ({ path }) => ({ message: `模型已损坏：${path} 无法使用。`, hint: OTHER_MODEL }),
  model_pooling: ({ path }) => ({
    message: `${path} 中的模型汇总词元的方式，Recollect 并不了解。`,
    hint: "请选择按平均值或首个词元（CLS）汇总的模型。",
  }),
  model_in_use: ({ repository }) => ({ message: `${repository} 正在使用。`, hint: "请先选择其他模型。" }),
  url_invalid: ({ address }) => ({
    message: `“${address}”不是地址。`,
    hint: "请写成 http://127.0.0.1:11434 或 https://… 的形式。",
  }),
  server_silent: ({ host }) => ({ message: `${host} 没有响应。`, hint: "请确认服务器正在运行，且地址正确。" }),
  server_slow: ({ host }) => ({ message: `${host} 没有及时响应。`, hint: "请确认服务器没有过载，或选择其他模型。" }),
  server_refused: ({ host, status, said }) => ({
    message: `${host} 拒绝了请求（${status}）：${said}`,
    hint: "请检查模型名称、密钥和地址。",
  }),
  server_strange: ({ host }) => ({
    message: `Recollect 无法理解 ${host} 的回答。`,
    hint: "请在“设置”中检查地址和服务器类型。",
  }),
  server_vectors: ({ model }) => ({
    message: `${model} 返回的向量数量或长度与预期不符。`,
    hint: "请确认它是嵌入模型，或选择其他模型。",
  }),
  repository_invalid: ({ repository }) => ({
    message: `“${repository}”不是仓库名。`,
    hint: "请写成 owner/name 的形式。",
  }),
  repository_unfit: ({ repository }) => ({
    message: `${repository} 中没有 ONNX 模型，或没有 tokenizer.json。`,
    hint: "请选择含有 onnx 文件夹和 tokenizer.json 的仓库，例如 Xenova/multilingual-e5-small。",
  }),
  hub_refused: ({ host, status }) => ({
    message: `${host} 没有提供该模型（${status}）。`,
    hint: "请确认仓库名称正确，且对所有人开放。",
  }),
  hub_silent: ({ host }) => ({
    message: `${host} 没有像模型库那样作答。`,
    hint: "请确认电脑已联网，或选择已在本机的模型。",
  }),
  download_wrong: ({ file: name }) => ({ message: `收到的 ${name} 不正确。`, hint: "请重试；其他文件会保留。" }),
  download_broken: ({ file: name, host }) => ({
    message: `从 ${host} 下载 ${name} 时中断。`,
    hint: "请确认电脑已联网后重试：会从中断处继续。",
  }),
  download_running: ({ repository }) => ({ message: `正在下载 ${repository}。`, hint: "请等待它完成，或先取消。" }),
};

const APPLICATION: Readonly<Record<string, Say>> = {
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
  log_unwritten: () => ({
    message: "请求正常处理，但无法写入请求日志。",
    hint: "数据文件夹中的日志文件会说明原因。之后的请求到来时会再次尝试写入。",
  }),
  log_unavailable: () => ({
    message: "现在无法读取请求日志。",
    hint: "请一分钟后重试；数据文件夹中的日志文件会说明原因。",
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

/** Simplified Chinese for every failure that an owner can meet, by its `details.reason`. */
export const CHINESE_ERROR_WORDS: Readonly<Record<string, Say>> = {
  ...APPLICATION,
  ...MEMORIES,
  ...CLIENTS,
  ...MODELS,
};
