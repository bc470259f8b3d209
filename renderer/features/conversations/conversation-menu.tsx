import { Copy, Download, Link, Terminal, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type ConversationSession, conversationAddress } from "../../../electron/core/conversations.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { clientTitle } from "../../ui/client-name.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useToast } from "../../ui/toast.tsx";
import { ForgetDialog } from "./forget-dialog.tsx";
import { fileNameOf, formatTranscript, readTranscript, resumeCommand } from "./transcript.ts";

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
