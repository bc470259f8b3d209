import type { Text } from "../en.ts";
import { count, memoryCount } from "./format.ts";

export const remoteDomains: Text["remoteDomains"] = {
  hint: "远程域保留在 PostgreSQL 数据库中并在那里搜索，与本机的记忆显示在同一个列表中。数据库管理员可以读取其内容。",
  none: "没有保留在数据库中的域。",
  states: { connecting: "正在连接…", reachable: "可连接", unreachable: "无法连接" },
  memories: memoryCount,
  localMemories: (value) => `本机另有 ${count(value)} 条`,
  vectors: {
    none: "仅按词搜索：数据库没有 pgvector，或登录名无权读取其向量",
    empty: "还没有嵌入",
    ready: "按词和语义搜索",
    "other-model": "仅按词搜索：嵌入来自另一个模型",
  },
  access: { read: "只读", write: "读写" },
  accessOf: (domain) => `${domain} 的访问权限`,
  loginReadsOnly: "你的登录名只能读取。",
  checkOf: (domain) => `立即检查 ${domain}`,
  remove: (domain) => `移除 ${domain}`,
  removed: (domain) => `${domain} 在这里不再是远程域。它的记忆仍在数据库中。`,
  add: "添加远程域",
  domainPlaceholder: "owner/repo",
  addressPlaceholder: "postgres://name@db.example.com/memories",
  addressHint: "除本机外必须使用 TLS。",
  passwordHint: "保存在系统的钥匙串中。",
  submit: "添加域",
};
