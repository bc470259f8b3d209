import { Save } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { MAX_CONTENT_BYTES } from "../../../../electron/core/memory-fields.ts";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Segmented } from "../../../ui/choice.tsx";
import { clientName } from "../../../ui/client-name.ts";
import { optionsOf } from "../../../ui/select.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { Difference } from "../reading/difference.tsx";
import { MarkdownPage } from "../reading/markdown.tsx";
import { DETAILS_COLUMN, PAGE_COLUMNS } from "../reading/page-columns.ts";
import { ContentField } from "./content-field.tsx";
import { type Draft, draftOf, validityProblem } from "./draft.ts";
import { DraftFields } from "./metadata-fields.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { type Conflict, type Editor, forgetStoredDraft, useEditor } from "./use-editor.ts";

interface MemoryEditorProps {
  /** The newest known state of the memory; null for a new one. */
  readonly memory: Memory | null;
  readonly initial: Draft;
  readonly onSaved: (memory: Memory) => void;
  /** Leaves the editor. Unsaved changes block the navigation until the user has decided. */
  readonly onLeave: () => void;
  /** The page of the memory, which is shown after the editor. */
  readonly pageRef: RefObject<HTMLElement | null>;
}

const SAVE_KEYS = ["mod+s", "mod+enter"];

/** Edits a memory: its metadata, and its content as Markdown. */
export function MemoryEditor({ memory, initial, onSaved, onLeave, pageRef }: MemoryEditorProps) {
  const text = useText();
  const words = text.memories.editor;
  const [mode, setMode] = useState<"write" | "preview">("write");
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useEditor({ memory, initial, onSaved });
  const { draft } = editor;
  const bytes = new TextEncoder().encode(draft.content).length;
  const isTooLarge = bytes > MAX_CONTENT_BYTES;
  const isComplete = draft.content.trim() !== "" && !isTooLarge && validityProblem(draft) === null;
  const canSave = isComplete && !editor.isSaving && editor.conflict === null;

  const isWriting = mode === "write" && editor.conflict === null;
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, [isWriting]);

  useReturnedFocus(pageRef);

  const save = () => void (canSave && editor.save());
  useCommands([commandsOf("editor", words.group)("save", text.common.save, save, { keys: SAVE_KEYS, icon: Save })]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      // The dialog that may open must not handle the same key.
      event.stopPropagation();
      onLeave();
    }
  };

  return (
    <section
      aria-label={memory === null ? text.common.newMemory : words.editTitle}
      className="flex h-full flex-col"
      onKeyDown={onKeyDown}
    >
      <header className="drag-region flex items-center gap-2 px-8 pt-3 pb-2 max-wide:px-3">
        <h1 className="min-w-0 flex-1 truncate text-sm text-ink-faint">
          {memory === null ? text.common.newMemory : words.editTitle}
        </h1>
        <Segmented
          label={words.mode}
          value={mode}
          onChange={setMode}
          options={optionsOf({ write: words.write, preview: text.common.preview })}
        />
        <Button onClick={onLeave}>{text.common.cancel}</Button>
        <Button variant="primary" keys="mod+s" disabled={!canSave} onClick={() => void editor.save()}>
          {text.common.save}
        </Button>
      </header>
      <div className="@container flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-8 pt-2 pb-8 *:shrink-0 max-wide:px-3">
        <ChangedElsewhere latest={memory} editor={editor} />
        <InlineError error={editor.error} />
        {isTooLarge && <p className="text-bad-text">{words.tooLarge(Math.ceil(bytes / 1024))}</p>}
        {editor.conflict !== null ? (
          <ConflictPanel
            conflict={editor.conflict}
            mine={draft}
            onMine={() => void editor.keepMine()}
            onTheirs={() => editor.conflict !== null && onSaved(editor.conflict.current)}
            onMerge={editor.mergeManually}
          />
        ) : (
          <div className={PAGE_COLUMNS}>
            <div className="flex min-w-0 flex-col gap-4">
              {mode === "preview" ? (
                draft.content.trim() === "" ? (
                  <p className="text-ink-faint">{words.nothingToPreview}</p>
                ) : (
                  <MarkdownPage content={draft.content} />
                )
              ) : (
                <ContentField ref={field} value={draft.content} onChange={(content) => editor.change({ content })} />
              )}
              {editor.reference !== null && <MergeReference memory={editor.reference} />}
            </div>
            <div className={DETAILS_COLUMN}>
              <DraftFields draft={draft} onChange={editor.change} />
            </div>
          </div>
        )}
      </div>
      <UnsavedDialog
        isDirty={editor.isDirty}
        onSave={() => void editor.save()}
        onDiscard={() => forgetStoredDraft(memory?.id ?? null)}
      />
    </section>
  );
}

