import path from "node:path";
import { applicationPath, homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, omitEmpty, textOf } from "../../import/values.ts";
import { readJsonDocument } from "./json-document.ts";
import { hasToolUse, textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { folderOf } from "./session-fields.ts";
import { byTime, findFiles } from "./transcript-files.ts";

/** The editors in which older versions of Amp's extension kept threads. */
const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];

/**
 * Amp keeps threads on its server, and on the machine one document for each thread (the program is not public:
 * github.com/wesm/agentsview, `internal/parser/amp.go`; github.com/noamsto/houston, `docs/AMP_AGENT_SUPPORT.md`). The reader
 * keeps the texts of a person, and the complete answers without a tool call.
 */
export const amp: ConversationReader = {
  client: "amp",
  folders,
  find: async (system) =>
    byTime(folders(system).flatMap((folder) => findFiles(folder, 0, (name) => /^T-[^/]+\.json$/.test(name)))),
  read: ({ path: file }, position, signal) =>
    readJsonDocument({ path: file, position, signal, read: (document) => readThread(document, file) }),
};

function folders(system: ReaderSystem): readonly string[] {
  const data = system.env.XDG_DATA_HOME || homePath(system, ".local", "share");
  const inEditors = EDITORS.map((editor) =>
    applicationPath(system, editor, "User", "globalStorage", "sourcegraph.amp", "threads3"),
  );
  return [path.join(data, "amp", "threads"), ...inEditors];
}

function readThread(document: Fields, file: string): readonly Found[] {
  const session = textOf(document.id) || path.basename(file, ".json");
  const records = Array.isArray(document.messages) ? document.messages.map(objectOf) : [];
  const messages = records.flatMap((message, index): Found[] => {
    const { role, content, messageId, meta, state } = message;
    if ((role !== "user" && role !== "assistant") || hasToolUse(content)) return [];
    const { type = "complete" } = objectOf(state);
    if (role === "assistant" && type !== "complete") return [];
    const text = role === "user" ? withoutInjected(textOfBlocks(content)) : textOfBlocks(content);
    if (text === "") return [];
    const key = `${session}/${textOf(messageId) || index}`;
    return [{ kind: "message", session, message: { key, role, text, at: momentOf(objectOf(meta).sentAt) ?? null } }];
  });
  if (messages.length === 0) return [];
  const { trees } = objectOf(objectOf(document.env).initial);
  const [tree = {}] = Array.isArray(trees) ? trees.map(objectOf) : [];
  const fields = omitEmpty({
    title: textOf(document.title),
    folder: folderOf(textOf(tree.uri)),
    repository: textOf(objectOf(tree.repository).url),
    model: records.map(({ usage }) => textOf(objectOf(usage).model)).findLast((model) => model !== ""),
    startedAt: momentOf(document.created),
  });
  return [{ kind: "session", session, fields }, ...messages];
}
