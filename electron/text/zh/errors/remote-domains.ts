import type { remoteDomainErrors as english } from "../../en/errors/remote-domains.ts";
import { type Translation, words } from "../../message.ts";

export const remoteDomainErrors: Translation<typeof english> = {
  remote_unreachable: ({ domain, problem }) =>
    words(
      `项目 ${domain} 的数据库无法连接。${problem}`,
      "没有任何更改。Recollect 会自动重试；“全部项目 › 远程项目”显示其状态。",
    ),
  remote_slow: ({ domain }) =>
    words(`项目 ${domain} 的数据库未及时响应。`, "重复更改之前请检查该项目的记忆：更改可能已经成功。"),
  remote_missing: ({ domain, place }) =>
    words(
      `数据库 ${place} 中没有项目 ${domain}，或者你的登录名无权查看。`,
      "请检查地址，或使用有权创建该项目的登录名添加。",
    ),
  remote_newer: ({ domain }) =>
    words(`项目 ${domain} 的表由更新版本的 Recollect 创建。`, "请更新本机上的 Recollect。没有任何更改。"),
  remote_read_only: ({ domain }) =>
    words(`本机只读取远程项目 ${domain}。`, "所有者可以在“全部项目 › 远程项目”中允许更改。"),
  remote_rights_missing: ({ domain }) =>
    words(
      `你的登录名无权在数据库中更改项目 ${domain} 的记忆。`,
      "请向数据库管理员申请对其表的 INSERT、UPDATE 和 DELETE 权限。",
    ),
  remote_unknown: ({ domain }) => words(`${domain} 不是远程项目。`, "请在远程项目列表中查看其名称。"),
  remote_exists: ({ domain }) =>
    words(`${domain} 已经是远程项目。`, "要使用另一个数据库，请先移除它。它的记忆保留在数据库中。"),
  remote_user_refused: () =>
    words("“user” 不能是远程项目：它与你本人有关，处处需要，离线时也一样。", "请选择一个项目。"),
  remote_encrypted: () =>
    words("远程项目不能端到端加密：数据库要搜索其文本。", "请使用带口令的空间，它会被复制，并在每台机器上搜索。"),
  remote_in_space: ({ domain, name }) =>
    words(
      `项目 ${domain} 在空间 ${name} 中，因此不能是远程项目。`,
      "一个项目要么被复制，要么在数据库中搜索。请先离开该空间，或选择另一个项目。",
    ),
  remote_not_shared: ({ domain }) =>
    words(
      `项目 ${domain} 是远程项目，因此不能加入空间。`,
      "一个项目要么被复制，要么在数据库中搜索。请先移除该远程项目。",
    ),
  remote_move_refused: ({ domain }) =>
    words(
      `记忆不能在本机与数据库之间、或两个数据库之间移动（${domain}）。`,
      "请在另一个项目中记录它，然后在这里删除。",
    ),
  remote_places_differ: ({ field }) =>
    words(`${field} 指定的记忆不在同一处：本机，或同一个远程项目。`, "只能取代或合并同一处的记忆。"),
  remote_import_refused: ({ domain }) => words(`带历史的记忆不能导入远程项目 ${domain}。`, "请导入另一个项目。"),
  remote_file_damaged: ({ setAside }) =>
    words(`远程项目列表已损坏，已重命名为 ${setAside}。`, "请重新添加远程项目。它们的记忆仍在数据库中。"),
};
