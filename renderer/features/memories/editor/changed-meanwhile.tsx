import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { Editor } from "./use-editor.ts";

interface ChangedMeanwhileProps {
  readonly latest: Memory | null;
  readonly editor: Editor;
}

/** Tells while there is still time that someone else changed what is being edited. */
export function ChangedMeanwhile({ latest, editor }: ChangedMeanwhileProps) {
  const text = useText();
  const words = text.memories.editor;
  const { base, conflict, isSaving } = editor;
  if (latest === null || base === null || latest.revision <= base.revision || conflict !== null || isSaving)
    return null;
  return (
    <div
      role="status"
      className="flex max-w-180 items-center gap-2 rounded-md bg-warn-soft py-1.5 pr-1.5 pl-3 text-warn-text"
    >
      <span className="flex-1">{words.changedMeanwhile(text.memories.conflict.someone)}</span>
      <Button size="small" onClick={() => editor.compare(latest)}>
        {words.compare}
      </Button>
    </div>
  );
}
