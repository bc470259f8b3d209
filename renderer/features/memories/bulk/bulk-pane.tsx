import { ArrowLeft } from "lucide-react";
import { titleOf } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { BulkActions, type BulkActionsProps } from "./bulk-actions.tsx";

export interface BulkPaneProps extends BulkActionsProps {
  /** How many the list has in all; null while unknown. */
  readonly total: number | null;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

const SHOWN = 12;

/** Several memories at once, and what can be done with all of them. */
export function BulkPane({ total, onSelectAll, onClear, ...props }: BulkPaneProps) {
  const { memories } = props;
  const text = useText();
  const words = text.memories.bulk;
  return (
    <section aria-label={words.label} className="flex h-full flex-col gap-5 overflow-y-auto px-8 py-6">
      <h1 className="text-xl font-semibold tracking-tight" aria-live="polite">
        {words.selected(memories.length)}
      </h1>
      <BulkActions {...props} />
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
    </section>
  );
}
