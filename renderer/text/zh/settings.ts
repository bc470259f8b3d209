import type { Text } from "../en.ts";

const count = (value: number) => value.toLocaleString("zh-CN");
const memories = (value: number) => `${count(value)} 条记忆`;

export const settings: Text["settings"] = {
  title: "设置",
  connection: "连接",
  port: {
    label: "端口",
    hint: {
      desktop: "更改立即生效。客户端配置中含有端口，需要重新复制。",
      browser: "更改在下次启动时生效。客户端配置中含有端口，需要重新复制。",
    },
    save: "更改端口",
    blank: "请输入端口。",
    notANumber: "端口必须是整数。",
    outOfRange: (lowest, highest) => `请选择 ${lowest} 到 ${highest} 之间的端口。`,
    restart: (next, now) => `Recollect 下次启动时将使用端口 ${next}。在此之前，客户端通过 ${now} 连接。`,
    moved: (port) => `Recollect 现在使用端口 ${port}。客户端仍在旧端口上查找它。`,
    copyConfigurations: "复制新配置",
    address: "地址",
    copyAddress: "复制地址",
  },
  general: "通用",
  theme: { label: "主题", system: "跟随系统", light: "浅色", dark: "深色" },
  language: { label: "语言", system: "跟随系统" },
  start: {
    label: "登录时启动",
    hint: "Recollect 会在系统托盘中待命，助手随时可以找到它。",
    cannot: "此处不可用。请用系统自带的方式启动 Recollect，或让 stdio 客户端启动它。",
  },
  index: {
    title: "搜索",
    text: "按词语",
    vectors: "按含义",
    indexed: (value) => `就绪：${memories(value)}。`,
    rebuilding: "正在重建，其间仍可搜索。",
    progress: (done, total) => `${count(done)} / ${count(total)}`,
    progressLabel: { text: "正在重建词语索引", vectors: "正在读取记忆的含义" },
    off: "已关闭：未安装模型。仅按文本搜索。",
    idle: "首次需要时才会加载模型。",
    loading: "模型就绪之前仅按文本搜索。",
    failed: "无法加载模型。仅按文本搜索。",
    ready: (value) => `就绪：${memories(value)}。`,
    pending: (ready, pending) =>
      `${memories(ready)}已就绪，另有 ${count(pending)} 条有待模型读取，其间可按词语找到它们。`,
    model: (name) => `模型：${name}`,
    rebuild: "重建",
    rebuildHint: "仅当搜索漏掉已有内容时才需要。",
    cancel: "停止",
    finished: "索引已重建。",
    rebuildFailed: "无法重建索引。",
    cancelled: "已停止重建，索引继续可用。",
  },
  data: {
    title: "数据",
    folder: "数据文件夹",
    logs: "日志文件",
    open: "打开文件夹",
    copyPath: "复制路径",
  },
  secrets: {
    title: "密钥",
    place: { keychain: "在系统钥匙串中。", file: "在数据文件夹的文件中。" },
    noKeychain: "在数据文件夹的文件中：此处没有找到钥匙串。",
    hint: {
      keychain:
        "包括签发客户端令牌的密钥和模型服务器的密钥。无法打开钥匙串的会话（例如远程终端）不能凭令牌接纳客户端。",
      file: "包括签发客户端令牌的密钥（token.key）和模型服务器的密钥。文件只有你的用户可以读取，但你运行的每个程序都是你的用户。",
    },
    move: { keychain: "移入钥匙串", file: "改为保存在文件中" },
    problem: {
      closed:
        "系统钥匙串没有打开。在它打开之前，持有自己令牌的客户端会被拒绝；通过 Recollect 的 stdio 命令连接的客户端不受影响。",
      lost: "系统钥匙串中已没有签发客户端令牌的密钥。持有自己令牌的客户端会被拒绝。",
    },
    tryAgain: "再次询问钥匙串",
    replace: "生成新密钥…",
    replaceTitle: "生成新密钥？",
    replaceDescription: "每个持有自己令牌的客户端都需要重新连接，即使以后找回了旧密钥也是如此。",
    replaceAction: "生成新密钥",
  },
  about: {
    title: "关于",
    version: "版本",
    host: "运行方式",
    desktop: "桌面应用",
    headless: "无窗口服务",
    started: "启动于",
  },
};
