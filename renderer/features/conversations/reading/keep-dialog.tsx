import { useState } from "react";
import { type ConversationSession, conversationAddress } from "../../../../electron/core/conversations.ts";
import { MAX_CONTENT_BYTES } from "../../../../electron/core/memory-fields.ts";
import { forgetStored, readStored, writeStored } from "../../../data/use-stored.ts";
import { useText } from "../../../text/use-text.ts";
import { FormDialog } from "../../../ui/dialog.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useCapture } from "../../memories/data/use-capture.ts";
import { changedFields, type Draft, EMPTY_DRAFT, stateOfDraft, validityProblem } from "../../memories/editor/draft.ts";
import { DraftFields } from "../../memories/editor/metadata-fields.tsx";

/** A text and the number of its message. */
export interface Passage {
  readonly text: string;
  readonly number: number;
}

interface KeepDialogProps {
  readonly session: ConversationSession;
  readonly passage: Passage;
  readonly onClose: () => void;
}

/** The last draft that was not kept. It is shown again for the same passage. */
const STORED_DRAFT = "keptPassage";

interface StoredDraft {
  /** The draft before it was changed. */
  readonly initial: Draft;
  readonly draft: Draft;
}

function readDraft(initial: Draft): Draft | null {
  const stored = readStored<StoredDraft | null>(STORED_DRAFT, null);
  return stored !== null && changedFields(stored.initial, initial).length === 0 ? stored.draft : null;
}

/** The draft of another passage stays. */
function forgetDraft(initial: Draft): void {
  if (readDraft(initial) !== null) forgetStored(STORED_DRAFT);
}

/** Keeps a passage of a conversation as a memory that links to it. */
export function KeepDialog({ session, passage, onClose }: KeepDialogProps) {
  const text = useText();
  const words = text.conversations.keep;
  const toast = useToast();
  const capture = useCapture();
  const [isSaving, setIsSaving] = useState(false);
  const initial: Draft = {
    ...EMPTY_DRAFT,
    content: passage.text,
    domain: session.project ?? EMPTY_DRAFT.domain,
    source: `${conversationAddress(session.id)}#${passage.number}`,
  };
  const [draft, setDraft] = useState(() => readDraft(initial) ?? initial);
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    writeStored(STORED_DRAFT, { initial, draft: next } satisfies StoredDraft);
  };
  const close = () => {
    if (changedFields(draft, initial).length > 0) toast.show(words.draftKept);
    else forgetDraft(initial);
    onClose();
  };
  const bytes = new TextEncoder().encode(draft.content).length;
  const isTooLarge = bytes > MAX_CONTENT_BYTES;
  const canKeep = draft.content.trim() !== "" && !isTooLarge && validityProblem(draft) === null && !isSaving;
  const keep = async () => {
    if (!canKeep) return;
    setIsSaving(true);
    const captured = await capture(stateOfDraft(draft), words.done);
    setIsSaving(false);
    if (captured === null) return;
    forgetDraft(initial);
    onClose();
  };
  return (
    <FormDialog
      title={text.common.keepAsMemory}
      description={words.text}
      submitLabel={text.common.keep}
      canSubmit={canKeep}
      onSubmit={() => void keep()}
      onClose={close}
    >
      <Field label={text.memories.editor.content} error={isTooLarge ? words.tooLarge(Math.ceil(bytes / 1024)) : null}>
        <TextArea
          rows={10}
          value={draft.content}
          dir="auto"
          onChange={(event) => change({ content: event.target.value })}
        />
      </Field>
      <DraftFields draft={draft} onChange={change} />
    </FormDialog>
  );
}
