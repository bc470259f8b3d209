import type { Text } from "../en.ts";

const count = (value: number) => value.toLocaleString("zh-CN");

export const backups: Text["backups"] = {
  title: "备份",
  newest: "最新",
  none: "还没有备份。启动一分钟后会生成第一个。",
  hint: "每天一个，生成后会检查。保留最近七天和四周的备份，以及导入、还原和更新之前的若干备份。",
  now: "立即备份",
  making: "正在备份…",
  made: (value) => `已备份 ${count(value)} 条记忆`,
  folder: "文件夹",
  second: {
    label: "第二份副本",
    hint: "位于其他磁盘或同步位置的文件夹。每个备份都会复制到那里。",
    none: "无",
    choose: "选择文件夹…",
    path: "文件夹的完整路径",
    save: "保存",
    remove: "移除",
  },
  list: "所有备份",
  kind: {
    daily: "每日",
    manual: "手动",
    version: "新版本首次启动之前",
    schema: "更新之前",
    import: "导入之前",
    restore: "还原之前",
  },
  contents: (value, trash) =>
    trash === 0 ? `${count(value)} 条记忆` : `${count(value)} 条记忆，回收站中 ${count(trash)} 条`,
  unreadable: "无法读取",
  restore: "还原…",
  restoreOf: (date) => `还原 ${date} 的备份`,
  comparing: "正在与现有记忆比较",
  same: "记忆与此备份相同。",
  noMatch: "没有包含此文字的差异。",
  search: "搜索差异",
  keep: "现有状态会先保留为备份。",
  difference: { added: "添加", changed: "更改", removed: "移除" },
  group: {
    added: (value) => `现在缺少 ${count(value)} 条：将添加`,
    changed: (value) => `现在不同 ${count(value)} 条：将改回`,
    removed: (value) => `备份中没有 ${count(value)} 条：将移除`,
  },
  removedHint: "如果选中，它们会移到回收站。",
  more: (value) => `还有 ${count(value)} 条。可用搜索查找。`,
  present: (content) => `现在：${content}`,
  isInTrash: "现在在回收站中",
  wasInTrash: "备份时在回收站中",
  restoreChosen: (value) => (value === 0 ? "还原选中的" : `还原选中的 ${count(value)} 条`),
  restoreAll: "还原全部",
  restoring: "正在还原…",
  restored: ({ added, changed, removed }) =>
    `已还原：添加 ${count(added)} 条，更改 ${count(changed)} 条，移除 ${count(removed)} 条`,
  replaced: "备份已替换损坏的数据库。",
};
