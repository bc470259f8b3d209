import type { Text } from "../en.ts";

export const settingsSearch: Text["settingsSearch"] = {
  sections: "设置的各部分",
  label: "搜索设置",
  results: "找到的设置",
  nothing: (query) => `没有与“${query}”匹配的设置。`,
  nothingHint: "请换一个词，例如“备份”、“端口”或“深色”。",
  synonyms: {
    general: {
      section: "偏好 选项",
      theme: "深色 浅色 外观 颜色 dark light",
      language: "中文 英文 翻译 language",
      start: "自动启动 开机 托盘 后台 autostart",
      quick: "快捷键 全局 按键 搜索 热键",
    },
    connection: { section: "网络 服务器", port: "端口号 port 7325", address: "网址 本机 url" },
    model: {
      section: "查找 search",
      text: "全文 词语 索引",
      vectors: "向量 语义 暂停",
      model: "多语言 ollama openai huggingface onnx",
      both: "重建 修复 索引",
    },
    secrets: {
      section: "令牌 密码 密钥 隐私 token",
      action: "遮盖 拒绝 密码 密钥 令牌 token",
      domains: "例外 仓库",
      personal: "邮箱 电话 银行卡 隐私",
    },
    use: { section: "读取 统计 隐私", record: "记录 统计 隐私" },
    data: {
      section: "文件 存储 导出 export",
      folder: "路径 位置 目录 存储",
      logs: "日志 调试 错误 log",
      import: "导入 import chatgpt claude-mem markdown",
      secrets: "钥匙串 令牌 密钥 签名 token",
    },
    places: { section: "项目 域 命名空间 重命名 合并 移动 仓库" },
    backups: {
      section: "恢复 还原 快照 backup",
      newest: "备份 快照",
      folder: "备份 路径 位置",
      second: "备份 副本 磁盘 云",
      list: "恢复 还原 备份 历史",
    },
    updates: { section: "升级 版本 update", automatic: "更新 升级 检查 下载" },
    browser: { section: "标签页 会话 退出 登录 链接" },
    about: {
      section: "信息",
      version: "版本号",
      host: "桌面 服务",
      licence: "许可证 第三方 开源 license",
    },
    spaces: { section: "同步 共享 团队 设备 sync" },
    remoteDomains: { section: "数据库 postgres" },
    clientMemories: { section: "文件 监视 claude.md agents.md" },
  },
};
