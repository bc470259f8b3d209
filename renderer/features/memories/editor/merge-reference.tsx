import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";

/** The other side's text, to take from while merging by hand. */
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
