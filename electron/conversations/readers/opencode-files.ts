import path from "node:path";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { joinTexts, withoutInjected } from "./message-text.ts";
import type { Found, FoundBatch, Transcript } from "./reader.ts";
import { changedFields } from "./session-fields.ts";
import { findFiles, openTranscript, readSideFile } from "./transcript-files.ts";

/** How many messages one step reads. */
const MAX_MESSAGES = 100;

/**
 * The sessions of opencode's versions before 1.2, below `storage`: `session/{project}/{session}.json`,
 * `message/{session}/{message}.json` and `part/{message}/{part}.json`. The size and time of a session are those of its
 * messages: a message is written last when it is complete.
 */
export function findOpencodeFiles(folder: string): Transcript[] {
  return findFiles(path.join(folder, "storage", "session"), 1, (name) => /^[^/]+\/ses_[^/]+\.json$/.test(name)).map(
    (session) => {
      const files = [session, ...messagesOf(session.path)];
      return {
        path: session.path,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        modifiedAt: Math.max(...files.map(({ modifiedAt }) => modifiedAt)),
      };
    },
  );
}

/** Reads a session from its start if it changed after the position. @throws RecollectError; the reason of `signal` */
export async function* readOpencodeFiles(
  { path: file, bytes, modifiedAt }: Transcript,
  position: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundBatch> {
  signal?.throwIfAborted();
  const { file: handle } = await openTranscript(file);
  await handle.close();
  const complete = JSON.stringify({ bytes, modifiedAt });
  if (position === complete) return;
  const { parentID: parent, title, directory, time } = readSideFile(file);
  // A session of a subagent has a parent.
  const messages = parent === undefined ? messagesOf(file) : [];
  const session = path.basename(file, ".json");
  const known = {};
  const fields = { title: textOf(title), folder: textOf(directory), startedAt: momentOf(objectOf(time).created) };
  // Ids ascend in the order of a conversation.
  const files = messages.map((message) => message.path).sort();
  for (let from = 0; from < files.length; from += MAX_MESSAGES) {
    signal?.throwIfAborted();
    const found = files.slice(from, from + MAX_MESSAGES).flatMap((message): readonly Found[] => {
      const record = readSideFile(message);
      const text = textOfMessage(record, partsOf(message));
      const { role, modelID: model } = record;
      if (text === "" || (role !== "user" && role !== "assistant")) return [];
      const at = momentOf(objectOf(record.time).created) ?? null;
      const key = path.basename(message, ".json");
      const changed = changedFields(session, known, {
        ...fields,
        ...(role === "user" ? {} : { model: textOf(model) }),
      });
      return [...changed, { kind: "message", session, message: { key, role, text, at } }];
    });
    yield { found, position: null, bytes: Math.floor(bytes / Math.ceil(files.length / MAX_MESSAGES)) };
  }
  yield { found: [], position: complete, bytes: 0 };
}

/** The files of a session's messages. */
function messagesOf(session: string): Transcript[] {
  const storage = path.join(path.dirname(session), "..", "..");
  return findFiles(path.join(storage, "message", path.basename(session, ".json")), 0, (name) => name.endsWith(".json"));
}

function partsOf(message: string): readonly Fields[] {
  const storage = path.join(path.dirname(message), "..", "..");
  const folder = path.join(storage, "part", path.basename(message, ".json"));
  const files = findFiles(folder, 0, (name) => name.endsWith(".json")).map((part) => part.path);
  return files.sort().map(readSideFile);
}

/** What a person typed, or the text after the last tool call of a complete answer. */
function textOfMessage({ role, time, finish, summary, error }: Fields, parts: readonly Fields[]): string {
  const isComplete = finish !== undefined || objectOf(time).completed !== undefined;
  if (role === "assistant" && (!isComplete || summary === true || error !== undefined || finish === "tool-calls")) {
    return "";
  }
  const answer = parts.slice(parts.findLastIndex(({ type }) => type === "tool") + 1);
  const texts = answer.map(({ type, text, synthetic, ignored }) =>
    type === "text" && synthetic !== true && ignored !== true ? textOf(text) : "",
  );
  return withoutInjected(joinTexts(texts));
}
