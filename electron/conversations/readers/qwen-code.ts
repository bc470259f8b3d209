import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { findFiles } from "./transcript-files.ts";

/** The kinds of messages that a person wrote; without a kind, the usual one. */
const PERSONS = [undefined, "mid_turn_user_message", "realtime_message"];

type State = { session: string; known: KnownFields };

/**
 * Qwen Code writes one file for each session. The reader keeps the messages of the person (`provenance`), and answers
 * without a tool call in the same record. A fork has the records of its original with their ids. Compressions are
 * separate records, which are not messages.
 */
export const qwenCode: ConversationReader = {
  client: "qwen-code",
  folders,
  find: async (system) =>
    folders(system).flatMap((folder) => findFiles(folder, 2, (name) => /^[^/]+\/chats\/[^/]+\.jsonl$/.test(name))),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => ({ session: path.basename(transcript.path, ".jsonl"), known: {} }),
      read: readRecord,
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  const base = system.env.QWEN_RUNTIME_DIR || system.env.QWEN_HOME || homePath(system, ".qwen");
  return [path.join(base, "projects")];
}

function readRecord(record: Fields, { session, known }: State): readonly Found[] {
  const { type, subtype, provenance, uuid, model } = record;
  if (type === "system") {
    const payload = objectOf(record.systemPayload);
    if (subtype === "custom_title") return changedFields(session, known, { title: textOf(payload.customTitle) });
    if (subtype === "parent_session") {
      return changedFields(session, known, { continues: textOf(payload.parentSessionId) });
    }
    return [];
  }
  if (type === "tool_result") return [];
  if ((type !== "user" && type !== "assistant") || typeof uuid !== "string") return [unknownRecord(type)];
  const text = type === "user" ? textOfUser(record) : textOfAnswer(record);
  const at = momentOf(record.timestamp) ?? null;
  const fields = changedFields(session, known, {
    folder: known.folder === undefined ? textOf(record.cwd) : undefined,
    startedAt: known.startedAt === undefined ? (at ?? undefined) : undefined,
    model: text === "" ? undefined : textOf(model),
    continues: known.continues === undefined ? textOf(objectOf(record.forkedFrom).sessionId) : undefined,
  });
  const isPersons = provenance === undefined || provenance === "real_user" || provenance === "assistant_output";
  if (text === "" || !isPersons || record.isSidechain === true) return fields;
  return [...fields, { kind: "message", session, message: { key: uuid, role: type, text, at } }];
}

function textOfUser({ subtype, message, systemPayload }: Fields): string {
  if (!PERSONS.includes(subtype as string | undefined)) return "";
  const shown = textOf(objectOf(systemPayload).displayText);
  return withoutInjected(shown || joinTexts(partsOf(message).map(({ text }) => textOf(text))));
}

function textOfAnswer({ message }: Fields): string {
  const parts = partsOf(message);
  if (parts.some(({ functionCall }) => functionCall !== undefined)) return "";
  return joinTexts(parts.map(({ text, thought }) => (thought === true ? "" : textOf(text))));
}

function partsOf(message: unknown): readonly Fields[] {
  const { parts } = objectOf(message);
  return Array.isArray(parts) ? parts.map(objectOf) : [];
}
