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
const OPENING = new RegExp(`<(${INJECTED.join("|")})(?:\\s[^<>]*)?>`, "g");

/**
 * Returns a person's message without the elements that a client added; "" if nothing is left. An element that is not
 * closed stays. The time is linear in the text.
 */
export function withoutInjected(text: string): string {
  if (!text.includes("</")) return text.trim();
  const unclosed = new Set<string>();
  let kept = "";
  let end = 0;
  for (const { 0: opening, 1: name = "", index } of text.matchAll(OPENING)) {
    if (index < end || unclosed.has(name)) continue;
    const closing = text.indexOf(`</${name}>`, index + opening.length);
    if (closing === -1) {
      unclosed.add(name);
    } else {
      kept += text.slice(end, index);
      end = closing + name.length + "</>".length;
    }
  }
  return (kept + text.slice(end)).trim();
}

/** Joins the texts of a message's parts, each a paragraph of its own. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}
