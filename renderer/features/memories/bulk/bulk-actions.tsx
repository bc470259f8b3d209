import { Download, FolderInput, Pin, PinOff, RotateCcw, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { MemoryActions } from "../data/use-memory-actions.ts";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";
import { exportMemories } from "./export-memories.ts";

export interface BulkActionsProps {
  readonly memories: readonly Memory[];
  readonly actions: MemoryActions;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
}

/** What can be done with several memories at once. */
export function BulkActions({ memories, actions, onDelete, onRestore, onPurge }: BulkActionsProps) {
  const text = useText();
  const words = text.memories.bulk;
  const verbs = text.memories.actions;
  const [dialog, setDialog] = useState<"tag" | "move" | null>(null);
  const ids = memories.map((memory) => memory.id);
  const inTrash = memories.every((memory) => memory.deletedAt !== null);
  const allPinned = memories.every((memory) => memory.pinned);
  const group = verbs.group;
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
    <div className="flex flex-wrap gap-2">
      {inTrash ? (
        <>
          <Button icon={RotateCcw} keys="r" onClick={onRestore}>
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
      {dialog !== null && <BulkEditDialog kind={dialog} memories={memories} onClose={() => setDialog(null)} />}
    </div>
  );
}
