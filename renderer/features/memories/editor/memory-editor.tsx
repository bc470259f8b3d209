import { Save } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { MAX_CONTENT_BYTES, type Memory } from "../../../../electron/core/memory.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { MarkdownPage } from "../reading/markdown.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ContentField } from "./content-field.tsx";
import type { Draft } from "./draft.ts";
import { DraftFields } from "./draft-fields.tsx";
import { forgetKeptDraft } from "./kept-draft.ts";
import { MergeReference } from "./merge-reference.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { useEditor } from "./use-editor.ts";
import { useReturnedFocus } from "./use-returned-focus.ts";

interface MemoryEditorProps {
  /** Null: a new one. */
  readonly memory: Memory | null;
  /** The newest known state of the memory, to tell early that someone else changed it. */
  readonly latest: Memory | null;
  readonly initial: Draft;
  readonly onSaved: (memory: Memory) => void;
  /** Leaves the editor; asks first where something is unsaved. */
  readonly onLeave: () => void;
}

/** Writes a memory: Markdown above, where it belongs below. */
export function MemoryEditor({ memory, latest, initial, onSaved, onLeave }: MemoryEditorProps) {
  const text = useText();
  const words = text.memories.editor;
  const [mode, setMode] = useState<"write" | "preview">("write");
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useEditor({ memory, initial, onSaved });
  const { draft } = editor;
  const bytes = new TextEncoder().encode(draft.content).length;
  const isTooLarge = bytes > MAX_CONTENT_BYTES;
  const canSave = draft.content.trim() !== "" && !isTooLarge && !editor.isSaving && editor.conflict === null;

  const writes = mode === "write" && editor.conflict === null;
  useEffect(() => {
    if (writes) field.current?.focus();
  }, [writes]);

  useReturnedFocus();

  useCommands([
    {
      id: "editor.save",
      title: words.save,
      group: words.group,
      keys: ["mod+s", "mod+enter"],
      icon: Save,
      run: () => {
        if (canSave) void editor.save();
      },
    },
  ]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      // The question that may open now must not take this same key for its own.
      event.stopPropagation();
      onLeave();
    }
  };

  return (
    <section
      aria-label={memory === null ? words.newTitle : words.editTitle}
      className="flex h-full flex-col"
      onKeyDown={onKeyDown}
    >
      <header className="drag-region flex items-center gap-2 px-8 pt-3 pb-2 max-wide:px-3">
        <h1 className="min-w-0 flex-1 truncate text-sm text-ink-faint">
          {memory === null ? words.newTitle : words.editTitle}
        </h1>
        <Segmented
          label={words.mode}
          value={mode}
          onChange={setMode}
          options={[
            { value: "write", label: words.write },
            { value: "preview", label: words.preview },
          ]}
        />
        <Button onClick={onLeave}>{text.common.cancel}</Button>
        <Button variant="primary" keys="mod+s" disabled={!canSave} onClick={() => void editor.save()}>
          {words.save}
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-8 pt-2 pb-8 *:shrink-0 max-wide:px-3">
        <ChangedMeanwhile latest={latest} editor={editor} />
        {editor.error !== null && <ErrorState inline error={editor.error} />}
        {isTooLarge && <p className="text-bad-text">{words.tooLarge(Math.ceil(bytes / 1024))}</p>}
        {editor.conflict !== null ? (
          <ConflictPanel
            conflict={editor.conflict}
            mine={draft}
            onMine={() => void editor.keepMine()}
            onTheirs={() => editor.conflict !== null && onSaved(editor.conflict.current)}
            onMerge={editor.mergeByHand}
          />
        ) : (
          <>
            <DraftFields draft={draft} onChange={editor.change} />
            {mode === "preview" ? (
              <div className="max-w-180 min-[2000px]:mx-auto">
                {draft.content.trim() === "" ? (
                  <p className="text-ink-faint">{words.nothingToPreview}</p>
                ) : (
                  <MarkdownPage content={draft.content} />
                )}
              </div>
            ) : (
              <ContentField ref={field} value={draft.content} onChange={(content) => editor.change({ content })} />
            )}
            {editor.reference !== null && <MergeReference memory={editor.reference} />}
          </>
        )}
      </div>
      <UnsavedDialog
        isDirty={editor.isDirty}
        onSave={() => void editor.save()}
        onDiscard={() => forgetKeptDraft(memory?.id ?? null)}
      />
    </section>
  );
}
