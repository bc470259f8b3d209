import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  readonly summary: string;
  /** Set if it is also opened by something other than a press. */
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Content that a press on its summary shows. */
export function Disclosure({ summary, open, onToggle, className, children }: DisclosureProps) {
  return (
    <details
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
      className={clsx("group", className)}
    >
      <summary className="flex w-fit cursor-default items-center gap-1 text-ink-soft hover:text-ink">
        <ChevronRight size={14} className="transition-transform group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  );
}
