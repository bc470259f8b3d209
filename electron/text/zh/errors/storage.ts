import type { storageErrors as english } from "../../en/errors/storage.ts";
import { type Translation, words } from "../../message.ts";

export const storageErrors: Translation<typeof english> = {
  memory_gone: () => words("这条记忆不存在。", "它可能已被永久删除。"),
  memory_in_trash: () => words("这条记忆在回收站中。", "请先恢复，再修改。"),
  memory_changed: () => words("这条记忆在此期间已被更改。", "没有保存。请查看它现在的内容，再重新修改。"),
  merge_impossible: () => words("这两条记忆无法合并。", "只能合并两条不同的记忆，而且保留的一条不能已被取代。"),
  merge_empty: () => words("没有选择要合并的记忆。", "请至少选择一条要合并的记忆。"),
  merge_too_many: ({ count, maximum }) =>
    words(`选择了 ${count} 条记忆，一次最多可合并 ${maximum} 条。`, "请先合并一部分，再合并其余的。"),
  merge_twice: () => words("同一条记忆被选择了两次。", "每条记忆只能选择一次。"),
  not_merged: () =>
    words("这两条记忆没有合并过，因此无法拆分。", "只有合并过的记忆可以拆分；被取代的一条会指明另一条。"),
  cursor_invalid: () => words("无法从此位置继续列表。", "请从第一页重新开始。"),
  rebuild_cancelled: () => words("已取消重建文本索引。", "可以随时重新开始；在此之前搜索使用现有的索引。"),
  counts_unavailable: () => words("Recollect 正在停止，或现在无法统计记忆。", "请稍后重试。"),
  database_replaced: () => words("正在修复或还原数据库。", "请过一分钟再试。"),
  indexes_rebuilt: ({ setAside }) =>
    words("数据库的索引曾损坏，现已重建。记忆没有丢失。", `损坏的文件保留为 ${setAside}。如果再次发生，请检查磁盘。`),
  damage_restored: ({ recovered, lost, setAside }) =>
    words(
      `损坏的数据库已被替换。从中恢复了备份所没有的 ${recovered} 条记忆；${lost} 条无法读取。`,
      `损坏的文件保留为 ${setAside}。如果再次发生，请检查磁盘。`,
    ),
  database_set_aside: ({ file, setAside }) =>
    words(
      `无法读取 ${file}。它已重命名为 ${setAside}，并新建了一个文件。`,
      "其中的内容在这里缺失。如果再次发生，请检查磁盘。",
    ),
  database_missing: ({ file }) =>
    words(
      `${file} 在 Recollect 停止期间被删除或移走。`,
      "除非已从备份恢复，否则其中的内容在这里缺失。如需找回，请在 Recollect 停止时将文件放回原处。",
    ),
  maintenance_unavailable: () => words("Recollect 正在停止，或现在无法检查或复制数据库。", "请稍后重试。"),
  store_closed: () => words("Recollect 正在停止。", "请在它运行时重试。"),
  record_damaged: ({ path, setAside }) =>
    words(
      `文件 ${path} 已损坏，已重命名为 ${setAside}。`,
      "Recollect 继续使用其中可读取的部分。如果再次发生，请检查磁盘。",
    ),
  record_unreadable: ({ path, finding }) =>
    words(`无法读取文件 ${path}：${finding}`, "请检查其权限，然后重新启动 Recollect。在此之前不会更改该文件。"),
  disk_full: () => words("磁盘已满，没有写入。", "请腾出空间后重试。已确认保存的内容不会丢失。"),
  disk_full_refuses: () =>
    words(
      "磁盘已满。无法保存新记忆、更改、删除、备份和设置。仍可阅读和搜索记忆。",
      "请释放一些空间，之后 Recollect 会自动恢复。已确认的内容不会丢失。",
    ),
  not_writable: () =>
    words("Recollect 无权写入其数据文件夹。", "请检查文件夹的权限，或用 RECOLLECT_DATA_DIR 指定其他文件夹。"),
  path_occupied: ({ finding }) =>
    words(`文件占用了 Recollect 所需文件夹的名称，或文件夹占用了文件的名称：${finding}`, "请将其移到别处后重试。"),
  busy: () => words("数据库正被其他程序占用。", "请关闭该程序后重试。"),
  disk_failed: ({ finding }) => words(`磁盘读写失败：${finding}`, "请检查磁盘；最新的备份在 backups 文件夹中。"),
  database_failed: ({ finding, sqliteCode }) => words(`数据库出错：${finding}（${sqliteCode}）。`),
  database_newer: ({ found, known }) =>
    words(
      `数据库的结构版本是 ${found}，而此版本的 Recollect 只支持到 ${known}。`,
      "请启动写入它的较新版本，或更新此版本。数据库没有被改动。",
    ),
  data_newer: ({ version, writer, files, backup, needsBackup }) =>
    words(
      `数据上次由${writer === null ? "更新版本的 Recollect" : ` Recollect ${writer} `}使用，Recollect ${version} 不认识其格式（${files.join("、")}）。`,
      `未做任何更改。请安装${writer === null ? "更新的版本" : ` Recollect ${writer} 或更新的版本`}${
        !needsBackup
          ? "，或退回到此版本：较新的文件会以其他名称保留。"
          : backup === null
            ? "。没有此版本可以读取的备份。"
            : `，或退回到备份 ${backup}。较新的记忆也会作为备份保留。`
      }`,
    ),
  database_foreign: ({ path }) =>
    words(
      `文件 ${path} 是其他程序的数据库。`,
      "请将它移到别处，或用 RECOLLECT_DATA_DIR 指定其他文件夹。该文件没有被改动。",
    ),
  lock_damaged: ({ path }) =>
    words(`锁文件 ${path} 已损坏。`, "请确认没有 Recollect 在使用这些数据，删除该文件后重新启动。它不含记忆。"),
  lock_of_another: ({ path }) =>
    words(
      `锁文件 ${path} 属于其他用户，例如因为曾用 sudo 启动 Recollect。`,
      "请结束那个 Recollect，并把文件夹中所有文件的所有者改为你的用户，然后重新启动。",
    ),
  backup_damaged: ({ path, finding }) => words(`备份 ${path} 已损坏：${finding}`, "请选择其他备份。没有做任何更改。"),
  backup_unknown: ({ name }) => words(`没有备份 ${name}。`, "请从备份列表中选择一个。"),
  backup_ids_unknown: ({ ids }) =>
    words(`备份和现有数据中都没有这些记忆：${ids.join("、")}。`, "请先与备份比较。没有做任何更改。"),
  second_folder_failed: ({ path, problem }) =>
    words(
      `备份的第二份副本无法写入 ${path}：${problem}`,
      "数据文件夹中的备份是完整的。请检查该文件夹，或在设置中另选一个。",
    ),
  second_folder_invalid: ({ path, problem }) =>
    words(`文件夹 ${path} 不能存放备份：${problem}`, "请用完整路径选择一个数据文件夹以外、已存在且可写的文件夹。"),
  backup_unreadable: ({ path }) => words(`无法读取备份 ${path}。`),
  backup_failed: ({ problem }) =>
    words(`记忆没有备份：${problem}`, "Recollect 每小时重试一次。请检查备份文件夹和磁盘空间。"),
  backup_smaller: ({ memories, before, name }) =>
    words(
      `最新的备份（含回收站）有 ${memories} 条记忆，之前的有 ${before} 条。`,
      `两者都保留。如果记忆有缺失，请在设置中还原 ${name}。`,
    ),
  damaged: ({ path, newestBackup }) =>
    words(
      `数据库 ${path} 已损坏。`,
      newestBackup === null
        ? "没有备份。可以从空数据库开始；损坏的文件会改名保留在原处。"
        : `可以恢复最新的备份（${newestBackup}）；损坏的文件会改名保留在原处。`,
    ),
};
