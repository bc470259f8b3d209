import { X } from "lucide-react";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import type { BulkPaneProps } from "./bulk-pane.tsx";

/** The same below the list, where there is no room beside it: more can still be selected. */
export function BulkBar({ total, onSelectAll, onClear, ...props }: BulkPaneProps) {
  const words = useText().memories.bulk;
  const count = props.memories.length;
  return (
    <section aria-label={words.label} data-foot className="flex flex-col gap-2 border-t border-line bg-canvas p-3">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-medium" aria-live="polite">
          {words.selected(count)}
        </h2>
        {total !== null && total > count && (
          <Button size="small" variant="quiet" onClick={onSelectAll}>
            {words.selectAll(total)}
          </Button>
        )}
        <IconButton label={words.clear} keys="escape" icon={X} size="small" onClick={onClear} />
      </div>
      <BulkActions {...props} />
    </section>
  );
}
