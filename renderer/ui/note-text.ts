import type { ClientNote } from "../../electron/core/client-note.ts";
import { messageText } from "../../electron/text/message.ts";
import { useText } from "../text/use-text.ts";

/** A function that returns notes as text in the language of the window. */
export function useNoteText(): (...notes: readonly ClientNote[]) => string {
  const text = useText();
  return (...notes) => text.common.sentences(...notes.map((note) => messageText(text.notes, note)));
}
