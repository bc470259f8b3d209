import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { matchesKeys } from "../../../commands/keys.ts";
import { useText } from "../../../text/use-text.ts";
import { continueList, type FieldEdit, type FieldState, insertLink, toggleMarks } from "./markdown-keys.ts";

interface ContentFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Markdown as text, with the keys one expects: bold, italic, link, and lists that go on by themselves. */
export function ContentField({ value, onChange, ref }: ContentFieldProps) {
  const text = useText();
  const words = text.memories.editor;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const edit = editFor(event.nativeEvent, stateOf(event.currentTarget));
    if (edit === null) return;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
  };

  return (
    <textarea
      ref={field}
      aria-label={words.content}
      placeholder={words.placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      dir="auto"
      spellCheck
      className="field-sizing-content min-h-60 w-full max-w-180 resize-none bg-transparent text-md leading-relaxed text-ink outline-hidden"
    />
  );
}

function editFor(event: globalThis.KeyboardEvent, state: FieldState): FieldEdit | null {
  if (matchesKeys(event, "mod+b")) return toggleMarks(state, "**");
  if (matchesKeys(event, "mod+i")) return toggleMarks(state, "_");
  if (matchesKeys(event, "mod+k")) return insertLink(state);
  if (matchesKeys(event, "enter")) return continueList(state);
  return null;
}

function stateOf(field: HTMLTextAreaElement): FieldState {
  return { value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Edits through the browser's own typing, which keeps the field's undo; there is no other way that does. */
function applyEdit(field: HTMLTextAreaElement, edit: FieldEdit): void {
  field.setSelectionRange(edit.from, edit.to);
  document.execCommand(edit.text === "" ? "delete" : "insertText", false, edit.text);
  field.setSelectionRange(edit.start, edit.end);
}
