import { Toolbar } from "@base-ui/react/toolbar";
import { Bold, Code, Heading, Italic, Link, List, ListChecks, type LucideIcon, Quote } from "lucide-react";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from "react";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { matchesKeys } from "../../../ui/keys.tsx";

interface ContentFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A Markdown field with buttons and shortcuts for its syntax. Enter continues a list. */
export function ContentField({ value, onChange, ref }: ContentFieldProps) {
  const text = useText();
  const words = text.memories.editor;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);

  const command = commandsOf("editor", words.group, { within: field, hidden: true });
  const edit = (change: (state: FieldState) => FieldEdit) => () => {
    if (field.current !== null) applyEdit(field.current, change(stateOf(field.current)));
  };
  const marks = (mark: string) => edit((state) => toggleMarks(state, mark));
  const lines = (prefix: string) => edit((state) => toggleLines(state, prefix));
  const formats: readonly Format[] = [
    { label: words.heading, icon: Heading, run: lines("## ") },
    { label: words.bold, icon: Bold, keys: "mod+b", run: marks("**") },
    { label: words.italic, icon: Italic, keys: "mod+i", run: marks("_") },
    { label: words.code, icon: Code, run: edit(toggleCode) },
    { label: words.link, icon: Link, keys: "mod+k", run: edit(insertLink) },
    { label: words.list, icon: List, run: lines("- ") },
    { label: words.tasks, icon: ListChecks, run: lines("- [ ] ") },
    { label: words.quote, icon: Quote, run: lines("> ") },
  ];
  useCommands(
    formats.flatMap(({ label, keys, run }) =>
      keys === undefined ? [] : [command(label, label, run, { keys: [keys] })],
    ),
  );

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const edit = matchesKeys(event.nativeEvent, "enter") ? continueList(stateOf(event.currentTarget)) : null;
    if (edit === null) return;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
  };

  return (
    <div className="flex max-w-180 flex-col gap-2 min-[2000px]:mx-auto min-[2000px]:w-full">
      <FormattingBar formats={formats} />
      <textarea
        ref={field}
        aria-label={words.content}
        placeholder={words.placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        dir="auto"
        spellCheck
        className="field-sizing-content min-h-60 w-full resize-none bg-transparent text-md leading-relaxed text-ink outline-hidden"
      />
    </div>
  );
}

interface Format {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly run: () => void;
}

/** One button for each format. The arrow keys move between them. */
function FormattingBar({ formats }: { readonly formats: readonly Format[] }) {
  const words = useText().memories.editor;
  return (
    <Toolbar.Root
      aria-label={words.formatting}
      className="sticky top-0 z-1 -ml-1.5 flex gap-0.5 bg-canvas py-0.5"
      // The field keeps its focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      {formats.map(({ label, icon, keys, run }) => (
        <Toolbar.Button
          key={label}
          render={<IconButton label={label} icon={icon} keys={keys} size="small" onClick={run} />}
        />
      ))}
    </Toolbar.Root>
  );
}

function stateOf(field: HTMLTextAreaElement): FieldState {
  return { value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** `execCommand` is deprecated, but no other edit joins the field's undo history. */
function applyEdit(field: HTMLTextAreaElement, edit: FieldEdit): void {
  field.focus();
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

/** Makes the selection code, or text again: a block if it has several lines. */
export function toggleCode(state: FieldState): FieldEdit {
  const { value, start, end } = state;
  const selected = value.slice(start, end);
  if (!selected.includes("\n")) return toggleMarks(state, "`");
  const text = `\`\`\`\n${selected}\n\`\`\``;
  return { from: start, to: end, text, start: start + 4, end: start + 4 + selected.length };
}

/** Puts a prefix such as `- ` before the selected lines, or removes it if all of them have it. */
export function toggleLines({ value, start, end }: FieldState, prefix: string): FieldEdit {
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = value.indexOf("\n", Math.max(start, end - 1));
  const to = lineEnd === -1 ? value.length : lineEnd;
  const lines = value.slice(from, to).split("\n");
  const isBlank = lines.every((line) => line.trim() === "");
  const isPrefixed = !isBlank && lines.every((line) => line.trim() === "" || line.startsWith(prefix));
  const changed = lines.map((line) => {
    if (line.trim() === "" && !isBlank) return line;
    return isPrefixed ? line.slice(prefix.length) : `${prefix}${line}`;
  });
  const text = changed.join("\n");
  if (start !== end) return { from, to, text, start: from, end: from + text.length };
  const caret = Math.max(from, start + (isPrefixed ? -prefix.length : prefix.length));
  return { from, to, text, start: caret, end: caret };
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
