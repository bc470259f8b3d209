import type { serversErrors as english } from "../../en/errors/servers.ts";
import { type Translation, words } from "../../message.ts";

const MAX_NAMED = 5;
const named = (tools: readonly string[]) =>
  [...tools.slice(0, MAX_NAMED), ...(tools.length > MAX_NAMED ? ["…"] : [])].join("、");

type Cause = "refused" | "host" | "closed" | "route" | "certificate" | "tls";
const UNREACHABLE: Readonly<Record<Cause, (host: string, code: string) => string>> = {
  refused: (host) => `与 ${host} 的连接被拒绝`,
  host: (host) => `找不到主机 ${host}`,
  closed: (host) => `${host} 关闭了连接`,
  route: (host) => `${host} 没有响应`,
  certificate: (host, code) => `${host} 的证书无效（${code}）`,
  tls: (host) => `${host} 不使用 TLS`,
};
const UNREACHABLE_HINTS: Readonly<Record<Cause, string>> = {
  refused: "请启动该服务器，或检查其地址中的端口。",
  host: "请检查地址和网络。",
  closed: "请检查地址和该服务器的日志。",
  route: "请检查地址和网络。",
  certificate: "请询问其运营者，或用 NODE_EXTRA_CA_CERTS 让 Node 信任你所在组织的证书。",
  tls: "如果服务器在本机上，请使用 http:// 地址。",
};

const signInAgain = (server: string) =>
  `所有者可以在 Recollect 的“服务器”中重新登录，或运行：recollect servers sign-in ${server}`;

