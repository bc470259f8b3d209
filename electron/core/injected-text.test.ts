import { describe, expect, it } from "vitest";
import { withoutInjected } from "./injected-text.ts";

describe("withoutInjected", () => {
  it.each([
    ["one <system-reminder>hidden</system-reminder>two", "one two"],
    ['<ide_selection path="a.ts" lines="1">hidden</ide_selection>\nshown', "shown"],
    ["<skill>a <system-reminder>b</system-reminder> c</skill>after", "after"],
    ["<system-reminder>not closed <skill>hidden</skill>", "<system-reminder>not closed"],
    ["<b>other elements</b>", "<b>other elements</b>"],
    ["Why does <context>x</context> not render in <file>?", "Why does <context>x</context> not render in <file>?"],
    ["# Plan\n\n1. Fix the login", "# Plan\n\n1. Fix the login"],
    // Claude Code
    ["<task-notification><task-id>a1</task-id><status>completed</status></task-notification>", ""],
    ["<ide_opened_file>The user opened /a.ts in the IDE.</ide_opened_file>\nAdd validation", "Add validation"],
    ["<local-command-caveat>Caveat: x</local-command-caveat>", ""],
    ["<bash-input>ls</bash-input><bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", ""],
    ["<user-memory-input>use pnpm</user-memory-input>", ""],
    ['<channel source="telegram" user="ann">hi</channel>', ""],
    ["Stop hook feedback:\n[node check.js]: tests fail", ""],
    ["PreToolUse:Bash hook additional context: x", ""],
    ['PostToolUse:Edit hook blocking error from command: "lint": x', ""],
    ["SessionStart:startup hook success: x", ""],
    ["PreCompact hook feedback: x", ""],
    ["Notification hook error: x", ""],
    ["SessionEnd hook feedback:\nx", ""],
    ["PermissionRequest:mcp__files__read hook feedback: x", ""],
    ["UserPromptSubmit operation blocked by hook:\nx", ""],
    ["Stop hook error handling should be tested", "Stop hook error handling should be tested"],
    ["SessionStart hook success messages are too long", "SessionStart hook success messages are too long"],
    ["Continue from where you left off.", ""],
    ["Continue from where you left off in the importer", "Continue from where you left off in the importer"],
    ["<session-start-hook>x</session-start-hook>", ""],
    ["<task_notification>x</task_notification>", ""],
    ["<system_reminder>x</system_reminder>one", "one"],
    ["<environment-details>x</environment-details>one", "one"],
    ["[Your previous response had no visible output. Please continue and produce a user-visible response.]", ""],
    ["[Request interrupted by user for tool use]", ""],
    ["This session is being continued from a previous conversation that ran out of context. Summary: x", ""],
    ["Base directory for this skill: /home/a/.claude/skills/x\n\n# X", ""],
    // Codex
    [
      "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## Open tabs:\n- a.ts: a.ts\n\n## My request for Codex:\nAdd validation\n",
      "Add validation",
    ],
    ["# Files mentioned by the user:\n\n## a.png: /a.png\n\n## My request for Codex:\nUse this logo", "Use this logo"],
    ["# Context from my IDE setup:\n\n## Open tabs:\n- a.ts: a.ts", ""],
    ["# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nUse tabs\n</INSTRUCTIONS>", ""],
    ["# AGENTS.md instructions for /a\n\nUse tabs", ""],
    ["<environment_context><cwd>/a</cwd></environment_context>", ""],
    ["<recommended_plugins>x</recommended_plugins>", ""],
    ['<hook_prompt hook_run_id="1">x</hook_prompt>', ""],
    ["<permissions instructions>x</permissions instructions>", ""],
    ['<image name="[Image #1]"></image>\nWhat is wrong here?', "What is wrong here?"],
    ["Warning: Heads up: Long threads and multiple compactions can reduce accuracy.", ""],
    // Gemini CLI, Qwen Code
    ["<session_context>\nThis is the Gemini CLI.\n</session_context>", ""],
    ["This is the Qwen Code. We are setting up the context for our chat.\nToday is Monday.", ""],
    [
      "Explain @a.ts\n--- Content from referenced files ---\nContent from @a.ts:\nx\n--- End of content ---",
      "Explain @a.ts",
    ],
    [
      "Here is the user's editor context as a JSON object. This is for your information only.\n```json\n{}\n```\nRename it",
      "Rename it",
    ],
    ["System: Please continue.", ""],
    ["Fix it<hook_context>x</hook_context>", "Fix it"],
    // Cline, Roo Code
    ["<task>\nFix the login\n</task>\n\n<environment_details>\n# Time\n</environment_details>", "Fix the login"],
    ["<feedback>\nuse tabs\n</feedback>", "use tabs"],
    ["<user_message>\nAlso the tests\n</user_message>\n<environment_details>x</environment_details>", "Also the tests"],
    ["[ERROR] You did not use a tool in your previous response! Please retry with a tool use.", ""],
    ["[TASK RESUMPTION] Please continue where you left off.", ""],
    ['Look at a.ts\n<file_content path="a.ts">x</file_content>', "Look at a.ts"],
    // Copilot Chat, Copilot CLI
    [
      '<environment_info>Linux</environment_info>\n<context>\nToday is Monday\n</context>\n<attachments>\n<attachment id="a">x</attachment>\n</attachments>\n<userRequest>\nAdd a test\n</userRequest>\n<reminderInstructions>x</reminderInstructions>',
      "Add a test",
    ],
    ["<current_datetime>2026-01-01</current_datetime>\n\nWhy is it slow?", "Why is it slow?"],
    ['@agent Continue: "Continue to iterate?"', ""],
    // Cursor
    ["<user_info>Linux</user_info>\n<rules>x</rules>\n<user_query>\nMake it blue\n</user_query>", "Make it blue"],
    [
      '<attached_files>\n<code_selection path="a">x</code_selection>\n</attached_files>\n<user_query>Why?</user_query>',
      "Why?",
    ],
    ["<timestamp>Monday</timestamp>\n<user_query>Rename the column</user_query>", "Rename the column"],
    // Continue, Goose, opencode, aider, Antigravity, Crush
    ["The previous session was interrupted because it got too long, the initial user request was: `Fix it`", ""],
    ["<important_rules>x</important_rules>\nRefactor this", "Refactor this"],
    ["<info-msg>\nIt is currently 2026\n</info-msg>\nList the files", "List the files"],
    ['Called the Read tool with the following input: {"filePath":"/a"}', ""],
    ["I have *added these files to the chat* so you can go ahead and edit them.\n\na.py", ""],
    ["<USER_REQUEST>\nDraw a map\n</USER_REQUEST>\n<ADDITIONAL_METADATA>x</ADDITIONAL_METADATA>", "Draw a map"],
  ])("keeps only the words of a person in %j", (text, kept) => {
    expect(withoutInjected(text)).toBe(kept);
  });

  it("reads a hostile text in linear time", { timeout: 20_000 }, () => {
    for (const text of ["<skill>".repeat(500_000), "<skill ".repeat(500_000), "<skill>x</skil>".repeat(300_000)]) {
      expect(withoutInjected(`${text}</`)).toHaveLength(text.length + 2);
    }
  });
});
