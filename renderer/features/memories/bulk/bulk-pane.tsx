import { ArrowLeft, Download, FolderInput, Pin, PinOff, RotateCcw, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Memory, titleOf } from "../../../../electron/core/memory.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { MemoryActions } from "../data/use-memory-actions.ts";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";
import { exportMemories } from "./export-memories.ts";

interface BulkPaneProps {
  readonly memories: readonly Memory[];
  /** How many the list has in all; null while unknown. */
  readonly total: number | null;
  readonly actions: MemoryActions;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onPurge: () => void;
}

const SHOWN = 12;

/** Several memories at once, and what can be done with all of them. */
export function BulkPane(props: BulkPaneProps) {
  const { memories, total, actions, onDelete, onRestore, onSelectAll, onClear, onPurge } = props;
  const text = useText();
  const words = text.memories.bulk;
  const verbs = text.memories.actions;
  const [dialog, setDialog] = useState<"tag" | "move" | null>(null);
  const ids = memories.map((memory) => memory.id);
  const inTrash = memories.every((memory) => memory.deletedAt !== null);
  const allPinned = memories.every((memory) => memory.pinned);
  const group = text.memories.actions.group;
  const enabled = !inTrash;
  useCommands([
    { id: "bulk.tag", title: words.tag, group, keys: ["t"], icon: Tags, enabled, run: () => setDialog("tag") },
    {
      id: "bulk.move",
      title: words.move,
      group,
      keys: ["m"],
      icon: FolderInput,
      enabled,
      run: () => setDialog("move"),
    },
  ]);
  return (
    <section aria-label={words.label} className="flex h-full flex-col gap-5 overflow-y-auto px-8 py-6 max-wide:px-4">
      <h1 className="text-xl font-semibold tracking-tight" aria-live="polite">
        {words.selected(memories.length)}
      </h1>
      <div className="flex flex-wrap gap-2">
        {inTrash ? (
          <>
            <Button icon={RotateCcw} onClick={onRestore}>
              {verbs.restore}
            </Button>
            <Button icon={Trash2} variant="danger" onClick={onPurge}>
              {verbs.deleteForever}
            </Button>
          </>
        ) : (
          <>
            <Button icon={Trash2} keys="backspace" onClick={onDelete}>
              {verbs.delete}
            </Button>
            <Button icon={allPinned ? PinOff : Pin} keys="p" onClick={() => void actions.setPinned(ids, !allPinned)}>
              {allPinned ? verbs.unpin : verbs.pin}
            </Button>
            <Button icon={Tags} keys="t" onClick={() => setDialog("tag")}>
              {words.tag}
            </Button>
            <Button icon={FolderInput} keys="m" onClick={() => setDialog("move")}>
              {words.move}
            </Button>
          </>
        )}
        <Button icon={Download} onClick={() => exportMemories(memories, new Date())}>
          {words.export}
        </Button>
      </div>
      <ul className="flex flex-col gap-1 text-ink-soft">
        {memories.slice(0, SHOWN).map((memory) => (
          <li key={memory.id} className="max-w-180 truncate" dir="auto">
            {titleOf(memory.content)}
          </li>
        ))}
        {memories.length > SHOWN && <li className="text-ink-faint">… {text.common.count(memories.length - SHOWN)}</li>}
      </ul>
      <div className="flex gap-2">
        <Button variant="quiet" icon={ArrowLeft} keys="escape" onClick={onClear} className="-ml-2.5">
          {words.clear}
        </Button>
        {total !== null && total > memories.length && (
          <Button variant="quiet" onClick={onSelectAll}>
            {words.selectAll(total)}
          </Button>
        )}
      </div>
      {dialog !== null && <BulkEditDialog kind={dialog} memories={memories} onClose={() => setDialog(null)} />}
    </section>
  );
}
