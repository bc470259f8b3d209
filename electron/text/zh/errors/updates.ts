import type { updateErrors as english } from "../../en/errors/updates.ts";
import { type Translation, words } from "../../message.ts";

export const updateErrors: Translation<typeof english> = {
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
};
