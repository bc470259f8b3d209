import type { HookEvent } from "../../mcp/hooks/hook-event.ts";

/** The output format of a client's hooks, and how its transcript shows changed files. */
export interface HookClient {
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
export function hookClient(id: string): HookClient {
  return Object.hasOwn(HOOK_CLIENTS, id) ? (HOOK_CLIENTS[id] ?? claudeCode) : claudeCode;
}
