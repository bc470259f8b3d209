import { useEffect } from "react";
import { forgetStored, readStored, writeStored } from "../../../data/use-stored.ts";
import type { Draft } from "./draft.ts";

interface KeptDraft {
  readonly draft: Draft;
  /** The revision it began from; 0 for a new memory. */
  readonly revision: number;
}

const keyOf = (id: string | null) => `draft.${id ?? "new"}`;

/** A draft that was left unsaved when the window went, if the memory is still as it was. */
export function readKeptDraft(id: string | null, revision: number): Draft | null {
  const kept = readStored<KeptDraft | null>(keyOf(id), null);
  return kept?.revision === revision ? kept.draft : null;
}

export function forgetKeptDraft(id: string | null): void {
  forgetStored(keyOf(id));
}

/** Keeps an unsaved draft, so that a closed window loses nothing. */
export function useKeptDraft(id: string | null, revision: number, draft: Draft, isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const keep = () => writeStored(keyOf(id), { draft, revision } satisfies KeptDraft);
    const timer = setTimeout(keep, 400);
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [id, revision, draft, isDirty]);
}
