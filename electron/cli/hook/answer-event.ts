import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { isRecord } from "../../core/util/is-record.ts";
import {
  HOOK_EVENTS,
  type HookAnswer,
  type HookEvent,
  MAX_PROMPT_LENGTH,
  REMINDER_MARK,
} from "../../mcp/hooks/hook-event.ts";
import type { Endpoint } from "../../platform/endpoint-file.ts";
import { APP_VERSION } from "../../platform/version.ts";
import { postOnce } from "../../shim/post-once.ts";
import { clientFolder, detectProject, projectHeaders } from "../../shim/project.ts";

/** The client whose hooks these are; another one sets `RECOLLECT_CLIENT`. Its rights apply. */
const DEFAULT_CLIENT = "claude-code";

/** The members of a hook's input that are used. */
interface HookInput {
  readonly session: string | undefined;
  readonly cwd: string | undefined;
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, … */
  readonly source: string | undefined;
  /** UserPromptSubmit. */
  readonly prompt: string | undefined;
  /** Stop: whether a hook has already continued the conversation. */
  readonly stopHookActive: boolean;
  /** Stop: whether files were changed since the last capture, of a client without a transcript. */
  readonly filesChanged: boolean;
  readonly transcriptPath: string | undefined;
}

/** The process that runs a hook. */
interface HookProcess {
  readonly endpoint: Endpoint;
  readonly env: NodeJS.ProcessEnv;
  /** The current folder, for a client that does not name one. */
  readonly folder: string;
  readonly home: string;
  /** Ends the request to the application. */
  readonly signal?: AbortSignal;
}

/**
 * Returns the output for an event; null for none.
 * @param text the hook's standard input
 * @throws if the application does not respond, or refuses
 */
export async function answerEvent(
  name: string,
  text: string,
  { endpoint, env, home, signal, ...own }: HookProcess,
): Promise<string | null> {
  const event = HOOK_EVENTS.find((known) => known === name);
  if (event === undefined) return null;
  const input = parseInput(text);
  const id = env.RECOLLECT_CLIENT?.trim() || DEFAULT_CLIENT;
  const client = hookClient(id);
  if (event === "Stop" && !needsReminder(input, client)) return null;
  if (event === "UserPromptSubmit" && (input.prompt ?? "").trim() === "") return null;
  const folder = clientFolder({ RECOLLECT_FOLDER: env.RECOLLECT_FOLDER ?? env.CLAUDE_PROJECT_DIR }, () => {
    return input.cwd ?? own.folder;
  });
  const headers = {
    "user-agent": `recollect-hook/${APP_VERSION}`,
    "recollect-client": encodeURIComponent(id),
    ...projectHeaders(detectProject(folder, env, home)),
  };
  const { session, source, prompt } = input;
  const maxTokens = Number(env.RECOLLECT_HOOK_MAX_TOKENS) || undefined;
  const body = { session, source, maxTokens, prompt: prompt && (await shorten(prompt)) };
  const request = { path: `/hooks/${event}`, headers, body: Buffer.from(JSON.stringify(body)), signal };
  const response = await postOnce(endpoint, request);
  if (response.status !== 200) throw new Error(`The application refused the hook: ${response.status}`);
  const answer = JSON.parse(response.text) as HookAnswer;
  return answer.text === null ? null : client.write(event, answer.text);
}

/** Only a long prompt needs the code that finds secrets at its cuts. */
async function shorten(prompt: string): Promise<string> {
  if (prompt.length <= MAX_PROMPT_LENGTH) return prompt;
  return (await import("../../mcp/hooks/prompt-text.ts")).shortenPrompt(prompt);
}

