import { ClipboardPaste } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { useCapture } from "./data/use-capture.ts";

/** Elements that handle a paste themselves, and dialogs, which cover the page. */
const HANDLES_PASTE = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]';

/**
 * Captures a memory from the clipboard: on paste outside a text field, or by a command of the palette, if the browser
 * lets the page read the clipboard. Opens the memory and offers to undo.
 */
export function usePasteMemory(): void {
  const text = useText();
  const toast = useToast();
  const { navigate } = useNavigation();
  const capture = useCapture();
  const words = text.memories.paste;

  const captureText = async (content: string) => {
    if (content.trim() === "") {
      toast.show(words.empty);
      return;
    }
    const captured = await capture({ content });
    if (captured === null) return;
    navigate({ place: "memories", path: ["all", captured.memory.id] });
    if (!captured.created) toast.show(text.memories.done.known);
  };

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest(HANDLES_PASTE) !== null) return;
    const content = event.clipboardData?.getData("text/plain") ?? "";
    if (content !== "") void captureText(content);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);

  const paste = () =>
    void navigator.clipboard.readText().then(captureText, () => {
      toast.show(words.refused);
    });
  const command = commandsOf("memories", text.memories.actions.group);
  useCommands([command("paste", words.command, paste, { icon: ClipboardPaste })]);
}
