import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { MAX_CONTENT_BYTES, type MemoryState } from "../../../electron/core/memory-fields.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ContentField } from "../memories/editor/content-field.tsx";
import { changedFields, changesOf, draftOf, validityProblem } from "../memories/editor/draft.ts";
import { DraftFields } from "../memories/editor/metadata-fields.tsx";
import { UnsavedDialog } from "../memories/editor/unsaved-dialog.tsx";
import type { ProposalChanges } from "./use-inbox.ts";

interface ProposalEditorProps {
  /** The fields of the memory as it would be kept unchanged. */
  readonly memory: MemoryState;
  readonly onKeep: (changes: ProposalChanges) => void;
  /** Leaves the editor. Unsaved changes block the navigation until the user has decided. */
  readonly onLeave: () => void;
}

/** Edits a proposal or a suggestion and keeps it. */
export function ProposalEditor({ memory, onKeep, onLeave }: ProposalEditorProps) {
  const text = useText();
  const words = text.inbox.editing;
  const { setGuard } = useNavigation();
  const origin = draftOf(memory);
  const [draft, setDraft] = useState(origin);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const bytes = new TextEncoder().encode(draft.content).length;
  const isTooLarge = bytes > MAX_CONTENT_BYTES;
  const canKeep = draft.content.trim() !== "" && !isTooLarge && validityProblem(draft) === null;
  const keep = () => {
    if (!canKeep) return;
    setGuard(null);
    onKeep(changesOf(draft, origin));
  };
  useCommands([
    { id: "inbox.keep-changes", title: words.keep, group: text.inbox.group, keys: ["mod+enter", "mod+s"], run: keep },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented || event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  return (
    <section aria-label={words.title} className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <header className="drag-region flex min-h-11 items-center gap-2 border-b border-line px-8 py-1.5 max-wide:px-4">
        <h1 className="min-w-0 flex-1 truncate font-medium">{words.title}</h1>
        <Button onClick={onLeave}>{text.common.cancel}</Button>
        <Button variant="primary" icon={Check} keys="mod+enter" disabled={!canKeep} onClick={keep}>
          {words.keep}
        </Button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-8 pt-4 pb-8 *:mx-auto *:w-full *:max-w-180 *:shrink-0 max-wide:px-4">
        {isTooLarge && <p className="text-bad-text">{text.memories.editor.tooLarge(Math.ceil(bytes / 1024))}</p>}
        <ContentField
          ref={field}
          value={draft.content}
          onChange={(content) => setDraft((current) => ({ ...current, content }))}
        />
        <div className="border-t border-line pt-4">
          <DraftFields draft={draft} onChange={(changes) => setDraft((current) => ({ ...current, ...changes }))} />
        </div>
      </div>
      <UnsavedDialog isDirty={changedFields(draft, origin).length > 0} onSave={keep} onDiscard={() => undefined} />
    </section>
  );
}
