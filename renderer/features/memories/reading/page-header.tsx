import { ArrowLeft, Copy, Ellipsis, Link, Pencil, Pin, PinOff, RotateCcw, Trash2 } from "lucide-react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../../ui/menu.tsx";

export interface PageHeaderProps {
  readonly memory: Memory;
  readonly onEdit: () => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
  readonly onCopyText: () => void;
  readonly onCopyAddress: () => void;
  /** Back to the list, in a narrow window. */
  readonly onBack: () => void;
}

/** Where the memory belongs, and what can be done with it. */
export function PageHeader(props: PageHeaderProps) {
  const text = useText();
  const words = text.memories.actions;
  const { memory } = props;
  const isDeleted = memory.deletedAt !== null;
  const entries: MenuEntry[] = [
    { label: words.copy, icon: Copy, keys: "c", onSelect: props.onCopyText },
    { label: words.copyAddress, icon: Link, keys: "shift+c", onSelect: props.onCopyAddress },
    ...(isDeleted ? ["separator" as const, { label: words.deleteForever, danger: true, onSelect: props.onPurge }] : []),
  ];
  return (
    <header className="drag-region flex items-center gap-1 px-8 pt-3 pb-2 max-wide:px-3">
      <IconButton label={words.back} icon={ArrowLeft} onClick={props.onBack} className="wide:hidden" />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-faint">
        {memory.namespace} <span aria-hidden>·</span> <span dir="auto">{memory.domain}</span>
      </p>
      {isDeleted ? (
        <Button icon={RotateCcw} onClick={props.onRestore}>
          {words.restore}
        </Button>
      ) : (
        <>
          <IconButton label={words.edit} icon={Pencil} keys="e" onClick={props.onEdit} />
          <IconButton
            label={memory.pinned ? words.unpin : words.pin}
            icon={memory.pinned ? PinOff : Pin}
            keys="p"
            onClick={() => props.onPin(!memory.pinned)}
          />
          <IconButton label={words.delete} icon={Trash2} keys="backspace" onClick={props.onDelete} />
        </>
      )}
      <Menu trigger={<IconButton label={words.more} icon={Ellipsis} />} entries={entries} />
    </header>
  );
}
