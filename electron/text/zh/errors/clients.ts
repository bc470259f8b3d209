import type { clientsErrors as english } from "../../en/errors/clients.ts";
import { type Translation, words } from "../../message.ts";

const FIX_BY_HAND = "没有改动任何内容。请更正该文件，或复制配置后手动添加。";
const COPY_AGAIN = "请在 Recollect 的“客户端”›“连接”中重新复制此客户端的配置。";
const REVIEW_AGAIN = "请重新查看差异，然后写入。";

interface FilePosition {
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

const nameOf = ({ path }: FilePosition) => path ?? "文件";
const positionOf = ({ line, column }: FilePosition) =>
  line === undefined || column === undefined ? "" : `（第 ${line} 行第 ${column} 列）`;
const codeOf = (code: string | null) => (code === null ? "" : `（${code}）`);

export const clientsErrors: Translation<typeof english> = {
  file_invalid: (file) => words(`${nameOf(file)} 不是有效的 ${file.format}${positionOf(file)}。`, FIX_BY_HAND),
  file_without_object: (file) => words(`${nameOf(file)} 的顶层不是设置对象。`, FIX_BY_HAND),
  container_unfit: (file) =>
    words(
      `${nameOf(file)} 中的“${file.container}”${positionOf(file)}不是${file.form === "list" ? "列表" : "对象"}。`,
      FIX_BY_HAND,
    ),
  container_inline: (file) =>
    words(
      `${nameOf(file)} 中的“${file.container}”${positionOf(file)}写成了花括号中的一个值，Recollect 不会修改这种写法。`,
      FIX_BY_HAND,
    ),
  file_key_twice: (file) => words(`${nameOf(file)} 中有两处“${file.key}”${positionOf(file)}。`, FIX_BY_HAND),
  file_unsafe: (file) => words(`${nameOf(file)} 的写法使 Recollect 无法稳妥地修改它。`, FIX_BY_HAND),
  file_not_regular: ({ path }) => words(`${path} 不是文件。`, FIX_BY_HAND),
  file_leaves_project: ({ path, target }) =>
    words(
      `${path} 是指向项目之外的链接，目标为 ${target}。`,
      "未作任何更改。请将链接换成文件，或使用你自己的配置文件连接该客户端。",
    ),
  file_too_large: ({ path }) => words(`${path} 大于 64 MB。`, FIX_BY_HAND),
  file_not_text: ({ path }) => words(`${path} 不是 UTF-8 文本。`, FIX_BY_HAND),
  file_unread: ({ path, code }) =>
    words(`无法读取 ${path}${codeOf(code)}。`, "没有改动任何内容。请检查文件及其文件夹的权限。"),
  file_unwritten: ({ path, code }) =>
    words(`无法写入 ${path}${codeOf(code)}。`, "没有改动任何内容。请检查文件夹的权限和剩余空间。"),
  file_changed: ({ path }) => words(`${path} 在预览之后已被更改。`, `没有写入。${REVIEW_AGAIN}`),
  file_protected: ({ path }) => words(`${path} 是只读文件。`, "没有改动任何内容。请允许写入，或手动添加配置。"),
  preview_gone: () => words("此预览已失效。", REVIEW_AGAIN),
  entry_foreign: ({ path }) =>
    words(`${path} 中名为 recollect 的条目不是 Recollect 写入的。`, "没有改动任何内容。如果不再需要，请手动移除。"),
  client_server_unknown: ({ name, path }) =>
    words(`${path} 中没有服务器 ${name}。`, "未做任何更改。请列出该客户端的服务器以查看名称。"),
  client_servers_none: ({ client }) =>
    words(`没有从 ${client} 移出过服务器，因此没有可移回的服务器。`, "未做任何更改。"),
  client_files_unavailable: () => words("无法读取或更改客户端的文件：其线程发生故障。", "请重试。"),
  client_unknown: ({ id, known }) => words(`没有名为“${id}”的客户端。`, `可用的有：${known.join("、")}。`),
  client_without_file: ({ client, scope }) =>
    words(`${client} 没有 Recollect 可以写入的${scope === "user" ? "配置文件" : "项目文件"}。`, "请改为复制配置。"),
  transport_unsupported: ({ client, transport }) =>
    words(
      `${client} 的这个文件不支持 ${transport === "http" ? "HTTP" : "stdio"}。`,
      "请选择其他传输方式，或复制配置。",
    ),
  connection_unknown: ({ file }) => words(`${file} 不是 Recollect 写入的。`, "请选择客户端并连接它。"),
  folder_relative: () => words("项目文件夹必须是绝对路径。", "请输入文件夹的完整路径。"),
  folder_missing: ({ path }) => words(`文件夹 ${path} 不存在。`, "请输入项目所在的文件夹。"),

  // 插件。
  plugin_unknown: ({ id, known }) => words(`没有适用于“${id}”的插件。`, `请从以下项目中选择：${known.join("、")}。`),
  plugin_command_failed: ({ command, output }) =>
    words(
      `“${command}”失败${output === "" ? "。" : `：${output}`}`,
      "插件未安装，客户端的文件与之前相同。请在终端中运行该命令以查看问题。",
    ),
  plugin_not_installed: ({ client }) =>
    words(`命令已结束且没有错误，但 ${client} 未列出该插件。`, "请在终端中运行这些命令以查看问题。"),
  plugin_not_removed: ({ client }) =>
    words(`命令已结束，但 ${client} 仍列出该插件。`, "请在客户端中移除它，然后重试。"),
  plugin_folder_foreign: ({ path }) =>
    words(`${path} 不是由 Recollect 写入的。`, "未更改其中的任何内容。请重命名或移除它，然后重试。"),

  markers_mismatched: ({ start, end }) =>
    words("文件中 Recollect 的标记不成对。", `请各自单独成行地保留一个 ${start} 和其后的一个 ${end}，或把两者都删除。`),
  hooks_unfit: ({ event }) =>
    words(
      event === null
        ? "没有改动 Claude Code 的设置：它不是含有 hooks 的 JSON 对象。"
        : `没有改动 Claude Code 的设置：${event} 的钩子写法未知。`,
      "请更正该文件，或手动添加钩子。",
    ),
  hooks_not_shared: () => words("钩子中含有此电脑上的路径，因此不能添加到项目中。", "请添加到你自己的设置中。"),
  instructions_without_user_file: () =>
    words("Cursor 没有适用于用户的规则文件。", "请把文字粘贴到 Cursor 设置的 Rules 中。"),

  token_expired: () => words("令牌已过期。", "所有者可以在 Recollect 的“客户端”中续期；令牌不变。"),
  token_revoked: () => words("令牌已被撤销。", "所有者可以在 Recollect 的“客户端”中用新令牌重新允许它。"),
  token_unknown: () => words("令牌未知。", COPY_AGAIN),
  token_invalid: () => words("令牌无效。", COPY_AGAIN),
  token_of_another: ({ client }) =>
    words(`此令牌不属于 ${client}。`, "请去掉请求头 Recollect-Client：令牌本身已表明客户端。"),
  token_missing: ({ subject }) => words(`${subject} 没有令牌。`, "请先连接该客户端。"),
  token_name_invalid: () =>
    words("令牌的名称须为一行，1 至 100 个字符，且不能是“owner”。", "请写出使用它的客户端，例如 claude-code。"),
  token_name_known: ({ name }) => words(`${name} 是受支持的客户端，有自己的令牌。`, "请改为连接它，或换一个名称。"),
  token_name_taken: ({ name }) => words(`已有名为 ${name} 的令牌。`, "请换一个名称，或更换该令牌。"),
  expiry_past: () => words("令牌的到期时间不能是过去。", "请选择将来的日期；要立即终止，请撤销令牌。"),
  access_revoked: ({ subject }) => words(`${subject} 的访问权限已被撤销。`, "请先重新允许它。"),
  access_not_revoked: ({ subject }) => words(`${subject} 仍有访问权限。`, "请先撤销。"),
  grant_kept: ({ subject }) => words(`${subject} 的权限会保留，撤销期间也是如此。`, "请重新允许它，或让它保持撤销。"),
};
