import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../text/use-text.ts";
import { Button, IconButton } from "./button.tsx";
import type { MenuEntry } from "./menu.tsx";

interface SelectionFootProps {
  /** The name of the part. */
  readonly label: string;
  /** How many are selected, in words. */
  readonly title: string;
  /** Selects the rest; null if everything is selected, or the number is not known. */
  readonly all?: { readonly label: string; readonly run: () => unknown } | null;
  readonly onClear: () => void;
  /** The actions for all selected items. */
  readonly children: ReactNode;
}

/** The number of selected items and the actions for all of them, below a list in which more can be selected. */
export function SelectionFoot({ label, title, all = null, onClear, children }: SelectionFootProps) {
  const { common } = useText();
  return (
    <section aria-label={label} data-foot className="flex flex-col gap-2 border-t border-line bg-canvas p-3">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-medium" aria-live="polite">
          {title}
        </h2>
        {all !== null && (
          <Button variant="quiet" size="small" onClick={() => all.run()}>
            {all.label}
          </Button>
        )}
        <IconButton label={common.clearSelection} keys="escape" icon={X} size="small" onClick={onClear} />
      </div>
      {children}
    </section>
  );
}

/** The entries of a menu as buttons. */
export function EntryButtons({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <div className="flex flex-wrap gap-2">
      {entries.map((entry) =>
        entry === "separator" ? null : (
          <Button key={entry.label} icon={entry.icon} disabled={entry.disabled} onClick={entry.onSelect}>
            {entry.label}
          </Button>
        ),
      )}
    </div>
  );
}