/** On unmount, returns the focus to the element that had it before, or to the memory's page if that is gone. */
function useReturnedFocus(pageRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (document.activeElement !== document.body) return;
      const isConnected = before instanceof HTMLElement && before !== document.body && before.isConnected;
      const next = isConnected ? before : pageRef.current;
      next?.focus({ preventScroll: true });
    };
  }, [pageRef]);
}

interface ConflictPanelProps {
  readonly conflict: Conflict;
  readonly mine: Draft;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
  readonly onMerge: () => void;
}

/** Shows both versions of a memory after conflicting changes, to choose one or merge them. */
export function ConflictPanel({ conflict, mine, onMine, onTheirs, onMerge }: ConflictPanelProps) {
  const text = useText();
  const words = text.memories.conflict;
  const who = useLastEditor(conflict.current.id);
  const theirs = draftOf(conflict.current);
  const fields = conflict.conflicts.filter((field) => field !== "content");
  return (
    <section role="alert" className="flex max-w-180 min-[2000px]:mx-auto flex-col gap-3">
      <h2 className="text-lg font-semibold">{words.title(who)}</h2>
      <p className="text-ink-soft">{words.text}</p>
      <Difference before={theirs.content} after={mine.content} />
      {fields.length > 0 && (
        <ul className="text-ink-soft">
          {fields.map((field) => (
            <li key={field}>
              {words.fields[field]}: {words.valueMine} {fieldText(mine, field, words.none)}, {words.valueTheirs}{" "}
              {fieldText(theirs, field, words.none)}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onMerge}>{words.merge}</Button>
        <Button onClick={onTheirs}>{words.theirs}</Button>
        <Button variant="primary" onClick={onMine}>
          {words.mine}
        </Button>
      </div>
    </section>
  );
}

function fieldText(draft: Draft, field: keyof Draft, none: string): string {
  const value = draft[field];
  const shown = typeof value === "string" ? value : value.join(", ");
  return shown === "" ? none : shown;
}

/** The other version of the content, to copy from during a manual merge. */
export function MergeReference({ memory }: { readonly memory: Memory }) {
  const text = useText();
  return (
    <section aria-label={text.memories.conflict.theirText} className="max-w-180 min-[2000px]:mx-auto">
      <h2 className="mb-1 text-sm text-ink-faint">{text.memories.conflict.theirText}</h2>
      <div
        dir="auto"
        data-selectable
        className="max-h-80 overflow-y-auto rounded-md bg-sunken p-3 break-words whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)]"
      >
        {memory.content}
      </div>
    </section>
  );
}

interface ChangedElsewhereProps {
  /** The newest known state of the memory; null for a new memory. */
  readonly latest: Memory | null;
  readonly editor: Editor;
}

/** Reports before saving that another editor has changed the memory, and offers to compare the versions. */
export function ChangedElsewhere({ latest, editor }: ChangedElsewhereProps) {
  const { base, conflict, isSaving, compare } = editor;
  const isOutdated = latest !== null && base !== null && latest.revision > base.revision;
  if (!isOutdated || conflict !== null || isSaving) return null;
  return <Notice latest={latest} onCompare={() => compare(latest)} />;
}

function Notice({ latest, onCompare }: { readonly latest: Memory; readonly onCompare: () => void }) {
  const { common } = useText();
  const words = useText().memories.editor;
  const who = useLastEditor(latest.id);
  return (
    <div
      role="status"
      className="flex max-w-180 min-[2000px]:mx-auto items-center gap-2 rounded-md bg-warn-soft py-1.5 pr-1.5 pl-3 text-warn-text"
    >
      <span className="flex-1">{words.changedElsewhere(who)}</span>
      <Button size="small" onClick={onCompare}>
        {common.compare}
      </Button>
    </div>
  );
}

/** The name of the client that last changed a memory, as text. */
function useLastEditor(id: string): string {
  const text = useText();
  const words = text.memories.conflict;
  const history = useBridgeQuery("memories.history", { reference: id });
  const newest = history.data?.[0];
  if (newest === undefined) return words.someone;
  return newest.client === null ? words.you : clientName(newest.client, text);
}
