import type { carrierErrors as english } from "../../en/errors/carriers.ts";
import { type Translation, words } from "../../message.ts";

export const carrierErrors: Translation<typeof english> = {
  space_call_stopped: () => words("与空间的数据交换已停止。"),
  space_sequence_reused: ({ sequence }) =>
    words(
      `另一个安装以本设备的身份写入了更改 ${sequence}。`,
      "启动数据文件夹的副本或旧备份后会出现这种情况。请让本设备重新加入该空间。",
    ),
  space_entries_missing: ({ expected }) =>
    words(`空间的载体缺少本设备从编号 ${expected} 起的更改。`, "它可能是从备份恢复的。Recollect 会重新发送这些更改。"),
  space_device_revoked: () => words("本设备已被移出该空间。", "请向空间所有者索取新的邀请。记忆仍保留在本设备上。"),
  space_device_unknown: ({ device }) => words(`该空间中没有设备 ${device}。`, "请列出空间的设备以查看其标识。"),
  space_access_refused: ({ inSpace = false }) =>
    words(
      `${inSpace ? "空间的数据库" : "数据库"}不允许你的登录名执行此操作。`,
      inSpace ? "空间所有者可能已移除你的登录名，或将其设为读取者。" : "请向数据库管理员申请权限。",
    ),
  space_owner_only: () => words("只有空间所有者可以执行此操作。", "请联系所有者，即创建该空间的登录名。"),
  space_missing: ({ place }) => words(`${place} 没有这个空间。`, "请检查地址或文件夹。文件夹可能尚未同步到本设备。"),
  space_exists_there: ({ place }) => words(`${place} 已有该空间。`, "请改为加入该空间。"),
  space_newer: ({ place }) =>
    words(`${place} 的空间由更新版本的 Recollect 创建。`, "请更新本设备上的 Recollect。未作任何更改。"),
  space_record_differs: ({ name }) =>
    words(`空间的文档 ${name} 已存在，且内容不同。`, "另一台设备同时更改了该空间。请重试。"),
  space_parcel_invalid: ({ sequence }) =>
    words(`无法发送更改 ${sequence}：顺序错误、属于其他设备或过大。`, "请依次发送本设备的更改。"),
  space_folder_missing: ({ folder, inSpace = false }) =>
    words(
      `${inSpace ? "空间的文件夹" : "文件夹"}不存在：${folder}。`,
      inSpace ? "请连接其磁盘，或启动同步它的程序。恢复后会发送更改。" : "请检查路径，或先创建该文件夹。",
    ),
  space_database_unreachable: ({ host, problem, inSpace = false }) =>
    words(`无法连接 ${host} 的数据库：${problem}。`, `请检查网络和服务器。${inSpace ? "恢复后会发送更改。" : ""}`),
  space_database_login_refused: ({ host, user, inSpace = false }) =>
    words(
      `${host} 的数据库拒绝了登录名 ${user}。`,
      `请检查用户名和密码。${inSpace ? "空间所有者可能已移除该登录名。" : ""}`,
    ),
  space_database_unknown: ({ host, database }) => words(`${host} 的服务器没有数据库 ${database}。`, "请检查地址。"),
  space_database_read_only: ({ host, inSpace = false }) =>
    words(
      `${host} 的数据库目前不接受更改。`,
      `请使用主服务器的地址，而不是副本的地址。${inSpace ? "可写入后会发送更改。" : ""}`,
    ),
  space_database_full: ({ host, problem, inSpace = false }) =>
    words(`${host} 的数据库没有剩余空间：${problem}。`, `请让管理员腾出空间。${inSpace ? "之后会发送更改。" : ""}`),
  space_database_busy: ({ host, problem }) =>
    words(`${host} 的数据库过于繁忙：${problem}。`, "会自动重试。如果一直如此，请检查其连接数。"),
  space_database_failed: ({ host, problem }) =>
    words(`${host} 的数据库报告了错误：${problem}。`, "它必须与 PostgreSQL 13 或更高版本兼容。"),
  space_tls_required: ({ host }) =>
    words(
      `拒绝不使用 TLS 连接 ${host}，因为他人可能读取内容。`,
      "请从地址中移除 sslmode，或使用通向 127.0.0.1 的 SSH 隧道。",
    ),
  space_tls_failed: ({ host, problem }) =>
    words(`无法验证 ${host} 的证书：${problem}。`, "请使用证书中的主机名，或用 sslrootcert 指定颁发机构的证书文件。"),
  space_address_invalid: ({ problem }) =>
    words(`数据库地址无效：${problem}。`, "例如 postgres://name@db.example.com:5432/memories。"),
  space_member_invalid: () =>
    words("登录名必须以字母开头，最多 40 个小写字母、数字和下划线。", "请选择一个简短的名称，例如 alice。"),
  space_member_exists: ({ login }) => words(`数据库已有登录名 ${login}。`, "请选择其他名称，或将现有登录名加入空间。"),
  space_member_not_creatable: ({ login }) =>
    words("数据库不允许你的登录名创建其他登录名。", `请让管理员创建登录名 ${login}，然后将其加入空间。`),
  space_member_unknown: ({ login }) => words(`登录名 ${login} 不是该空间的成员。`, "请列出空间的成员。"),
  space_passphrase_wrong: () => words("该口令无法打开此空间。", "请检查是否缺少单词以及字母的大小写。"),
  space_passphrase_changed: () => words("空间的口令已更改。", "请向空间所有者索取新的口令。之后会交换更改。"),
  space_passphrase_short: ({ minimum }) =>
    words(`口令至少需要 ${minimum} 个字符。`, "请使用多个单词，或让 Recollect 生成。"),
  space_keys_damaged: ({ name }) =>
    words(`空间的密钥文档 ${name} 已损坏或来自更新的版本。`, "请等待文件夹同步完成，或更新 Recollect。"),
  space_keys_many: ({ count }) =>
    words(
      `该口令打不开已尝试的任何密钥文档，另有 ${count} 个未尝试：那会花太长时间。`,
      "请检查口令。可能有能写入该文件夹的人添加了文档：请向成员确认哪些是真的，并删除其余的。",
    ),
  space_keys_older: () => words("空间的密钥比本设备用过的更旧。", "载体可能是从备份恢复的。请联系空间所有者。"),
  space_encryption_differs: () => words("邀请称该空间未加密，但它已加密。", "请索取新的邀请，并确认此邀请的发送者。"),
  space_passphrase_missing: () => words("本设备未存储该空间的口令。", "请重新输入口令。"),
  invitation_invalid: ({ part }) =>
    words(`邀请不完整或已损坏：${part}。`, "请复制以 recollect://join 开头的完整链接并重新粘贴。"),
  invitation_newer: () => words("该邀请由更新版本的 Recollect 创建。", "请更新本设备上的 Recollect。"),
  invitation_secret_invalid: () => words("邀请的机密不完整，或属于另一个空间。", "请从收到它的消息中重新复制。"),
};