/** Members that are missing or of another type are treated as absent. */
function parseInput(text: string): HookInput {
  const value = parseObject(text);
  const textOf = (...names: readonly string[]) =>
    names.map((name) => value[name]).find((each): each is string => typeof each === "string");
  const [root] = Array.isArray(value.workspace_roots) ? value.workspace_roots : [];
  return {
    session: textOf("session_id", "sessionId", "conversation_id"),
    cwd: textOf("cwd") ?? (typeof root === "string" ? root : undefined),
    source: textOf("source"),
    prompt: textOf("prompt"),
    // Cursor counts the turns that hooks started.
    stopHookActive: value.stop_hook_active === true || Number(value.loop_count) > 0,
    filesChanged: value.files_changed === true,
    transcriptPath: textOf("transcript_path", "transcriptPath"),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** How much of the end of a transcript is read: many turns, in about a millisecond. */
const TAIL_BYTES = 512 * 1024;
const CAPTURES = /"(?:name|toolName)":\s*"[^"]*capture_memory"/g;

/** Whether files were changed since the last capture, and no reminder was sent yet. */
function needsReminder({ stopHookActive, filesChanged, transcriptPath }: HookInput, { changesFiles }: HookClient) {
  if (stopHookActive) return false;
  if (changesFiles === null) return filesChanged;
  if (transcriptPath === undefined) return false;
  const transcript = readTail(transcriptPath);
  if (transcript.includes(REMINDER_MARK)) return false;
  return lastMatch(transcript, changesFiles) > lastMatch(transcript, CAPTURES);
}

/** Reads the end of a file; "" if it cannot be read. */
function readTail(file: string): string {
  try {
    const descriptor = openSync(file, "r");
    try {
      const { size } = fstatSync(descriptor);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const read = readSync(descriptor, tail, 0, tail.length, size - tail.length);
      return tail.toString("utf8", 0, read);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}

/** The output format of a client's hooks, and how its transcript shows changed files. */
interface HookClient {
  /** Returns the output of the hook for an event, or null if the client accepts no text for it. */
  write(event: HookEvent, text: string): string | null;
  /** Matches the call of a tool that changes files in the transcript. Null if the client has no transcript. */
  readonly changesFiles: RegExp | null;
}

/** `hookSpecificOutput`, which most clients share. */
function addedContext(hookEventName: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
}

const blocks = (reason: string) => JSON.stringify({ decision: "block", reason });

/** The forms that Claude Code accepts for each event (code.claude.com/docs/en/hooks). Every version accepts them. */
const claudeCode: HookClient = {
  write(event, text) {
    // This event accepts only plain text, which is passed to the summary as instructions.
    if (event === "PreCompact") return text;
    // Later versions set stop_hook_active in the next turn, which has no second reminder.
    return event === "Stop" ? blocks(text) : addedContext(event, text);
  },
  changesFiles: /"type":\s*"tool_use"[^\n]{0,200}"name":\s*"(?:Edit|MultiEdit|Write|NotebookEdit)"/g,
};

/** By the id of the client (`RECOLLECT_CLIENT`). */
const HOOK_CLIENTS: Readonly<Record<string, HookClient>> = {
  "claude-code": claudeCode,
  /** developers.openai.com/codex/hooks: an unknown member makes the output invalid, and PreCompact accepts no text. */
  codex: {
    write: (event, text) => (event === "PreCompact" ? null : claudeCode.write(event, text)),
    changesFiles: /"name":\s*"apply_patch"|apply_patch <</g,
  },
  /** docs/hooks/reference.md of google-gemini/gemini-cli: only JSON, and PreCompress accepts no text. */
  "gemini-cli": {
    write(event, text) {
      if (event === "PreCompact") return null;
      if (event === "Stop") return JSON.stringify({ decision: "deny", reason: text });
      return addedContext(event === "UserPromptSubmit" ? "BeforeAgent" : event, text);
    },
    changesFiles: /"name":\s*"(?:write_file|replace)"/g,
  },
  /** docs/features/hooks.md of QwenLM/qwen-code. */
  "qwen-code": {
    write: (event, text) => (event === "Stop" ? blocks(text) : addedContext(event, text)),
    changesFiles: /"name":\s*"(?:write_file|edit|replace)"/g,
  },
  /** The plugin reads the text itself (connect/plugins/systems/opencode.ts), and knows which files were changed. */
  opencode: { write: (_event, text) => JSON.stringify({ text }), changesFiles: null },
  /** cursor.com/docs/hooks: beforeSubmitPrompt and preCompact accept no text. */
  cursor: {
    write(event, text) {
      if (event === "SessionStart") return JSON.stringify({ additional_context: text });
      return event === "Stop" ? JSON.stringify({ followup_message: text }) : null;
    },
    changesFiles: /"name":\s*"(?:Write|StrReplace|edit_file|search_replace|MultiEdit|ApplyPatch)"/g,
  },
  /** docs/agent-customization/hooks.md of microsoft/vscode-docs: UserPromptSubmit and PreCompact accept no text. */
  vscode: {
    write(event, text) {
      if (event === "SessionStart") return addedContext(event, text);
      if (event !== "Stop") return null;
      return JSON.stringify({ hookSpecificOutput: { hookEventName: event, decision: "block", reason: text } });
    },
    changesFiles: /"(?:name|toolName)":\s*"(?:editFiles|createFile|replace_string_in_file|create_file|apply_patch)"/g,
  },
  /** content/copilot/reference/hooks-reference.md of github/docs: userPromptSubmitted and preCompact accept no text. */
  "copilot-cli": {
    write(event, text) {
      if (event === "SessionStart") return JSON.stringify({ additionalContext: text });
      return event === "Stop" ? blocks(text) : null;
    },
    changesFiles: /"(?:name|toolName)":\s*"(?:edit|create|str_replace_editor|apply_patch)"/g,
  },
};

/** Returns the form of a client's hooks; an unknown client has the form of Claude Code. */
function hookClient(id: string): HookClient {
  return Object.hasOwn(HOOK_CLIENTS, id) ? (HOOK_CLIENTS[id] ?? claudeCode) : claudeCode;
}
