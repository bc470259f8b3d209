import type { Text } from "../en.ts";
import { count } from "./format.ts";

export const common: Text["common"] = {
  cancel: "取消",
  close: "关闭",
  save: "保存",
  delete: "删除",
  undo: "撤销",
  retry: "重试",
  copy: "复制",
  copied: "已复制",
  clear: "清除",
  remove: (name) => `移除 ${name}`,
  loading: "正在加载",
  resizePane: "调整窗格大小",
  sentences: (...parts) => parts.join(""),
  notifications: "通知",
  dismiss: "关闭通知",
  justNow: "刚刚",
  yesterday: "昨天",
  count,
  fold: {
    more: (lines, matches) => `再显示 ${count(lines)} 行${matches === 0 ? "" : `（${count(matches)} 处匹配）`}`,
    fewer: "收起",
  },
  failedTitle: "出错了",
  offlineTitle: "Recollect 没有响应",
  offlineText: "窗口与 Recollect 的连接已断开，正在尝试重新连接。",
  offlineHint: "如果一直如此，请确认 Recollect 是否仍在运行，并重新启动它。",
  signedOutTitle: "此标签页未登录",
  signedOutText:
    "每个 Recollect 链接只能使用一次，十分钟内有效，且只用于一个标签页。标签页会一直保持登录，直到它被关闭、在“设置”中退出、12 小时未使用，或 Recollect 停止运行。",
  signedOutStepRun: "运行",
  signedOutStepCheckout: "，在源码目录中为",
  signedOutStepOpen: "打开它输出的链接。正在运行的 Recollect 不受影响。",
  undone: "已撤销",
  nothingToUndo: "没有可撤销的操作",
};
