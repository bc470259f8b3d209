/** The elements that clients and their hooks add to a person's message. Their text is not the person's. */
const INJECTED = [
  "system-reminder",
  "environment_context",
  "environment_details",
  "user_instructions",
  "INSTRUCTIONS",
  "session_context",
  "state_snapshot",
  "turn_aborted",
  "user_shell_command",
  "subagent_notification",
  "skill",
  "task-notification",
  "teammate-message",
  "user-prompt-submit-hook",
  "hook_context",
  "ide_opened_file",
  "ide_selection",
  "ide_diagnostics",
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "bash-input",
  "bash-stdout",
  "bash-stderr",
];
const INJECTED_ELEMENT = new RegExp(`<(${INJECTED.join("|")})(?:\\s[^>]*)?>[\\s\\S]*?</\\1>`, "g");

/** Returns what a person wrote, without the elements that a client added; "" if nothing remains. */
export function withoutInjected(text: string): string {
  return (text.includes("</") ? text.replace(INJECTED_ELEMENT, "") : text).trim();
}

/** Joins the texts of a message's parts, each a paragraph of its own. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}
