import type { TextKind } from "../../core/instructions.ts";

/** What makes an assistant recall at the start and capture what it learns. Short: it is part of every conversation. Stands between the markers, in every file the same. */
export const INSTRUCTIONS = `## Memory: Recollect

Decisions, conventions and preferences are kept in Recollect, an MCP server whose memory outlives this conversation and is shared by all assistants of this user.

- Recall first: at the start of a task, before asking the user, and before settling a question of design, call \`search_memories\` with the subject in a few words. Say when you rely on what it answers.
- Capture without being asked, as soon as it is clear, with \`capture_memory\`: a decision and its reason, a convention or preference, a trap and its way out, and at the end what is still open. One fact to a memory, in full sentences that make sense on their own.
- Correct what turns out to be wrong with \`update_memory\`; pass what is replaced as \`supersedes\`.
- Never capture secrets, passing details, or what the code says by itself.`;

/** What a new file of this kind begins with, before the markers; Cursor needs to be told that a rule always applies. */
export function filePreamble(kind: TextKind): string {
  if (kind !== "cursor") return "";
  return "---\ndescription: Recall from and capture to Recollect, the user's memory\nalwaysApply: true\n---\n\n";
}
