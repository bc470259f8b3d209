import { readFileSync } from "node:fs";
import path from "node:path";
import { createZstdDecompress } from "node:zlib";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { once } from "../../core/util/once.ts";
import { type Fields, momentOf, objectOf, parseObject, textOf } from "../../import/values.ts";
import { RecollectError } from "../../text/errors.ts";
import { digestKey } from "./digest-key.ts";
import { hasHeldAnswer, holdAnswer, releaseAnswer, returnAtEnd, type WithHeldAnswer } from "./held-answer.ts";
import {
  type JsonLinesOptions,
  LineSplitter,
  type LineState,
  readJsonLines,
  readLine,
  unknownRecord,
} from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, FoundBatch, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { byTime, findFiles, invalid, openTranscript, transcriptAt } from "./transcript-files.ts";

/** Records without words of a person or an answer, by the program (0.169.0). `event_msg` repeats the messages. */
const OTHER_RECORDS = new Set(
  "compacted ghost_snapshot inter_agent_communication token_usage_record world_state state".split(" "),
);
/** The parts of a response apart from messages. Tool calls show that the text before was not the answer. */
const TOOL_CALLS = new Set(
  `function_call custom_tool_call local_shell_call web_search_call image_generation_call tool_search_call
   mcp_tool_call`.split(/\s+/),
);
const MAX_INDEX_BYTES = 8 * 1024 * 1024;

type State = {
  session: string;
  known: KnownFields;
  isSubagent: boolean;
  /** The last key of a message without an id: the next is a digest of it and the text. */
  chain: string;
} & WithHeldAnswer;

/**
 * Codex writes one file for each thread, and moves the files of archived threads. The reader keeps the texts that a
 * person typed (`user.text`), and the messages of the assistant that are not followed by a tool call of the same
 * response and are not comments (`phase`) or the output of a compaction. A fork names its original and has its own
 * messages only. In older versions it starts with copies without ids, whose keys are the same digests as in the
 * original. Older files are compressed: `.zst` is added to their name, and their records are the same.
 */
export const codex: ConversationReader = {
  client: "codex",
  folders,
  find: async (system) =>
    byTime(
      folders(system).flatMap((folder) =>
        findFiles(folder, 3, (name) => /(^|\/)rollout-[^/]+\.jsonl(\.zst)?$/.test(name)),
      ),
    ),
  read: ({ path: file }, position, signal) => {
    const title = once(() => titleOf(file));
    const options = {
      path: file,
      position,
      signal,
      start: () => startState(file),
      read: (record: Fields, state: State) => readRecord(record, state, title),
      end: returnAtEnd,
      isWaiting: hasHeldAnswer,
    };
    return file.endsWith(".zst") ? readCompressedJsonLines<State>(options) : readJsonLines<State>(options);
  },
};

function folders({ env, ...system }: ReaderSystem): readonly string[] {
  const base = env.CODEX_HOME || homePath({ env, ...system }, ".codex");
  return [path.join(base, "sessions"), path.join(base, "archived_sessions")];
}

function startState(file: string): State {
  return { session: sessionOf(file), known: {}, isSubagent: false, chain: "", held: null };
}

function sessionOf(file: string): string {
  return /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl(?:\.zst)?$/.exec(file)?.[1] ?? path.basename(file);
}

/** The name that a person gave a thread, from an index next to the folders of threads. */
function titleOf(file: string): string {
  const session = sessionOf(file);
  const [base] = file.split(/[\\/](?:archived_)?sessions[\\/]/);
  const index = path.join(base ?? "", "session_index.jsonl");
  const bytes = transcriptAt(index)?.bytes ?? 0;
  if (bytes === 0 || bytes > MAX_INDEX_BYTES) return "";
  const lines = readFileSync(index, "utf8").split("\n");
  const entries = lines.filter((line) => line.includes(session)).map((line) => objectOf(parseObject(line)));
  return textOf(entries.findLast(({ id }) => id === session)?.thread_name);
}

function readRecord(record: Fields, state: State, title: () => string): readonly Found[] {
  const { type, payload, timestamp } = record;
  if (state.isSubagent) return [];
  // The first versions wrote the parts of a response without an envelope.
  if (payload === undefined) {
    if (type === "message") return readMessage(record, null, state);
    const isKnown = record.instructions !== undefined || record.record_type !== undefined || isResponseItem(type);
    return isKnown ? [] : [unknownRecord(type)];
  }
  const fields = objectOf(payload);
  switch (type) {
    case "session_meta":
      return readMeta(fields, state, title);
    case "turn_context":
      return changedFields(state.session, state.known, { model: textOf(fields.model) });
    case "event_msg":
      return fields.type === "thread_name_updated"
        ? changedFields(state.session, state.known, { title: textOf(fields.thread_name) })
        : [];
    case "response_item":
      if (TOOL_CALLS.has(textOf(fields.type))) state.held = null;
      return fields.type === "message" ? readMessage(fields, momentOf(timestamp) ?? null, state, record) : [];
    default:
      return typeof type === "string" && OTHER_RECORDS.has(type) ? [] : [unknownRecord(type)];
  }
}

