import { useUndo } from "../ui/undo.tsx";

/** Undoes the last change, as ⌘Z does. */
export function UndoButton() {
  return (
    <button type="button" onClick={useUndo().undoLast}>
      Undo the last change
    </button>
  );
}
