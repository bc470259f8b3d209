import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { matchesKeys } from "../../../ui/keys.ts";
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

  const edit = (id: string, title: string, keys: string, change: (state: FieldState) => FieldEdit) => ({
    id: `editor.${id}`,
    title,
    group: words.group,
    keys: [keys],
    within: field,
    hidden: true,
    run: () => {
      if (field.current !== null) applyEdit(field.current, change(stateOf(field.current)));
    },
  });
  useCommands([
    edit("bold", words.bold, "mod+b", (state) => toggleMarks(state, "**")),
    edit("italic", words.italic, "mod+i", (state) => toggleMarks(state, "_")),
    edit("link", words.link, "mod+k", insertLink),
  ]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const edit = matchesKeys(event.nativeEvent, "enter") ? continueList(stateOf(event.currentTarget)) : null;
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
      className="field-sizing-content min-h-60 w-full max-w-180 min-[2000px]:mx-auto resize-none bg-transparent text-md leading-relaxed text-ink outline-hidden"
    />
  );
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
