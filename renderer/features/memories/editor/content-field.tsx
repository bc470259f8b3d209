import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { matchesKeys } from "../../../ui/keys.tsx";

interface ContentFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A Markdown field with shortcuts for bold, italic and links. Enter continues a list. */
export function ContentField({ value, onChange, ref }: ContentFieldProps) {
  const text = useText();
  const words = text.memories.editor;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);

  const command = commandsOf("editor", words.group, { within: field, hidden: true });
  const edit = (change: (state: FieldState) => FieldEdit) => () => {
    if (field.current !== null) applyEdit(field.current, change(stateOf(field.current)));
  };
  const toggle = (mark: string) => edit((state) => toggleMarks(state, mark));
  useCommands([
    command("bold", words.bold, toggle("**"), { keys: ["mod+b"] }),
    command("italic", words.italic, toggle("_"), { keys: ["mod+i"] }),
    command("link", words.link, edit(insertLink), { keys: ["mod+k"] }),
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

/** `execCommand` is deprecated, but no other edit joins the field's undo history. */
function applyEdit(field: HTMLTextAreaElement, edit: FieldEdit): void {
  field.setSelectionRange(edit.from, edit.to);
  document.execCommand(edit.text === "" ? "delete" : "insertText", false, edit.text);
  field.setSelectionRange(edit.start, edit.end);
}

/** The text and selection of a field, in UTF-16 units. */
export interface FieldState {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces `from`–`to` by `text`, then selects `start`–`end`. Edits are minimal, so that one undo reverts one edit. */
export interface FieldEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts marks such as `**` around the selection, or removes those inside or around it. */
export function toggleMarks({ value, start, end }: FieldState, mark: string): FieldEdit {
  const selected = value.slice(start, end);
  const size = mark.length;
  if (isMarked(selected, mark)) {
    const inner = selected.slice(size, -size);
    return { from: start, to: end, text: inner, start, end: start + inner.length };
  }
  const around = value.slice(Math.max(0, start - size), end + size);
  if (start >= size && isMarked(around, mark)) {
    return { from: start - size, to: end + size, text: selected, start: start - size, end: end - size };
  }
  return { from: start, to: end, text: mark + selected + mark, start: start + size, end: end + size };
}

/** Turns the selection into a link and selects the part to fill in. A selected address becomes the target. */
export function insertLink({ value, start, end }: FieldState): FieldEdit {
  const selected = value.slice(start, end);
  if (/^https?:\/\/\S+$/.test(selected)) {
    return { from: start, to: end, text: `[](${selected})`, start: start + 1, end: start + 1 };
  }
  const at = start + selected.length + 3;
  return { from: start, to: end, text: `[${selected}](https://)`, start: at, end: at + "https://".length };
}

const ITEM = /^(\s*)([-*+]|(\d+)([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Continues a list on Enter, or closes it in an empty item. Null outside a list. */
export function continueList({ value, start, end }: FieldState): FieldEdit | null {
  if (start !== end) return null;
  const lineStart = value.lastIndexOf("\n", start - 1) + 1;
  const line = value.slice(lineStart, start);
  const item = ITEM.exec(line);
  if (item === null) return null;
  const [all, indent = "", bullet = "", number, delimiter, space = " ", box] = item;
  const restOfLine = value.slice(start).split("\n", 1)[0] ?? "";
  if (line.length === all.length && restOfLine.trim() === "") {
    return { from: lineStart, to: start, text: "", start: lineStart, end: lineStart };
  }
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  const text = `\n${indent}${next}${space}${box === undefined ? "" : "[ ] "}`;
  return { from: start, to: start, text, start: start + text.length, end: start + text.length };
}

function isMarked(text: string, mark: string): boolean {
  const size = mark.length;
  if (text.length < 2 * size || !text.startsWith(mark) || !text.endsWith(mark)) return false;
  // A single `_` or `*` must not match one half of `**`.
  return mark.length > 1 || (text[size] !== mark && text.at(-size - 1) !== mark) || text.length === 2 * size;
}
