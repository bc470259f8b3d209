import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { Editor } from "./use-editor.ts";
import { useLastEditor } from "./use-last-editor.ts";

interface ChangedMeanwhileProps {
  readonly latest: Memory | null;
  readonly editor: Editor;
}

/** Tells while there is still time that someone else changed what is being edited. */
export function ChangedMeanwhile({ latest, editor }: ChangedMeanwhileProps) {
  const { base, conflict, isSaving, compare } = editor;
  if (latest === null || base === null || latest.revision <= base.revision || conflict !== null || isSaving)
    return null;
  return <Notice latest={latest} onCompare={() => compare(latest)} />;
}

function Notice({ latest, onCompare }: { readonly latest: Memory; readonly onCompare: () => void }) {
  const words = useText().memories.editor;
  const who = useLastEditor(latest.id);
  return (
    <div
      role="status"
      className="flex max-w-180 min-[2000px]:mx-auto items-center gap-2 rounded-md bg-warn-soft py-1.5 pr-1.5 pl-3 text-warn-text"
    >
      <span className="flex-1">{words.changedMeanwhile(who)}</span>
      <Button size="small" onClick={onCompare}>
        {words.compare}
      </Button>
    </div>
  );
}
