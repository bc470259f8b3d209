import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  readonly summary: string;
  /** Given where something else than a press opens it too. */
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What is at hand and not in sight until it is asked for. */
export function Disclosure({ summary, open, onToggle, className, children }: DisclosureProps) {
  return (
    <details
      {...(open === undefined ? {} : { open })}
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
