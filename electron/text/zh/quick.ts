import type { Text } from "../en.ts";

export const quick: Text["quick"] = {
  title: "快捷窗口",
  field: "搜索记忆，或写一条",
  project: "新记忆的项目",
  results: "找到的记忆",
  nothing: "没有匹配的记忆。",
  empty: "输入即可搜索。同样的文字也可以保存为记忆。",
  open: "打开",
  save: "保存为记忆",
  hide: "隐藏",
  setting: {
    label: "快捷窗口",
    hint: "在任何程序中按下组合键，即可打开一个小窗口，搜索记忆或写一条。",
    off: "关闭",
    choose: "选择按键…",
    change: "更改…",
    recording: "请按下组合键…",
    remove: "关闭它",
    taken: "其他程序正在使用它，因此无法打开窗口。请换一个组合。",
    unusable: "请同时按 Ctrl、Alt 或系统键，加上字母、数字、空格、方向键或功能键。",
    wayland:
      "在 Wayland 上，桌面可能拒绝这样的组合键。如果不起作用，请在桌面的设置中添加一个快捷键，以 --quick 启动 Recollect。",
    browser: "仅桌面应用有此功能。",
  },
};
