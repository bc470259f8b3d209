import type { appErrors as english } from "../../en/errors/app.ts";
import { localMinute } from "../../local-time.ts";
import { type Translation, words } from "../../message.ts";

const CREATE_KEY =
  "请恢复该文件，或在“设置”中或用 recollect new-key 生成新密钥。之后每个使用自有令牌的客户端都需要重新连接。";

const CHOOSE_FOLDER = "请将其所有者设为你的用户，或用 RECOLLECT_DATA_DIR 选择其他文件夹。";

export const appErrors: Translation<typeof english> = {
  received: ({ message, hint }) => words(message, hint),
  unexpected: () => words("Recollect 发生了意外错误。", "请查看日志文件（设置 › 数据文件夹 › logs）并报告其中的内容。"),
  folder_not_writable: ({ path }) => words(`数据文件夹 ${path} 不可写。`, CHOOSE_FOLDER),
  folder_read_only: ({ path }) =>
    words(`数据文件夹 ${path} 位于只读文件系统上。`, "请让该文件系统可写，或用 RECOLLECT_DATA_DIR 选择其他文件夹。"),
  folder_is_file: ({ path }) => words(`数据文件夹 ${path} 是一个文件。`, CHOOSE_FOLDER),
  folder_link_broken: ({ path }) => words(`数据文件夹 ${path} 是一个链接，其目标文件夹不存在。`, CHOOSE_FOLDER),
  folder_of_another: ({ path }) => words(`数据文件夹 ${path} 属于其他用户，该用户可以替换其中的文件。`, CHOOSE_FOLDER),
  folder_writable: ({ path }) =>
    words(`其他用户可以写入数据文件夹 ${path} 并替换其中的文件。`, `请运行 \`chmod go-w "${path}"\`。`),
  folder_entry_of_another: ({ path }) =>
    words(
      `${path} 属于其他用户。Recollect 不使用包含其他用户文件的数据文件夹。`,
      "如果你不认识它，请将其删除；否则请将其所有者设为你的用户。然后重新启动 Recollect。",
    ),
  owner_silent: ({ path }) =>
    words("另一个 Recollect 正在使用数据，但没有响应。", `数据在 ${path} 中。请结束那个进程，然后重新启动。`),
  owner_of_another: ({ path }) =>
    words(
      "其他用户的 Recollect 正在使用这些数据，例如用 sudo 启动的。",
      `数据位于 ${path}。请结束该进程，把那里所有文件的所有者改为你的用户，然后重新启动。`,
    ),
  damaged_in_part: ({ finding }) =>
    words(
      `数据库有部分损坏（${finding}）。`,
      "不再写入任何内容。请在设置中或用 recollect backup restore latest 还原备份，或重新启动 Recollect，届时可以恢复最新的备份。在此之前可以用 recollect export 导出仍可读取的内容。",
    ),
  project_on_other_host: ({ name, host, boundHost, project }) =>
    words(
      `某文件夹的代码仓库位于 ${host}，名称 ${name} 与 ${boundHost} 上的项目相同。它的项目名为 ${project}，不含 ${name} 的记忆。`,
      "如果两者是同一项目，请为该文件夹设置 RECOLLECT_PROJECT。",
    ),
  no_desktop_for_data_folder: ({ path }) => words("此 Recollect 没有桌面，无法打开文件夹。", `数据在 ${path} 中。`),
  no_desktop_for_folder_dialog: () => words("此 Recollect 没有桌面，无法显示对话框。", "请输入文件夹的完整路径。"),
  no_desktop_for_file_dialog: () => words("此 Recollect 没有桌面，无法显示对话框。", "请输入文件的完整路径。"),
  no_desktop_for_page: () => words("此 Recollect 没有桌面，无法打开网页。", "请在浏览器中打开该链接。"),
  no_desktop_for_client: () => words("此 Recollect 没有桌面，无法打开客户端。", "请在浏览器中打开该链接。"),
  setting_invalid: ({ field, problem }) => words(`${field} 不能设为此值：${problem}。`),
  port_variable_invalid: ({ value }) =>
    words(`RECOLLECT_PORT 的值“${value}”不是端口。`, "请使用 1024 至 65535 的数字。"),
  port_from_environment: () =>
    words("端口由环境变量 RECOLLECT_PORT 决定。", "不设 RECOLLECT_PORT 启动 Recollect，即可在此选择端口。"),
  no_start_at_login: () =>
    words(
      "此安装方式无法在登录时启动。",
      "请安装打包的桌面应用，或把 `recollect serve`（在源码目录中为 `npm run headless`）加入会话的启动项。",
    ),
  quick_window_missing: () => words("此 Recollect 没有快捷窗口。", "请使用桌面应用，它可以打开快捷窗口。"),
  quick_keys_taken: ({ keys }) => words(`${keys} 已被其他程序使用。`, "请选择其他组合键。"),
  keychain_closed: () =>
    words("系统钥匙串已锁定，其中保存着 Recollect 的密钥。", "请解锁钥匙串，然后在“设置”中选择“重试钥匙串”。"),
  keychain_lost: () =>
    words("系统钥匙串中已没有 Recollect 保存的密钥。", "请恢复钥匙串，或在“设置”中生成新密钥并重新连接客户端。"),
  secret_places_damaged: ({ setAside }) =>
    words(
      "文件 secrets.json 已损坏。它记录哪些密钥在系统钥匙串中。",
      `Recollect 继续使用能找到的密钥。损坏的文件保留为 ${setAside}。`,
    ),
  secret_file_unreadable: ({ path }) =>
    words(`无法读取文件 ${path}。`, "请将其所有者设为你的用户，然后重新启动 Recollect。"),
  secret_file_unwritable: ({ path }) =>
    words(`无法写入文件 ${path}。`, "请释放磁盘空间，或将文件夹的所有者设为你的用户。"),
  signing_key_in_use: () => words("签署客户端令牌的密钥可以读取，正在使用。"),
  signing_key_damaged: () =>
    words("签署客户端令牌的密钥（token.key）已损坏。使用自有令牌的客户端会被拒绝。", CREATE_KEY),
  signing_key_missing: () => words("签署客户端令牌的密钥（token.key）缺失。使用自有令牌的客户端会被拒绝。", CREATE_KEY),
  settings_damaged: ({ fields, setAside }) =>
    words(
      fields === ""
        ? "文件 settings.json 已损坏，现使用默认设置。"
        : `以下设置无法读取，现使用默认值：${fields}。其他设置不变。`,
      `请检查“设置”。损坏的文件保留为 ${setAside}。`,
    ),
  token_issued: ({ subject, at }) =>
    words(
      `一个浏览器会话创建或更新了 ${subject} 的令牌（${localMinute(at)}）。`,
      "如果不是你本人操作，请在“客户端”中撤销该令牌，并在“设置”中退出所有浏览器会话。",
    ),
  port_was_foreign: ({ port, holder, at }) =>
    words(
      `Recollect 启动时（${localMinute(at)}），端口 ${port} 已被${holder === null ? "其他用户的程序" : `其他程序（${holder.name}，进程 ${holder.pid}）`}占用。通过 HTTP 连接的客户端可能已将令牌发送给它。`,
      "除非你认识该程序，否则请更新这些令牌。通过 stdio 连接的客户端不受影响。",
    ),
  tokens_renewed: ({ subjects, files, unwritten }) =>
    words(
      `已更新令牌：${subjects.join("、") || "无"}。已重写文件：${files.join("、") || "无"}。`,
      `请重新启动这些客户端。${unwritten.length === 0 ? "" : `请在“客户端”中为 ${unwritten.join("、")} 复制新配置。`}`,
    ),
  browser_signed_out: () =>
    words("此浏览器标签页未登录。", "请运行 `recollect serve`（在源码目录中为 `npm run headless`）获取新链接。"),
  method_unknown: ({ method }) => words(`没有名为“${method}”的方法。`, "请重新加载窗口：它可能比应用旧。"),
  input_invalid: ({ field, problem }) => words(`${field}：${problem}。`),
  page_untrusted: () => words("此页面不能调用 Recollect。"),
  search_replaced: () => words("此次搜索已被更新的搜索取代。"),
  client_link_missing: () => words("此客户端没有可打开的链接。", "请写入它的配置文件，或复制配置。"),
  client_link_unknown: () => words("这不是已知客户端的链接。"),
  link_not_web: () => words("只能打开网页。", "请使用以 https:// 或 http:// 开头的地址。"),

  // Checks for updates, downloads and the installation.
  update_unreachable: ({ host, problem }) =>
    words(`无法读取 ${host} 上的发布版本：${problem}。`, "请检查网络。Recollect 会在一小时后重试。"),
  update_unreadable: ({ host }) =>
    words(`${host} 没有返回发布版本的描述。`, "请检查网络：有些网络会显示登录页面。Recollect 会在一小时后重试。"),
  update_not_signed: ({ version }) =>
    words(
      `${version === "" ? "该发布版本" : `发布版本 ${version}`}未使用 Recollect 的发布密钥签名。`,
      "不会安装它，当前版本继续运行。请向项目报告。",
    ),
  update_damaged: () =>
    words("下载的文件与发布的文件不符。", "已将其删除，当前版本继续运行。请重试；如再次出现，请换一个网络。"),
  update_none: () => words("没有可下载或安装的更新。", "请先检查更新。"),
  update_not_agreed: () => words("更新已关闭。", "请在“设置 › 更新”中打开每天检查，或运行 recollect update on。"),
  update_not_possible: ({ obstacle }) =>
    words(`此安装无法自行更新（${obstacle}）。`, "请下载新版本，或用安装它的程序更新。"),
  update_not_installed: ({ problem }) => words(`更新未安装：${problem}`, "当前版本继续运行。请重试，或下载新版本。"),

  // The start of the application by the shim.
  app_not_running: () => words("Recollect 没有运行。"),
  app_start_unknown: () => words("Recollect 没有运行，此程序也没有启动它的命令。", "请启动 Recollect，然后重试。"),
  app_start_command_failed: ({ command, problem }) =>
    words(`Recollect 没有运行。启动命令失败（${problem}）。`, `请检查命令：${command}`),
  app_exited_at_start: ({ end, logFolder }) =>
    words(`Recollect 没有运行。它在启动时退出（${end}）。`, `请查看 ${logFolder} 中的日志文件。`),
  app_start_failed: ({ problem, remedy }) => words(`Recollect 未能启动。${problem}`, remedy),
  app_start_timeout: ({ seconds }) => words(`Recollect 启动后 ${seconds} 秒内没有响应。`),
  app_address_foreign: ({ port }) =>
    words(
      `端口 ${port}（Recollect 上次使用的端口）现由其他程序占用。没有向它发送任何内容。`,
      "请停止该程序，然后重新启动 Recollect。",
    ),
  app_stopped: ({ pid }) =>
    words(
      `Recollect 没有响应：其进程（${pid}）已被挂起。`,
      `用 \`kill -CONT ${pid}\` 让它继续，或用 \`kill -KILL ${pid}\` 结束它。已确认的记忆不会丢失。`,
    ),
  app_not_responding: () => words("Recollect 没有响应。"),
  app_connection_lost: ({ problem }) => words(`与 Recollect 的连接已断开（${problem}）。`),
};
