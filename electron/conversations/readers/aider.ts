import path from "node:path";
import { withoutInjected } from "../../core/injected-text.ts";
import { parseDate } from "../../core/moment.ts";
import { digestKey } from "./digest-key.ts";
import { readTextDocument } from "./json-document.ts";
import { joinTexts } from "./message-text.ts";
import { foldersNear } from "./project-folders.ts";
import type { ConversationReader, Found, FoundMessage } from "./reader.ts";
import { byTime, transcriptAt } from "./transcript-files.ts";
import { keyedMessages } from "./turn-keys.ts";

const FILE = ".aider.chat.history.md";
const START = /^# aider chat started at (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})\s*$/;
/** Commands whose text is a question. */
const QUESTION = /^\/(?:ask|code|architect|context)\s+/;
const REASONING = /^<(\/?)thinking-content-[0-9a-f]{8,64}>\s*$/;

/**
 * aider appends all sessions of a project to one Markdown file in its folder (github.com/Aider-AI/aider: `aider/io.py`,
 * `append_chat_history` and `user_input`; `aider/utils.py`, `split_chat_history_markdown`). The reader keeps the messages of the
 * person without commands, and the answers without reasoning and without edits of files (`SEARCH`/`REPLACE`).
 */
export const aider: ConversationReader = {
  client: "aider",
  folders: () => [],
  find: async ({ home }) => byTime(foldersNear(home).flatMap((folder) => transcriptAt(path.join(folder, FILE)) ?? [])),
  read: ({ path: file }, position, signal) =>
    readTextDocument({ path: file, position, signal, read: (text) => readAider(text, path.dirname(file)) }),
};

/** Reads the sessions of a file. @param folder the project that the file is in */
export function readAider(text: string, folder: string): readonly Found[] {
  const sessions: { readonly started: string; readonly lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, started] = START.exec(line) ?? [];
    if (started === undefined) sessions.at(-1)?.lines.push(line);
    else sessions.push({ started, lines: [] });
  }
  return sessions.flatMap(({ started, lines }, index): Found[] => {
    const messages = messagesIn(lines);
    if (messages.length === 0) return [];
    // Two sessions can start in the same second.
    const earlier = sessions.slice(0, index).filter((other) => other.started === started).length;
    const session = digestKey(path.basename(folder), started, ...(earlier === 0 ? [] : [String(earlier)]));
    const startedAt = parseDate(started);
    const fields = { folder, ...(startedAt === null ? {} : { startedAt }) };
    return [{ kind: "session", session, fields }, ...keyedMessages(session, messages)];
  });
}

function messagesIn(lines: readonly string[]): readonly Omit<FoundMessage, "key">[] {
  const messages: Omit<FoundMessage, "key">[] = [];
  let [question, answer] = [[] as string[], [] as string[]];
  const add = (role: "user" | "assistant", text: string) => {
    const last = messages.at(-1);
    if (text === "") return;
    // An answer continues after the output of a tool.
    if (role === "assistant" && last?.role === role) messages[messages.length - 1] = joined(last, text);
    else messages.push({ role, text, at: null });
  };
  const end = () => {
    add("user", questionOf(question));
    add("assistant", answerOf(answer));
    [question, answer] = [[], []];
  };
  for (const line of lines) {
    const isQuestion = line.startsWith("#### ");
    const isStatus = line.startsWith("> ");
    // An empty line of a question has its mark too.
    const isEndOfQuestion = question.length > 0 && !isQuestion;
    if (isStatus || isEndOfQuestion || (isQuestion && answer.length > 0)) end();
    if (isQuestion) question.push(line.slice(5).trimEnd());
    else if (!isStatus) answer.push(line);
  }
  end();
  return messages;
}

function joined(last: Omit<FoundMessage, "key">, text: string): Omit<FoundMessage, "key"> {
  return { ...last, text: joinTexts([last.text, text]) };
}

/** "" for a command, and for a question without words. */
function questionOf(lines: readonly string[]): string {
  const text = lines.join("\n").trim();
  const asked = text.replace(QUESTION, "");
  if ((asked === text && /^[/!]/.test(text)) || text === "<blank>") return "";
  return withoutInjected(asked);
}

function answerOf(lines: readonly string[]): string {
  const kept: string[] = [];
  let [isReasoning, isEdit] = [false, false];
  for (const line of lines) {
    const [tag, slash] = REASONING.exec(line) ?? [];
    if (tag !== undefined) isReasoning = slash === "";
    else if (/^<{5,9} SEARCH\b/.test(line)) {
      isEdit = true;
      // The fence before it, and the name of the file before that.
      if (/^`{3,}/.test(kept.at(-1) ?? "")) kept.splice(-2, 2);
    } else if (isEdit && /^>{5,9} REPLACE\b/.test(line)) isEdit = false;
    else if (!isReasoning && !isEdit) kept.push(line);
  }
  return kept
    .join("\n")
    .replace(/^`{3,}\n(?=\n|$)/gm, "")
    .trim();
}
