import type { Text } from "../en.ts";

export const welcome: Text["welcome"] = {
  title: "开始使用",
  text: "本机所有助手共用一份记忆。它们写了什么你都看得见，一切由你掌控。",
  command: "显示开始步骤",
  done: "已完成",
  close: "关闭开始步骤",
  again: "可从命令面板再次打开这些步骤。",
  connect: {
    title: "连接一个助手",
    text: "在这台电脑上找到了以下客户端。每处改动在写入之前都会先给你看。",
    textNone: "任何支持 MCP 的程序都可以共用这份记忆：Claude Code、Cursor、Codex 等。",
    connect: (client) => `连接 ${client}`,
    isSetUp: (client) => `${client}：已设置`,
    other: "其他客户端",
    choose: "选择客户端",
    connected: (client) => `${client} 已连接。`,
  },
  sample: {
    title: "保存第一条记忆",
    text: "记忆是一段简短的 Markdown 笔记：一个决定、一个偏好、一个陷阱。第一行就是标题。",
    write: "创建示例",
    written: "已创建示例。",
    orTell: "或者告诉你的助手：",
    tell: "也可以告诉你的助手：",
    prompt: "请记住：我喜欢简短的回答，先说理由。",
    open: "打开",
    content: `这是一条记忆

你的助手会写下这样的笔记，并在回答之前先搜索它们。

- *命名空间*是知识的类别。*域*是适用范围：处处适用于你（\`user\`），或只适用于一个项目。
- 按 E **编辑**，按 ⌫ **删除**。两者都可以撤销，*历史*保留每个版本。
- *调用*是助手读取过它的次数。

保留或删除都可以：它和其他记忆没有区别。`,
  },
  places: {
    title: "了解数据在哪里",
    folder: "数据",
    backupsText: "最近七天每天一份，保存在“backups”文件夹中，不会离开本机。",
    tray: "托盘",
    trayText: "关闭窗口后 Recollect 仍在运行；可从托盘再次打开。",
    serviceText: "只要进程在运行，Recollect 就在服务，与此页面是否打开无关。",
    keys: "快捷键",
    palette: "搜索和运行命令",
    shortcuts: "所有快捷键",
  },
};