function isResponseItem(type: unknown): boolean {
  return type === "reasoning" || (typeof type === "string" && /_call(_output)?$/.test(type));
}

function readMeta(meta: Fields, state: State, title: () => string): readonly Found[] {
  const { session, known } = state;
  const id = textOf(meta.id);
  // A copy of the original's follows in the forks of older versions.
  if (id !== "" && id !== session) return changedFields(session, known, { continues: id });
  const source = objectOf(meta.source);
  state.isSubagent = meta.thread_source === "subagent" || source.subagent !== undefined;
  if (state.isSubagent) return [];
  state.chain = textOf(meta.forked_from_id) || session;
  return changedFields(session, known, {
    title: title(),
    folder: textOf(meta.cwd),
    repository: textOf(objectOf(meta.git).repository_url),
    startedAt: momentOf(meta.timestamp),
    continues: textOf(meta.forked_from_id) || undefined,
  });
}

function readMessage(message: Fields, at: number | null, state: State, record: Fields = {}): readonly Found[] {
  const { role, phase } = message;
  if (role !== "user" && role !== "assistant") return [];
  const text = role === "user" ? textOfUser(message) : textOfContent(message.content).join("\n\n");
  if (text === "") return [];
  const key = textOf(message.id) || digestKey(state.chain, role, text);
  state.chain = key;
  const isCompaction = objectOf(record.metadata).compaction_output === true;
  if (isCompaction || phase === "commentary") return releaseAnswer(state);
  const found: Found = { kind: "message", session: state.session, message: { key, role, text, at } };
  if (role === "assistant" && phase !== "final_answer") return holdAnswer(state, key, found);
  return [...releaseAnswer(state), found];
}

function textOfUser({ content, internal_chat_message_metadata_passthrough: passthrough }: Fields): string {
  const kinds = objectOf(passthrough).content_item_kinds;
  const texts = textOfContent(content).filter((text, index) =>
    Array.isArray(kinds) ? kinds[index] === "user.text" : withoutInjected(text) !== "",
  );
  return withoutInjected(joinTexts(texts));
}

/** The texts of a message's parts, "" for a picture. */
function textOfContent(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content
    .map(objectOf)
    .map(({ type, text }) => (/^(input_|output_)?text$/.test(textOf(type)) ? textOf(text) : ""));
}

/** How much text one step reads. */
const STEP_BYTES = 1024 * 1024;
/** A larger text is not read: a small file can contain an endless one. */
const MAX_TEXT_BYTES = 4 * 1024 ** 3;

/**
 * Reads a file of JSON lines that its program compressed with zstd, from its start if it changed after the position:
 * programs compress finished sessions. One step of its text is in memory at a time.
 * @throws RecollectError for a file that cannot be read or is too large; the reason of `signal`
 */
async function* readCompressedJsonLines<State extends LineState>(
  options: JsonLinesOptions<State>,
): AsyncGenerator<FoundBatch> {
  const { path, signal, position, start, read, end } = options;
  signal?.throwIfAborted();
  const { file, size, modifiedAt } = await openTranscript(path);
  const complete = JSON.stringify({ size, modifiedAt });
  if (position === complete) {
    await file.close();
    return;
  }
  const source = file.createReadStream();
  const text = createZstdDecompress();
  source.on("error", (error) => text.destroy(error)).pipe(text);
  const state = start();
  const lines = new LineSplitter(0, false);
  let found: Found[] = [];
  let step = { text: 0, file: 0 };
  try {
    for await (const chunk of text) {
      signal?.throwIfAborted();
      for (const line of lines.add(chunk)) found.push(...readLine(line, state, options));
      if (lines.end > MAX_TEXT_BYTES) {
        throw new RecollectError("conversation_too_large", {
          path,
          megabytes: MAX_TEXT_BYTES / 1024 ** 2,
        });
      }
      if (lines.end - step.text < STEP_BYTES) continue;
      yield { found, position: null, bytes: source.bytesRead - step.file };
      found = [];
      step = { text: lines.end, file: source.bytesRead };
    }
    const record = lines.rest();
    if (record !== null) found.push(...read(record, state));
    found.push(...(end?.(state) ?? []));
    yield { found, position: complete, bytes: source.bytesRead - step.file };
  } catch (error) {
    if (error instanceof RecollectError || signal?.aborted === true) throw error;
    throw invalid(path, error instanceof Error ? error.message : String(error), error);
  } finally {
    source.destroy();
    text.destroy();
  }
}
