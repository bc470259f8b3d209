import { useEffect, useState } from "react";
import { noticesAbout } from "../../../../electron/core/hidden-characters.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { SecretNotice } from "../../../../electron/core/memory-service.ts";
import { messageText } from "../../../../electron/text/message.ts";
import { BridgeError } from "../../../bridge.ts";
import { forgetStored, readStored, writeStored } from "../../../data/use-stored.ts";
import { nameMemories } from "../data/name-memories.ts";
import { useNamespace } from "../data/namespace-question.tsx";
import { useEditing } from "../data/use-editing.ts";
import { useWriteState } from "../data/use-write-state.ts";
import {
  changedFields,
  changesOf,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  type Merge,
  mergeDrafts,
  stateOfDraft,
} from "./draft.ts";

export interface Conflict extends Merge {
  /** The stored state that the draft conflicts with. */
  readonly current: Memory;
}

export type Editor = ReturnType<typeof useEditor>;

interface EditorOptions {
  /** Null for a new memory. */
  readonly memory: Memory | null;
  readonly initial: Draft;
  readonly onSaved: (memory: Memory) => void;
}

/** Edits a draft of a memory and saves it. Merges it with changes made elsewhere, or reports the conflict. */
export function useEditor({ memory, initial, onSaved }: EditorOptions) {
  const { text, toast, undo } = useEditing();
  const write = useSaveMemory();
  const offerUndo = useUndoneSave();
  const [base, setBase] = useState(memory);
  const id = memory?.id ?? null;
  const [draft, setDraft] = useState(() => readStoredDraft(id, memory?.revision ?? 0) ?? initial);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [reference, setReference] = useState<Memory | null>(null);
  const origin = base === null ? initial : draftOf(base);

  const isDirty = changedFields(draft, origin).length > 0;
  useStoredDraft(id, base?.revision ?? 0, draft, isDirty);

  const attempt = async (toWrite: Draft, against: Memory | null, isMerged = false): Promise<boolean> => {
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await write(toWrite, against);
      if (outcome === null) return false;
      if (outcome.kind === "conflict") {
        const merge = mergeDrafts(origin, toWrite, draftOf(outcome.current));
        if (merge.conflicts.length > 0 || against !== base) {
          setConflict({ ...merge, current: outcome.current });
          return false;
        }
        return await attempt(merge.draft, outcome.current, true);
      }
      if (outcome.kind === "known") toast.show(text.memories.done.known);
      else offerUndo(outcome.memory, against, isMerged);
      for (const notice of outcome.notices) toast.show(messageText(text.secretNotices, notice));
      for (const notice of noticesAbout([toWrite.content, toWrite.source, toWrite.domain, ...toWrite.tags])) {
        if (notice.reason === "removed") toast.show(messageText(text.characterNotices, notice));
      }
      forgetStoredDraft(id);
      onSaved(outcome.memory);
      return true;
    } catch (failure) {
      setError(failure as BridgeError);
      return false;
    } finally {
      setIsSaving(false);
    }
  };

  return {
    draft,
    /** The state that the draft is based on; null for a new memory. */
    base,
    isDirty,
    isSaving,
    error,
    conflict,
    /** The other version, during a manual merge. */
    reference,
    change: (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes })),
    /** Resolves to whether the draft was saved; if not, `error` or `conflict` is set. */
    save: async () => {
      if (base !== null && !isDirty) {
        onSaved(base);
        return true;
      }
      return await undo.track(() => attempt(draft, base));
    },
    /** Shows the conflict with a newer state of the memory. */
    compare: (current: Memory) => setConflict({ ...mergeDrafts(origin, draft, draftOf(current)), current }),
    keepMine: async () => conflict !== null && (await undo.track(() => attempt(conflict.draft, conflict.current))),
    mergeManually: () => {
      if (conflict === null) return;
      setReference(conflict.current);
      setBase(conflict.current);
      setDraft(conflict.draft);
      setConflict(null);
    },
  };
}

type SaveOutcome =
  | { readonly kind: "saved"; readonly memory: Memory; readonly notices: readonly SecretNotice[] }
  /** The same content was stored before. */
  | { readonly kind: "known"; readonly memory: Memory; readonly notices: readonly SecretNotice[] }
  /** The memory has changed since. Nothing was written. */
  | { readonly kind: "conflict"; readonly current: Memory };

/** Saves a draft. Adds its namespace first if it does not exist; null if the person cancels that. */
function useSaveMemory(): (draft: Draft, base: Memory | null) => Promise<SaveOutcome | null> {
  const { bridge, cache } = useEditing();
  const prepareNamespace = useNamespace();
  return async (given, base) => {
    const namespace = await prepareNamespace(given.namespace);
    if (namespace === null) return null;
    const draft = { ...given, namespace };
    if (base === null) {
      const { memory, created, notices } = await bridge.invoke("memories.capture", stateOfDraft(draft));
      cache.forgetHidden();
      cache.insert([memory]);
      return { kind: created ? "saved" : "known", memory, notices };
    }
    try {
      const changes = changesOf(draft, draftOf(base));
      const { notices, ...memory } = await bridge.invoke("memories.update", {
        reference: base.id,
        ...changes,
        expectedRevision: base.revision,
      });
      cache.forgetHidden();
      cache.patch(memory);
      return { kind: "saved", memory, notices };
    } catch (error) {
      const current = error instanceof BridgeError && error.code === "conflict" ? error.details?.current : undefined;
      if (current === undefined) throw error;
      return { kind: "conflict", current: current as Memory };
    }
  };
}

/** Names the saved memory and offers to take the save back: to the state before it, or to the trash if it is new. */
function useUndoneSave(): (saved: Memory, before: Memory | null, isMerged: boolean) => void {
  const { bridge, cache, text, undo } = useEditing();
  const write = useWriteState();
  const words = text.memories.done;
  return (saved, before, isMerged) => {
    const name = nameMemories([saved], text.memories);
    if (before === null) {
      undo.offer(words.created(name), async () => {
        cache.remove([saved.id]);
        await bridge.invoke("memories.delete", { references: [saved.id] });
      });
    } else if (saved.revision !== before.revision) {
      const message = isMerged ? words.merged(name) : words.saved(name);
      undo.offer(message, () => write(saved.id, before, saved.revision));
    }
  };
}

/** A draft is stored after a pause in typing, not with every key. */
const STORE_DELAY_MS = 400;

interface StoredDraft {
  /** A draft that an earlier version stored lacks the fields that were added since. */
  readonly draft: Partial<Draft>;
  /** The revision that the draft is based on; 0 for a new memory. */
  readonly revision: number;
}

const keyOf = (id: string | null) => `draft.${id ?? "new"}`;

/** Reads the unsaved draft of an earlier session, if the memory has not changed since. */
function readStoredDraft(id: string | null, revision: number): Draft | null {
  const stored = readStored<StoredDraft | null>(keyOf(id), null);
  return stored?.revision === revision ? { ...EMPTY_DRAFT, ...stored.draft } : null;
}

/** Deletes the stored draft of a memory; null is the draft of a new one. */
export function forgetStoredDraft(id: string | null): void {
  forgetStored(keyOf(id));
}

/** Stores an unsaved draft, so that it survives when the window closes. */
function useStoredDraft(id: string | null, revision: number, draft: Draft, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const store = () => writeStored(keyOf(id), { draft, revision } satisfies StoredDraft);
    const timer = setTimeout(store, STORE_DELAY_MS);
    window.addEventListener("pagehide", store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", store);
    };
  }, [id, revision, draft, isDirty]);
}
