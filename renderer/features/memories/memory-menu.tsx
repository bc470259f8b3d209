import {
  Activity,
  Copy,
  Download,
  FolderInput,
  Link,
  MessagesSquare,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Tags,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { readConversationReference } from "../../../electron/core/conversations.ts";
import type { Memory } from "../../../electron/core/memory.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { BulkEditDialog } from "./bulk.tsx";
import { useMemories } from "./memories-context.tsx";

/** The actions for one memory or several as a menu, and the dialog that one of them may open. */
export function useMemoryMenu(memories: readonly Memory[]): {
  readonly entries: readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const { route, actions, remove, restore, askToPurge } = useMemories();
  const { navigate } = useNavigation();
  const { common, memories: text } = useText();
  const words = text.actions;
  const [dialog, setDialog] = useState<"tag" | "move" | null>(null);
  const ids = memories.map(({ id }) => id);
  const [only] = memories.length === 1 ? memories : [];
  const conversation = only?.source == null ? null : conversationOf(only.source);
  const inTrash = memories.every(({ deletedAt }) => deletedAt !== null);
  const allPinned = memories.every(({ pinned }) => pinned);
  const one: readonly MenuEntry[] =
    only === undefined
      ? []
      : [
          { label: words.copy, icon: Copy, keys: "c", onSelect: () => actions.copyText(only) },
          { label: common.copyLink, icon: Link, keys: "shift+c", onSelect: () => actions.copyLink(only) },
          {
            label: words.showInActivity,
            icon: Activity,
            onSelect: () => navigate({ place: "activity", query: { memory: only.id } }),
          },
          ...(conversation === null
            ? []
            : [
                {
                  label: words.openConversation,
                  icon: MessagesSquare,
                  onSelect: () => navigate({ place: "conversations", path: conversation }),
                },
              ]),
          "separator",
        ];
  const entries: readonly MenuEntry[] =
    memories.length === 0
      ? []
      : inTrash
        ? [
            { label: common.restore, icon: RotateCcw, keys: "r", onSelect: () => void restore(ids) },
            ...one,
            { label: words.deleteForever, danger: true, onSelect: () => askToPurge(ids) },
          ]
        : [
            ...(only === undefined
              ? []
              : [{ label: common.edit, icon: Pencil, keys: "e", onSelect: () => route.edit(only.id) }]),
            {
              label: allPinned ? words.unpin : common.pin,
              icon: allPinned ? PinOff : Pin,
              keys: "p",
              onSelect: () => void actions.setPinned(ids, !allPinned),
            },
            { label: text.bulk.tag, icon: Tags, onSelect: () => setDialog("tag") },
            { label: words.moveTo, icon: FolderInput, onSelect: () => setDialog("move") },
            "separator",
            ...one,
            { label: text.bulk.export, icon: Download, onSelect: () => actions.export(memories) },
            { label: common.delete, icon: Trash2, keys: "backspace", danger: true, onSelect: () => void remove(ids) },
          ];
  return {
    entries,
    dialog: dialog !== null && <BulkEditDialog kind={dialog} memories={memories} onClose={() => setDialog(null)} />,
  };
}

/** The path of the conversation that a memory is from, at its message; null for another source. */
function conversationOf(source: string): readonly string[] | null {
  const found = source.startsWith("recollect://conversation/") ? readConversationReference(source) : null;
  if (found === null) return null;
  return found.number === null ? [found.id] : [found.id, String(found.number)];
}
