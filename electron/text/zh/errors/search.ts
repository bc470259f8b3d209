import type { searchErrors as english, ModelKind } from "../../en/errors/search.ts";
import { type Translation, words } from "../../message.ts";

const TEXT_ONLY = "在此之前仅使用文本搜索。";
const OTHER_MODEL = "请在“设置”中选择其他模型。";

const restoreModel = (kind: ModelKind) =>
  kind === "bundled"
    ? `请重新安装 Recollect，或在“设置”中选择其他模型。${TEXT_ONLY}`
    : `请恢复这些文件，或在“设置”中选择其他模型。${TEXT_ONLY}`;

export const searchErrors: Translation<typeof english> = {
  search_cursor_invalid: () => words("cursor 不是此搜索的游标。", "请不带 cursor 重新搜索，并原样传递 nextCursor。"),
  search_cursor_foreign: () =>
    words("cursor 属于另一次搜索。", "请不带 cursor 重新搜索，并以相同的查询、筛选和模式传递 nextCursor。"),
  vectors_memory: () =>
    words("内存不足，无法容纳全部向量。", "目前仅使用文本搜索。请关闭其他程序，或选择维数较少的模型。"),
  vector_invalid: ({ expected, found }) => words(`向量有 ${found} 维，应为 ${expected} 维。`),
  scan_argument: ({ field, minimum }) => words(`${field} 必须是不小于 ${minimum} 的整数。`),
  embedding_cancelled: () => words("已取消生成向量。"),

  model_folder_missing: ({ path, kind }) => words(`模型文件夹 ${path} 不存在。`, restoreModel(kind)),
  model_file_missing: ({ path, file, kind }) => words(`模型不完整：${path} 中缺少 ${file}。`, restoreModel(kind)),
  model_damaged: ({ path, kind }) => words(`模型已损坏：${path} 无法使用。`, restoreModel(kind)),
  model_pooling: ({ path }) =>
    words(`Recollect 不支持 ${path} 中模型的池化方式。`, "请选择使用平均池化或首个词元（CLS）池化的模型。"),
  model_unloadable: ({ cause, kind }) => words(`无法加载模型：${cause}。`, restoreModel(kind)),
  model_text_failed: ({ cause }) => words(`模型无法处理这段文本：${cause}。`, "文本搜索仍能找到这条记忆。"),
  model_text_crashed: ({ cause }) => words(`模型处理这段文本时两次崩溃（${cause}）。`, "文本搜索仍能找到这条记忆。"),
  model_crashed: ({ times, cause }) =>
    words(`模型连续崩溃 ${times} 次（${cause}）。`, `请在“设置”中选择其他模型，或查看日志中的原因。${TEXT_ONLY}`),
  model_closed: () => words("模型已关闭。", "目前仅使用文本搜索。"),
  model_in_use: ({ repository }) => words(`${repository} 正在使用。`, "请先选择其他模型。"),

  url_invalid: ({ address }) =>
    words(`“${address}”不是有效的地址。`, "请写成 http://127.0.0.1:11434 或 https://… 的形式。"),
  text_leaves_machine: ({ host }) =>
    words(`所有记忆和搜索的文本都会离开此电脑，发送到 ${host}。`, "请确认，或选择此电脑上的模型。"),
  ollama_silent: ({ host }) => words(`${host} 没有响应。`, "请启动 Ollama，或在“设置”中选择其他模型。"),
  server_silent: ({ host }) => words(`${host} 没有响应。`, "请确认服务器正在运行，或在“设置”中选择其他模型。"),
  server_slow: ({ host }) => words(`${host} 没有及时响应。`, "请确认服务器没有过载，或在“设置”中选择其他模型。"),
  ollama_model_missing: ({ host, model }) =>
    words(`${host} 上没有模型 ${model}（404）。`, `请先下载：ollama pull ${model}`),
  server_model_missing: ({ host, model }) =>
    words(
      `${host} 上没有此地址或模型 ${model}（404）。`,
      `请在“设置”中检查地址（其后接 /embeddings），以及模型名称 ${model}。`,
    ),
  server_refused: ({ host, status, said }) =>
    words(
      `${host} 拒绝生成向量（${status}）：${said}`,
      status === 401 || status === 403
        ? "请检查“设置”中的密钥。"
        : status === 429
          ? "服务器限制了请求频率；Recollect 会自动重试。"
          : "请查看服务器的日志，或在“设置”中选择其他模型。",
    ),
  server_strange: ({ host }) => words(`${host} 返回了无法识别的响应。`, "请在“设置”中检查地址和服务器类型。"),
  server_vectors: ({ model }) =>
    words(`${model} 返回的向量数量或长度与预期不符。`, `请确认它是嵌入模型。${OTHER_MODEL}`),

  repository_invalid: ({ repository }) => words(`“${repository}”不是有效的仓库名。`, "请写成 owner/name 的形式。"),
  repository_unfit: ({ repository, missing }) =>
    words(
      `${repository} 中没有${missing === "model" ? " ONNX 模型" : " tokenizer.json"}。`,
      "请选择含有 onnx 文件夹和 tokenizer.json 的仓库，例如 Xenova/multilingual-e5-small。",
    ),
  hub_refused: ({ host, status }) =>
    words(`${host} 没有提供该模型（${status}）。`, "请确认仓库名称正确，且为公开仓库。"),
  hub_silent: ({ host }) => words(`${host} 的响应不像 Hugging Face 模型库。`, "请检查网络连接，或选择此电脑上的模型。"),
  download_cancelled: () => words("下载已取消；已收到的文件会保留。"),
  download_wrong: ({ file }) => words(`下载的 ${file} 内容不正确。`, "请重试；其他文件会保留。"),
  download_broken: ({ file, host }) =>
    words(`从 ${host} 下载 ${file} 时中断。`, "请检查网络连接后重试：会从中断处继续。"),
  download_running: ({ repository }) => words(`正在下载 ${repository}。`, "请等待它完成，或先取消。"),
  languages_unavailable: () => words("现在无法识别记忆的语言。", "一分钟后会再试。"),
  map_unavailable: () => words("现在无法生成地图。", "请过一分钟再试。"),
};
