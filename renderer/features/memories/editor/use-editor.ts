import { useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useText } from "../../../text/use-text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { changedIn, type Draft, draftOf, type Merge, mergeDrafts } from "./draft.ts";
import { forgetKeptDraft, readKeptDraft, useKeptDraft } from "./kept-draft.ts";
import { useSaveMemory } from "./use-save-memory.ts";

export interface Conflict extends Merge {
  readonly current: Memory;
}

export interface Editor {
  readonly draft: Draft;
  readonly base: Memory | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly error: BridgeError | null;
  readonly conflict: Conflict | null;
  /** The other side's text, while merging by hand. */
  readonly reference: Memory | null;
  change(changes: Partial<Draft>): void;
  /** Answers whether it is saved; what stands in the way is in `error` or `conflict`. */
  save(): Promise<boolean>;
  /** Compares with a newer state of the memory. */
  compare(current: Memory): void;
  keepMine(): Promise<boolean>;
  mergeByHand(): void;
}

interface EditorOptions {
  readonly memory: Memory | null;
  readonly initial: Draft;
  readonly onSaved: (memory: Memory) => void;
}

/** A draft of a memory and its way into the store, conflicts included. */
export function useEditor({ memory, initial, onSaved }: EditorOptions): Editor {
  const text = useText();
  const toast = useToast();
  const write = useSaveMemory();
  const [base, setBase] = useState(memory);
  const id = memory?.id ?? null;
  const [draft, setDraft] = useState(() => readKeptDraft(id, memory?.revision ?? 0) ?? initial);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<BridgeError | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [reference, setReference] = useState<Memory | null>(null);
  const origin = base === null ? initial : draftOf(base);

  const isDirty = changedIn(draft, origin).length > 0;
  useKeptDraft(id, base?.revision ?? 0, draft, isDirty);

  const compare = (current: Memory): Conflict => {
    const merge = mergeDrafts(origin, draft, draftOf(current));
    const next = { ...merge, current };
    setConflict(next);
    return next;
  };

  const attempt = async (toWrite: Draft, against: Memory | null, message: string): Promise<boolean> => {
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await write(toWrite, against);
      if (outcome.kind === "conflict") {
        const found = mergeDrafts(origin, toWrite, draftOf(outcome.current));
        if (found.conflicts.length > 0 || against !== base) {
          setConflict({ ...found, current: outcome.current });
          return false;
        }
        return await attempt(found.draft, outcome.current, text.memories.done.merged);
      }
      if (outcome.kind === "known") toast.show({ message: text.memories.done.known });
      else if (message !== "") toast.show({ message });
      forgetKeptDraft(id);
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
    base,
    isDirty,
    isSaving,
    error,
    conflict,
    reference,
    change: (changes) => setDraft((current) => ({ ...current, ...changes })),
    save: async () => {
      if (base !== null && !isDirty) {
        onSaved(base);
        return true;
      }
      return attempt(draft, base, "");
    },
    compare: (current) => void compare(current),
    keepMine: async () => conflict !== null && attempt(conflict.draft, conflict.current, ""),
    mergeByHand: () => {
      if (conflict === null) return;
      setReference(conflict.current);
      setBase(conflict.current);
      setDraft(conflict.draft);
      setConflict(null);
    },
  };
}
