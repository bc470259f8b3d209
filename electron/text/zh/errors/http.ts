import type { httpErrors as english } from "../../en/errors/http.ts";
import { type Translation, words } from "../../message.ts";

export const httpErrors: Translation<typeof english> = {
  body_not_json: () => words("请求正文不是有效的 JSON。", "请以 UTF-8 发送一个 JSON 对象。"),
  json_excess: ({ excess, maximum }) =>
    words(
      {
        depth: `消息中对象和列表的嵌套超过 ${maximum} 层。`,
        members: `消息中有一个对象的成员超过 ${maximum} 个。`,
        values: `消息中的值超过 ${maximum} 个。`,
      }[excess],
      "消息内容未被读取。请发送较小的消息，或分几次发送。",
    ),
  body_too_large: ({ maximumMiB }) =>
    words(`请求超过 ${maximumMiB} MiB。`, "一条记忆最多 64 KiB：请拆成几条，或保留文件并在“来源”中写明。"),
  client_disconnected: () => words("客户端已断开连接。"),

  host_not_allowed: ({ port }) => words("此服务器只接受发往自身回环地址的请求。", `请使用 http://127.0.0.1:${port}。`),
  origin_not_allowed: () => words("不接受来自网页的请求。", "请用本机上的程序连接，而不是浏览器中的网页。"),
  authorization_missing: () =>
    words("需要令牌。", "请发送 Authorization: Bearer <令牌>。在“客户端 › 连接”中可以找到现成的配置。"),
  owner_token_required: () => words("此地址需要所有者的令牌。"),
  too_many_failures: () => words("没有有效令牌的请求过多。", "请等待一分钟，并检查客户端的配置。"),
  client_paused: ({ subject }) => words(`${subject} 已被所有者暂停。`, "所有者可以在 Recollect 的“客户端”中恢复它。"),
  serving_paused: () => words("Recollect 已暂停。", "请在托盘或窗口中恢复服务。"),
  serving_stopped: () => words("Recollect 正在停止。", "请在它运行时重试。"),
  request_interrupted: () =>
    words(
      "会话在处理此请求时被关闭，请求可能已经执行。",
      "请用 memory_status 或 list_memories 检查，必要时重新发送请求。",
    ),
  address_unknown: ({ address }) => words(`${address} 处没有内容。`),
  rest_address_unknown: ({ address }) =>
    words(`${address} 处没有内容。`, "GET /tools/list 列出工具，POST /tools/{name} 调用工具。"),
  list_too_long: ({ field, maximum }) => words(`${field} 须为列表，最多 ${maximum} 项。`),
  port_taken: ({ port, holder }) =>
    words(
      `端口 ${port} 已被其他程序占用${holder === null ? "" : `（${holder.name}，进程 ${holder.pid}）`}。`,
      "请选择其他端口，或停止该程序。客户端配置中含有端口，因此 Recollect 不会自行更改它。",
    ),

  tool_unknown: ({ tool, tools }) => words(`没有名为 ${tool} 的工具。`, `可用的工具有：${tools.join("、")}。`),
  tool_needs_client: ({ tool }) => words(`${tool} 需要向客户端提问，REST 不支持。`),
  arguments_not_object: ({ tool, example }) => words(`${tool} 的参数必须是对象。`, `请发送 ${example}。`),
  arguments_too_many: ({ tool, maximum }) =>
    words(`调用 ${tool} 的参数超过 ${maximum} 个。`, "请只发送工具 schema 中的参数。"),
  argument_unknown: ({ field, tool, nearest, known }) =>
    words(
      `${tool} 没有参数“${field}”。`,
      `${nearest === null ? "" : `是否想写“${nearest}”？`}可用的参数：${known.join("、") || "无"}。`,
    ),
  argument_missing: ({ field, tool, expected }) => words(`${tool} 缺少参数“${field}”。`, expected),
  argument_invalid: ({ field, tool, problem, expected }) =>
    words(`${tool} 的参数“${field}”无效：${problem}。`, expected),
  reference_ambiguous: () => words("id、ids 和 urn 中给出了两个。", "请只给出其中一个。"),
  reference_missing: () => words("没有给出 id。", "请给出 search_memories 或 list_memories 返回的 id。"),
  from_several: () => words("from 只能用于一条记忆，但给出了多个 ID。", "请将 from 与一个 ID 一起使用。"),
  budget_too_small: ({ least }) =>
    words("maxTokens 容不下这条记忆的一部分。", `请给出 ${least} 或更大的值，或省略它。`),
  list_has_words: ({ words: text }) =>
    words(
      `query“${text}”中有词语，而列表只接受筛选条件。`,
      "按词语查找请用 search_memories；筛选条件的写法如 ns:decisions 或 since:30d。",
    ),
  list_filter_invalid: ({ problem }) => words(`query：${problem}`),
  update_empty: ({ fields }) =>
    words("没有给出任何更改。", `请给出 ${fields.slice(0, -1).join("、")} 或 ${fields.at(-1)}。`),
  resource_unknown: ({ uri }) => words(`${uri} 处没有资源。`),
  help_topic_unknown: ({ topic, topics }) => words(`没有关于“${topic}”的帮助。`, `可用的主题：${topics.join("、")}。`),
  tag_unknown: ({ tag }) => words(`没有带标签“${tag}”的记忆。`, "请读取 recollect://topics 查看使用中的标签。"),
};
