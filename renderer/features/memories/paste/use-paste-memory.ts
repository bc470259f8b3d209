import { useQueryClient } from "@tanstack/react-query";
import { ClipboardPaste } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "../data/memory-cache.ts";

/** Where a paste belongs to what has the focus or lies above the page. */
const TAKEN = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]';

/**
 * Writes a memory from the clipboard: by pasting anywhere but in a field, or from the palette where the host lets a page
 * read the clipboard. It opens, and can be undone.
 */
export function usePasteMemory(): void {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const { navigate } = useNavigation();
  const words = text.memories.paste;

  const capture = async (content: string) => {
    if (content.trim() === "") {
      toast.show({ message: words.empty });
      return;
    }
    try {
      const { memory, created } = await bridge.invoke("memories.capture", { content });
      const cache = createMemoryCache(client);
      cache.patch(memory);
      if (created) cache.insert([memory]);
      navigate({ place: "memories", path: ["all", memory.id] });
      if (!created) toast.show({ message: text.memories.done.known });
      else {
        undo.offer(words.done, async () => {
          cache.remove([memory.id]);
          await bridge.invoke("memories.delete", { references: [memory.id] });
        });
      }
    } catch (error) {
      toast.show({ message: tellError(error, text), tone: "bad" });
    }
  };

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest(TAKEN) !== null) return;
    const content = event.clipboardData?.getData("text/plain") ?? "";
    if (content !== "") void capture(content);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);

  useCommands([
    {
      id: "memories.paste",
      title: words.command,
      group: text.memories.actions.group,
      icon: ClipboardPaste,
      run: () =>
        void navigator.clipboard.readText().then(capture, () => {
          toast.show({ message: words.refused });
        }),
    },
  ]);
}
