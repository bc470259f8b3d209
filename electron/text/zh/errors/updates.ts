import type { updateErrors as english } from "../../en/errors/updates.ts";
import type { Translation } from "../../message.ts";

export const updateErrors: Translation<typeof english> = {
  update_unreachable: ({ host, problem }) => ({
    message: `无法读取 ${host} 上的发布版本：${problem}。`,
    hint: "请检查网络。Recollect 会在一小时后重试。",
  }),
  update_unreadable: ({ host }) => ({
    message: `${host} 没有返回发布版本的描述。`,
    hint: "请检查网络：有些网络会显示登录页面。Recollect 会在一小时后重试。",
  }),
  update_not_signed: ({ version }) => ({
    message: `${version === "" ? "该发布版本" : `发布版本 ${version}`}未使用 Recollect 的发布密钥签名。`,
    hint: "不会安装它，当前版本继续运行。请向项目报告。",
  }),
  update_damaged: () => ({
    message: "下载的文件与发布的文件不符。",
    hint: "已将其删除，当前版本继续运行。请重试；如再次出现，请换一个网络。",
  }),
  update_none: () => ({ message: "没有可下载或安装的更新。", hint: "请先检查更新。" }),
  update_not_agreed: () => ({
    message: "更新已关闭。",
    hint: "请在“设置 › 更新”中打开每天检查，或运行 recollect update on。",
  }),
  update_not_possible: ({ obstacle }) => ({
    message: `此安装无法自行更新（${obstacle}）。`,
    hint: "请下载新版本，或用安装它的程序更新。",
  }),
  update_not_installed: ({ problem }) => ({
    message: `更新未安装：${problem}`,
    hint: "当前版本继续运行。请重试，或下载新版本。",
  }),
};
