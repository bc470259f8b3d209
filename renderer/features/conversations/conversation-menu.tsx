import { Copy, Download, Link, Terminal, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type ConversationMessage,
  type ConversationSession,
  conversationAddress,
} from "../../../electron/core/conversations.ts";
import { titleOf } from "../../../electron/core/memory.ts";
import type { Text } from "../../../electron/text/en.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import type { Bridge } from "../../bridge.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { clientTitle } from "../../ui/client-name.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useToast } from "../../ui/toast.tsx";
import { ForgetDialog } from "./forget-dialog.tsx";

/**
 * The actions for a conversation as a menu, and the dialog that one of them may open.
 * @param session without it, null, the menu is empty
 */
export function useConversationMenu(
  session: ConversationSession | null,
  onForgotten: () => void,
): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const text = useText();
  const words = text.conversations;
  const bridge = useBridge();
  const toast = useToast();
  const [isForgetting, setIsForgetting] = useState(false);
  if (session === null) return { entries: [], dialog: null };
  const { id, client, folder } = session;
  const withTranscript = (use: (markdown: string) => unknown) =>
    void readTranscript(bridge, id)
      .then((messages) => use(formatTranscript(session, messages, text)))
      .catch(toast.fail);
  const command = resumeCommand(session);
  return {
    entries: [
      {
        label: text.common.copyLink,
        icon: Link,
        onSelect: () => toast.copy(conversationAddress(id), words.page.linkCopied),
      },
      {
        label: words.page.copyAll,
        icon: Copy,
        onSelect: () => withTranscript((markdown) => toast.copy(markdown, words.page.copiedAll)),
      },
      {
        label: words.page.save,
        icon: Download,
        onSelect: () =>
          withTranscript((markdown) => saveFile(new Blob([markdown], { type: "text/markdown" }), fileNameOf(session))),
      },
      ...(command === null
        ? []
        : [
            {
              label: words.page.resumeIn(clientTitle(client)),
              icon: Terminal,
              onSelect: () => toast.copy(command, words.page.resumeCopied(command, folder)),
            },
          ]),
      "separator",
      { label: words.forget.session, icon: Trash2, danger: true, onSelect: () => setIsForgetting(true) },
    ],
    dialog: isForgetting && (
      <ForgetDialog selection={{ sessions: [id] }} onForgotten={onForgotten} onClose={() => setIsForgetting(false)} />
    ),
  };
}

/** The actions for several conversations, and the dialog that one of them may open. @param onForgotten called after they were forgotten */
export function useManyConversations(
  sessions: readonly ConversationSession[],
  onForgotten: () => void,
): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const text = useText();
  const words = text.conversations;
  const bridge = useBridge();
  const toast = useToast();
  const [isForgetting, setIsForgetting] = useState(false);
  const withTranscripts = async (use: (markdown: string) => unknown) => {
    try {
      const parts: string[] = [];
      for (const session of sessions)
        parts.push(formatTranscript(session, await readTranscript(bridge, session.id), text));
      use(parts.join("\n---\n\n"));
    } catch (error) {
      toast.fail(error);
    }
  };
  const save = (markdown: string) =>
    saveFile(new Blob([markdown], { type: "text/markdown" }), `conversations-${localDay(new Date().toISOString())}.md`);
  return {
    entries: [
      {
        label: words.page.copyAll,
        icon: Copy,
        onSelect: () => void withTranscripts((markdown) => toast.copy(markdown, words.page.copiedAll)),
      },
      { label: words.page.save, icon: Download, onSelect: () => void withTranscripts(save) },
      { label: words.forget.sessionsAction, icon: Trash2, danger: true, onSelect: () => setIsForgetting(true) },
    ],
    dialog: isForgetting && (
      <ForgetDialog
        selection={{ sessions: sessions.map(({ id }) => id) }}
        onForgotten={onForgotten}
        onClose={() => setIsForgetting(false)}
      />
    ),
  };
}

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
