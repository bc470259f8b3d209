import type { spacesErrors as english } from "../../en/errors/spaces.ts";
import { type Translation, words } from "../../message.ts";

export const spacesErrors: Translation<typeof english> = {
  spaces_file_damaged: ({ setAside }) =>
    words(`本设备的空间列表已损坏，已重命名为 ${setAside}。`, "记忆仍在本设备上。请用邀请重新加入各空间。"),
  space_carrier_unknown: () =>
    words("本设备不再知道该空间的位置。", "请用邀请重新加入该空间，或选择其文件夹。没有丢失任何内容。"),
  space_not_synchronised: ({ name, problem }) =>
    words(`空间 ${name} 已有一段时间未同步。${problem}`, "请打开“全部项目 › 空间”。本设备的更改会保留，稍后发送。"),
  space_paused: () => words("该空间已暂停。", "请先恢复同步。"),
  space_join_needs: ({ what }) => words(`加入此空间还需要：${what}。`, "请向邀请者索取，或选择你同步的文件夹。"),
  space_user_domain: () =>
    words("“user” 包含关于你的记忆，适用于所有项目。空间的所有成员都能读到它们。", "请不要包含它，或确认要共享它。"),
  space_folder_relative: ({ field }) => words(`${field} 必须是绝对路径。`, "例如 /home/alice/Sync。"),
  space_has_database: () => words("该空间在数据库中，而不是在文件夹中。", "请改为输入数据库地址或密码。"),
  space_has_folder: () => words("该空间在文件夹中，而不是在数据库中。", "请改为选择文件夹。"),
  space_login_differs: ({ login }) =>
    words(
      `本设备以登录名 ${login} 加入该空间。`,
      "请输入使用该登录名的地址。要使用其他登录名，请离开该空间后重新加入。",
    ),
  space_folder_members: () =>
    words("文件夹中的空间没有带权限的成员：能写入该文件夹的人都是成员。", "请在同步该文件夹的程序中决定谁拥有它。"),
  space_owner_fixed: () => words("空间只有一个所有者：创建它的登录名。", "其他登录名请使用写入者或读取者角色。"),
  space_own_device: () => words("这是你正在使用的设备。", "请改为离开该空间。"),
  space_not_encrypted: () => words("该空间未加密。", "是否加密在创建空间时决定。请创建一个带口令的新空间。"),
  space_clock_ahead: ({ name, minutes }) =>
    words(
      `${name} 的更改时间比本设备的时钟快 ${minutes} 分钟。`,
      "请检查两台设备的时钟。发生并发更改时，以时钟较快的设备的更改为准。",
    ),
  space_reader_unsent: ({ count }) =>
    words(
      `本设备的 ${count} 项更改未发送，因为其登录名只能读取该空间。`,
      "它们保留在本设备上。请向空间所有者申请写入权限。",
    ),
  space_device_twice: ({ name }) =>
    words(
      `有两个安装以 ${name} 的身份写入。`,
      "数据文件夹被复制过。请在该设备上启动 Recollect，之后它会使用另一个身份。",
    ),
  space_part_unreadable: ({ name, sequence }) =>
    words(`${name} 的第 ${sequence} 项及之后的更改无法解密。`, "该设备可能使用了其他口令，或其他程序修改了空间。"),
  space_part_damaged: ({ name, file }) =>
    words(`${name} 的一个文件已损坏或不完整：${file}。`, "请等待同步完成。如果持续出现，请从该设备恢复此文件。"),
  space_device_invalid: ({ name, file }) =>
    words(
      `${name} 写入的自身信息无效${file === null ? "" : `（${file}）`}，已忽略。`,
      "可能由 Recollect 以外的程序写入。如果一直未修复，请移除该设备。",
    ),
  space_rows_skipped: ({ name, count }) =>
    words(
      `登录名 ${name} 在空间的设备表中添加了 ${count} 行无法使用的数据，已忽略。`,
      "可能由 Recollect 以外的程序写入。空间的所有者可以移除该登录名。",
    ),
  space_keys_ignored: ({ name, count }) =>
    words(
      `有 ${count} 个密钥文档并非由空间成员创建，例如 ${name}，已忽略。`,
      "任何可写入该文件夹的人都能添加文件。请从空间的 records 文件夹中删除它们。",
    ),
  space_folder_denied: ({ finding }) =>
    words(
      `Recollect 无法读写空间的文件夹：${finding}`,
      "请检查该文件夹的权限，以及其磁盘是否为只读。更改会保留在本设备上。",
    ),
  space_entries_held: ({ name, count }) =>
    words(
      `${name} 的 ${count} 项更改的时间比本设备的时钟快一年以上。`,
      "在那个时间之前，它们不会生效。请检查两台设备的时钟，也可能由其他程序写入。",
    ),
  space_part_missing: ({ name, sequence }) =>
    words(
      `${name} 的第 ${sequence} 项更改尚未到达，而之后的更改已到达。`,
      "它到达后会应用这些更改。请检查同步文件夹的程序。",
    ),
  entry_invalid: ({ field, problem }) =>
    words(
      `来自其他设备的一项更改无效。${field}：${problem}。`,
      "该更改及该设备之后的更改不会被应用。请在两台设备上更新 Recollect。",
    ),
  entry_newer: () =>
    words(
      "来自其他设备的一项更改由较新版本的 Recollect 写入。",
      "请更新此设备上的 Recollect，之后该设备的更改会被应用。",
    ),
  entry_missing: ({ sequence, received }) =>
    words(
      `收到了某设备的第 ${sequence} 项更改，但缺少它之前的一项；已收到 ${received} 项。`,
      "缺少的更改到达后会被应用。",
    ),
  device_reused: ({ device }) =>
    words(`另一个安装也在以设备 ${device} 的身份写入。`, "数据文件夹被复制或还原过。请更换其中一个的设备标识。"),
  space_unknown: ({ id }) => words(`此设备不是空间 ${id} 的成员。`, "请从空间列表中查看其 ID。"),
  space_exists: ({ id }) => words(`此设备已是空间 ${id} 的成员。`, "要重新加入，请先离开该空间。"),
  space_leaving: ({ id }) => words(`此设备正在离开空间 ${id}。`, "请等待完成后重试。"),
  space_domain_taken: ({ domain, name }) =>
    words(`项目 ${domain} 已在空间 ${name} 中。`, "一个项目只能属于一个空间。请选择其他项目。"),
  memory_purged_in_domain: ({ id, domain }) =>
    words(
      `无法将记忆 ${id} 移至 ${domain}：它已在共享 ${domain} 的某台设备上被永久删除。`,
      `请将其内容作为新记忆保存到 ${domain}。`,
    ),
  not_in_conflict: ({ id }) => words(`记忆 ${id} 没有这样的未解决冲突。`, "它可能已在其他设备上解决。请重新读取列表。"),
};
