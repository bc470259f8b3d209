import type { ConversationMessage, ConversationSession } from "../../../electron/core/conversations.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import type { Text } from "../../../electron/text/en.ts";
import type { Bridge } from "../../bridge.ts";
import { clientTitle } from "../../ui/client-name.ts";

/** Messages in one request. */
const PART = 200;

/** Reads all messages of a conversation, from its start. */
export async function readTranscript(
  bridge: Pick<Bridge, "invoke">,
  id: string,
): Promise<readonly ConversationMessage[]> {
  const messages: ConversationMessage[] = [];
  for (let last: number | undefined, hasMore = true; hasMore; ) {
    const around = last === undefined ? {} : { around: last };
    const part = await bridge.invoke("conversations.read", { id, ...around, before: 0, after: PART });
    messages.push(...part.messages.filter(({ number }) => last === undefined || number > last));
    const latest = part.messages.at(-1)?.number;
    hasMore = part.hasLater && latest !== undefined && latest !== last;
    last = latest;
  }
  return messages;
}

/** A conversation as Markdown: its title, its client, project and time, and each message under its author. */
export function formatTranscript(
  session: ConversationSession,
  messages: readonly ConversationMessage[],
  { conversations: words }: Pick<Text, "conversations">,
): string {
  const { title, client, project, startedAt } = session;
  const facts = [clientTitle(client), project, startedAt].filter((fact) => fact !== null);
  const heading = `# ${title === null ? words.untitled : titleOf(title)}\n\n${facts.join(" · ")}`;
  const parts = messages.map(
    ({ role, at, text }) =>
      `## ${role === "user" ? words.page.you : clientTitle(client)}${at === null ? "" : ` · ${at}`}\n\n${text.trim()}`,
  );
  return `${[heading, ...parts].join("\n\n")}\n`;
}

/** The name of the file in which a conversation is saved: its title in letters and digits of any script. */
export function fileNameOf({ id, title }: Pick<ConversationSession, "id" | "title">): string {
  const words = (title ?? "").split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return `${words.join("-").slice(0, 60) || id}.md`;
}

const RESUME: Readonly<Record<string, (session: string) => string>> = {
  "claude-code": (session) => `claude --resume ${session}`,
  codex: (session) => `codex resume ${session}`,
  opencode: (session) => `opencode --session ${session}`,
};

/** The command that continues a conversation in its client; null for a client without one. */
export function resumeCommand({
  client,
  clientSession,
}: Pick<ConversationSession, "client" | "clientSession">): string | null {
  // It is copied to a terminal.
  if (clientSession === null || !/^\w[\w-]{0,100}$/.test(clientSession)) return null;
  return RESUME[client]?.(clientSession) ?? null;
}