export const serversErrors: Translation<typeof english> = {
  server_unknown: ({ id }) => words(`没有服务器 ${id}。`, "请列出服务器以查看其名称。"),
  server_name_invalid: () =>
    words("服务器名称必须以字母开头，最多 32 个小写字母、数字和连字符。", "请选择一个简短的名称，例如 files。"),
  server_name_taken: ({ name }) => words(`已存在名为 ${name} 的服务器。`, "请选择其他名称，或先移除该服务器。"),
  server_limit: ({ maximum }) => words(`已有 ${maximum} 个服务器，已达上限。`, "请移除一个不需要的服务器。"),
  server_is_recollect: ({ server }) =>
    words(
      `${server} 就是 Recollect，或是它前面的代理。指回 Recollect 的服务器会形成循环。`,
      "请让客户端直接连接 Recollect，此处只添加其他服务器。",
    ),
  server_variable_refused: ({ name }) =>
    words(`不能将变量 ${name} 传给服务器。`, "名称由字母、数字和下划线组成，且不以 RECOLLECT_ 开头。"),
  server_header_refused: ({ name }) =>
    words(
      `不能将标头 ${name} 发送给服务器。`,
      "名称由字母、数字和连字符组成，值只能有一行。协议自身的标头由 Recollect 设置。",
    ),
  server_address_invalid: () =>
    words(
      "服务器地址必须是以 http:// 或 https:// 开头、不含用户名的 URL。",
      "例如 https://example.com/mcp。请将令牌作为机密标头传递。",
    ),
  server_secret_unprotected: () =>
    words("机密不会通过 http:// 发送到其他计算机，因为他人可能读取。", "请使用 https:// 地址。"),
  server_secrets_too_long: ({ maximum }) =>
    words(`服务器的机密超过 ${maximum} 个字符。`, "请将较长的机密存入文件，并把文件路径传给服务器。"),
  server_add_cancelled: ({ server }) => words(`${server} 未被添加：启动已取消。`),
  server_start_failed: ({ server, problem, isAdded }) =>
    words(
      `${server} 未能启动：${problem}。`,
      isAdded === false ? "它没有被添加。请检查其命令或地址。" : "请检查其命令或地址，并查看其日志。",
    ),
  server_start_timeout: ({ server, seconds, output, isAdded }) =>
    words(
      `${server} 启动后 ${seconds} 秒内没有响应。${output === undefined ? "" : `它最后的输出：${output}。`}`,
      isAdded === false
        ? "它没有被添加。请检查其命令或地址。首次启动可能会下载软件包：请重试。"
        : "请检查其命令或地址，并查看其日志。首次启动可能会下载软件包：请重试。",
    ),
  server_entries_invalid: ({ server, parts }) =>
    words(`${server} 发送了无效的条目，已忽略：${named(parts)}。`, "其余部分正常工作。原因见其日志。"),
  server_unreachable: ({ server, host, cause, code }) =>
    words(`无法连接 ${server}：${UNREACHABLE[cause](host, code)}。`, UNREACHABLE_HINTS[cause]),
  server_redirects: ({ server, address }) =>
    words(
      `${server} 重定向到 ${address}。Recollect 不会跟随，因为这会把标头发送到那里。`,
      "如果你信任该地址，请用它添加服务器。",
    ),
  server_http_status: ({ server, status, excerpt }) =>
    words(
      `${server} 响应 HTTP ${status}${excerpt === "" ? "" : `：${excerpt}`}。`,
      status >= 500 ? "该服务器有问题。请稍后再试。" : "请检查其地址、传输方式和标头。",
    ),
  server_not_mcp: ({ server }) =>
    words(`${server} 的响应不是 MCP 消息。`, "请检查其地址：通常是网页地址加 /mcp，使用旧传输方式时为 /sse。"),
  server_rate_limited: ({ server, status, seconds }) =>
    words(
      `${server} 暂时不再接受请求（HTTP ${status}）${seconds === null ? "" : `，持续 ${seconds} 秒`}。`,
      seconds === null ? "请稍等后再次调用。" : "请在这段时间之后再次调用。",
    ),
  server_folder_missing: ({ server, folder }) =>
    words(`${server} 未能启动：其文件夹 ${folder} 不存在。`, "请创建该文件夹，或选择其他文件夹。"),
  server_program_missing: ({ server, command, searched }) =>
    words(
      `${server} 未能启动：找不到程序 ${command}（ENOENT）。`,
      `请安装它，或使用其完整路径。PATH 为 ${searched.slice(0, 300)}`,
    ),
  server_revision_unknown: ({ server }) => words(`${server} 与 Recollect 没有共同的协议修订版。`, "请更新该服务器。"),
  server_ended: ({ server, exit }) =>
    words(
      `${server} 在调用期间结束（${exit}）。该调用可能已经生效。`,
      "再次调用前请检查它更改了什么；下一次调用会重新启动它。",
    ),
  server_output_too_large: ({ server, maximum }) =>
    words(`${server} 在一条消息中发送了超过 ${maximum} MiB，已被停止。`, "请一次向它请求更少的内容。"),
  server_call_timeout: ({ server, seconds }) =>
    words(`${server} 在 ${seconds} 秒内没有响应。调用已取消，但可能已经生效。`, "再次调用前请检查它更改了什么。"),
  server_call_cancelled: ({ server }) => words(`对 ${server} 的调用已取消，但可能已经生效。`),
  server_call_expired: ({ server }) =>
    words(
      `对 ${server} 的调用已不再等待响应，但可能已经生效。`,
      "请检查它更改了什么，然后不带 requestState 再次调用。",
    ),
  server_needs_address: ({ server, address }) =>
    words(
      `${server} 要求先由用户打开一个地址，而此客户端不支持该操作：${address}`,
      "请在浏览器中打开该地址，然后再次调用。",
    ),
  server_address_refused: ({ server, address }) =>
    words(`${server} 要求用户打开 ${address}，但它不是 http 或 https 地址。`, "请不要打开它，并询问该服务器的运营者。"),
  server_busy: ({ server, maximum }) =>
    words(`已有 ${maximum} 个调用在等待 ${server}，已达上限。`, "请等待其他调用完成后再试。"),
  server_requests_too_large: ({ server, maximum }) =>
    words(`等待 ${server} 的请求总共已达 ${maximum} MiB 的上限。`, "请等待其他调用完成，或一次发送更少的内容。"),
  server_waiting: ({ server, seconds }) =>
    words(`${server} 发生故障，最早在 ${seconds} 秒后重新启动。`, "请稍后再试，或由所有者在 Recollect 中重新启动它。"),
  server_broken: ({ server, failures, minutes }) =>
    words(
      `${server} 连续失败 ${failures} 次，${minutes} 分钟内不会启动。`,
      "所有者可以在 Recollect 中查看其日志并重新启动它。",
    ),
  server_stopped: ({ server }) => words(`${server} 已停止。该调用可能已经生效。`, "再次调用即可启动它。"),
  server_call_failed: ({ server, problem }) => words(`${server} 无法完成调用：${problem}。`, "请查看该服务器的日志。"),
  server_sign_in_needed: ({ server }) =>
    words(
      `${server} 需要登录。`,
      `所有者可以在 Recollect 的“服务器”中登录，或运行：recollect servers sign-in ${server}`,
    ),
  server_sign_in_expired: ({ server }) => words(`在 ${server} 的登录已过期或被撤销。`, signInAgain(server)),
  server_sign_in_scope: ({ server }) =>
    words(`${server} 需要的权限超出了所有者登录时授予的权限。`, signInAgain(server)),
  server_sign_in_unreachable: ({ server, problem }) =>
    words(`无法续期在 ${server} 的登录：${problem}。`, "请检查网络，然后再次调用。"),
  server_sign_in_refused: ({ server }) =>
    words(`在 ${server} 的登录在浏览器中被拒绝。`, "请重新登录，并在页面上允许访问。"),
  server_sign_in_cancelled: ({ server }) => words(`在 ${server} 的登录已取消。`),
  server_sign_in_timeout: ({ server, minutes }) =>
    words(`在 ${server} 的登录未在 ${minutes} 分钟内完成。`, "请重新登录，并在浏览器中完成。"),
  server_sign_in_state: ({ server }) =>
    words(
      `浏览器返回的不是在 ${server} 的这次登录。其中的代码未被使用。`,
      "请重新登录，并且只使用 Recollect 打开的页面。",
    ),
  server_sign_in_issuer: ({ server }) =>
    words(
      `响应的授权服务器不是 ${server} 的授权服务器。其中的代码未被使用。`,
      "请检查服务器的地址。如果地址正确，请询问其运营者。",
    ),
  server_sign_in_address: ({ server, address }) =>
    words(
      `在 ${server} 的登录指向 ${address}，它既不是 https，也不在服务器所在的本机上。`,
      "没有向它发送任何内容。请询问服务器的运营者。",
    ),
  server_sign_in_unprotected: ({ server }) =>
    words(
      `${server} 的令牌会通过 http:// 发送到另一台计算机，其他人可以读取。`,
      "请移除该服务器，并使用 https:// 地址添加。",
    ),
  server_sign_in_missing: ({ server }) =>
    words(
      `${server} 需要登录，但没有说明在哪里登录。`,
      "如果运营者给了你令牌，请将机密 Authorization 设为 Bearer、一个空格和该令牌。",
    ),
  server_sign_in_unregistered: ({ server }) =>
    words(
      `${server} 的授权服务器没有将 Recollect 注册为客户端。`,
      "请自行在那里注册客户端，并使用 --oauth-client-id 重新添加服务器。",
    ),
  server_sign_in_failed: ({ server, problem }) =>
    words(`在 ${server} 的登录失败：${problem}。`, "请重新登录。如果仍然失败，请询问服务器的运营者。"),
  server_sign_in_port: ({ port }) =>
    words(`登录重定向所用的端口 ${port} 已被占用。`, "请停止占用它的程序，然后重新登录。"),
  server_sign_in_port_invalid: () => words("重定向地址的端口必须是 1024 到 65535 之间的整数。"),
  server_sign_in_absent: ({ server }) => words(`没有开始过在 ${server} 的登录。`),
  server_sign_in_unavailable: ({ server }) => words(`${server} 没有登录：它是一个程序，或者已有 Authorization 标头。`),
  server_token_needed: ({ server }) =>
    words(
      `${server} 需要的凭据类型，Recollect 没有对应的登录方式。`,
      "如果运营者给了你令牌或密码，请将其作为机密标头 Authorization 传入。",
    ),
  server_client_id_missing: () => words("客户端机密需要同时提供客户端 ID。", "请同时传入两者，或都不传。"),
  server_client_id_invalid: () => words("客户端 ID 必须由 1 到 500 个字母、数字和其他 ASCII 字符组成。"),
  tool_failed: ({ tool, problem }) => words(`${tool} 失败：${problem}`),
  server_tool_missing: ({ server, tool }) => words(`${server} 没有工具 ${tool}。`, "请列出它的工具。"),
  server_tool_unknown: ({ tool }) => words(`其他服务器没有工具 ${tool}。`, "find_tools 会返回工具的名称。"),
  server_tool_new: ({ server, tool }) =>
    words(`${server} 的工具 ${tool} 尚未获得批准。`, "所有者可以在 Recollect 中批准它。"),
  server_tools_stopped: ({ server, tools }) =>
    words(
      tools.length === 1
        ? `${server} 的工具 ${tools[0]} 在你批准之后发生了变化，因此已停用。`
        : `${server} 的 ${tools.length} 个工具在你批准之后发生了变化，因此已停用：${named(tools)}。`,
      "请查看差异，如果同意，请重新批准。",
    ),
  server_tool_changed: ({ server, tool }) =>
    words(
      `${server} 的工具 ${tool} 在所有者批准之后发生了变化，因此已停用。`,
      "所有者可以在 Recollect 中查看差异并重新批准。",
    ),
  server_tool_disabled: ({ server, tool }) =>
    words(`${server} 的工具 ${tool} 已被所有者关闭。`, "所有者可以在 Recollect 中打开它。"),
  server_grant_unknown: ({ id }) => words(`没有可授权的服务器 ${id}。`, "请列出服务器，并使用其中一个的标识。"),
  server_not_subscribable: () => words("不会报告此资源的更改。", "需要时请重新读取。"),
  servers_file_damaged: ({ setAside }) =>
    words(
      "无法读取其他 MCP 服务器的列表。不会向客户端提供任何服务器。",
      `该文件已保存为 ${setAside}。请重新添加服务器。`,
    ),
};
