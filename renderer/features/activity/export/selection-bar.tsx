import { Download, Pin, X } from "lucide-react";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

interface SelectionBarProps {
  readonly count: number;
  readonly onExport: () => void;
  readonly onPin: () => void;
  readonly onClear: () => void;
}

/** What can be done with the chosen messages, below the log while there are any. */
export function SelectionBar({ count, onExport, onPin, onClear }: SelectionBarProps) {
  const text = useText().activity.selection;
  return (
    <section
      aria-label={text.label}
      className="flex h-10 shrink-0 items-center gap-2 border-t border-line bg-panel px-3.5 text-sm"
    >
      <span role="status" className="flex-1 truncate">
        {text.selected(count)}
      </span>
      <Button size="small" icon={Download} onClick={onExport}>
        {text.export}
      </Button>
      <Button size="small" icon={Pin} onClick={onPin}>
        {text.pin}
      </Button>
      <IconButton label={text.clear} icon={X} size="small" keys="escape" onClick={onClear} />
    </section>
  );
}
