import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { hasHeldAnswer, holdAnswer, releaseAnswer, returnAtEnd, type WithHeldAnswer } from "./held-answer.ts";
import { readTextDocument } from "./json-document.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { hasToolUse, textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem, Transcript } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { byTime, findFiles, findFolders, readSideFile } from "./transcript-files.ts";
import { keyedMessages } from "./turn-keys.ts";
import { messagesOfTurns, type TurnPart } from "./turn-parts.ts";

const ROLE = /^(user|assistant):\s*$/;
/** The start of reasoning, of a call of a tool and of its result. Indented and empty lines follow. */
const PART = /^\[(?:Thinking|Tool call|Tool result)\](?:\s|$)/;
const TOOL = /^\[Tool (?:call|result)\]/;

/** `counts` is how often each text was said, by digests. */
type State = { session: string; known: KnownFields; counts: Record<string, number> } & WithHeldAnswer;

/**
 * Cursor's agent, in the editor and on the command line, writes one file for each session to the folder of its project: a line
 * for each message, earlier a text with `user:` and `assistant:` (the program is not public: github.com/wesm/agentsview,
 * `internal/parser/cursor.go` and `discovery.go`). Messages have neither ids nor times. The reader keeps what a person asked
 * (`<user_query>`), and of each turn the text after the last call of a tool. Files in `subagents` are left out. The folder is
 * in `.workspace-trusted`, or is found by the name of the project's folder.
 */
export const cursorAgent: ConversationReader = {
  client: "cursor-agent",
  // The editor's database has the same sessions with times and titles.
  copyRank: 1,
  folders,
  find: async (system) =>
    byTime(folders(system).flatMap((folder) => findFolders(folder, () => true).flatMap(transcriptsOf))),
  read: ({ path: file }, position, signal) => {
    const session = path.parse(file).name;
    return file.endsWith(".txt")
      ? readTextDocument({
          path: file,
          position,
          signal,
          read: (text) => readTranscript(text, session, folderOfFile(file)),
        })
      : readJsonLines<State>({
          path: file,
          position,
          signal,
          start: () => ({ session, known: {}, counts: {}, held: null }),
          read: (record, state) => readRecord(record, state, file),
          end: returnAtEnd,
          isWaiting: hasHeldAnswer,
        });
  },
};

function folders(system: ReaderSystem): readonly string[] {
  return [homePath(system, ".cursor", "projects")];
}

/** The transcripts of a project. A session in both forms is read in the newer one. */
function transcriptsOf(project: string): Transcript[] {
  const found = findFiles(path.join(project, "agent-transcripts"), 1, (name) =>
    /^(?:[^/]+\.(?:txt|jsonl)|([^/]+)\/\1\.jsonl)$/.test(name),
  );
  const newer = new Set(
    found.map((each) => path.parse(each.path)).flatMap(({ name, ext }) => (ext === ".txt" ? [] : name)),
  );
  return found.filter((each) => !each.path.endsWith(".txt") || !newer.has(path.parse(each.path).name));
}

function readRecord(record: Fields, state: State, file: string): readonly Found[] {
  const { role } = record;
  const { content } = objectOf(record.message);
  if (role !== "user" && role !== "assistant") return [unknownRecord(record.type ?? role)];
  if (role === "assistant" && hasToolUse(content)) {
    state.held = null;
    return [];
  }
  const text = role === "user" ? withoutInjected(textOfBlocks(content)) : textOfBlocks(content);
  if (text === "") return [];
  const { session, known, counts } = state;
  const digest = digestKey(session, role, text);
  const count = (counts[digest] ?? 0) + 1;
  counts[digest] = count;
  const found: Found = { kind: "message", session, message: { key: `${digest}/${count}`, role, text, at: null } };
  if (role === "assistant") return holdAnswer(state, "", found);
  const folder = known.folder === undefined ? folderOfFile(file) : undefined;
  return [...releaseAnswer(state), ...changedFields(session, known, { folder }), found];
}

/** Reads a transcript in the earlier form. */
export function readTranscript(text: string, session: string, folder = ""): readonly Found[] {
  const parts: TurnPart[] = [];
  let lines = null as string[] | null;
  let role: TurnPart["role"] = "user";
  const end = () => {
    if (lines !== null) parts.push(...(role === "user" ? [questionOf(lines)] : partsOfAnswer(lines)));
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const [, named] = ROLE.exec(line) ?? [];
    if (named === "user" || named === "assistant") {
      end();
      role = named;
    } else lines?.push(line);
  }
  end();
  const messages = messagesOfTurns(parts);
  if (messages.length === 0) return [];
  return [{ kind: "session", session, fields: folder === "" ? {} : { folder } }, ...keyedMessages(session, messages)];
}

function questionOf(lines: readonly string[]): TurnPart {
  return { role: "user", text: withoutInjected(lines.join("\n")), at: null, hasTool: false };
}

/** The texts of a message of the assistant, each before a call of a tool or at the end. */
function partsOfAnswer(lines: readonly string[]): TurnPart[] {
  const parts: TurnPart[] = [];
  let kept: string[] = [];
  let isInPart = false;
  const end = (hasTool: boolean) => {
    parts.push({ role: "assistant", text: kept.join("\n").trim(), at: null, hasTool });
    kept = [];
  };
  for (const line of lines) {
    if (PART.test(line)) {
      isInPart = true;
      if (TOOL.test(line)) end(true);
    } else if (!isInPart || /^\S/.test(line)) {
      isInPart = false;
      kept.push(line);
    }
  }
  end(false);
  return parts;
}

/** The folder of the project that a transcript is in; "" if it is not known. */
function folderOfFile(file: string): string {
  const isNested = path.basename(path.dirname(file)) !== "agent-transcripts";
  const dir = path.resolve(file, isNested ? "../../.." : "../..");
  return textOf(readSideFile(path.join(dir, ".workspace-trusted")).workspacePath) || folderNamed(path.basename(dir));
}

/**
 * Finds the folder whose path Cursor wrote with a hyphen for each run of other characters than letters and digits:
 * `home-ada-my-shop`. "" if there is none, or more than one.
 */
export function folderNamed(name: string): string {
  const drive = /^([a-z])-/i.exec(name);
  const isDrive = drive !== null && process.platform === "win32";
  const found = foldersNamed(
    isDrive ? `${drive[1]}:\\` : path.parse(process.cwd()).root,
    isDrive ? name.slice(2) : name,
  );
  return found.length === 1 ? (found[0] ?? "") : "";
}

function foldersNamed(folder: string, name: string): string[] {
  const within = findFolders(folder, (each) => {
    const written = nameOf(each);
    return written !== "" && (written === name || name.startsWith(`${written}-`));
  });
  return within.flatMap((each) => {
    const written = nameOf(path.basename(each));
    return written === name ? [each] : foldersNamed(each, name.slice(written.length + 1));
  });
}

function nameOf(folder: string): string {
  return folder.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
