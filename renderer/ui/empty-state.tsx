import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What belongs here and what to do. */
  readonly text?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** Shown in place of content that does not exist yet or does not match. */
export function EmptyState({ icon: Icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 p-8 text-center">
      {Icon !== undefined && <Icon size={24} strokeWidth={1.25} className="mb-2 text-ink-faint" aria-hidden />}
      <p className="font-medium text-ink">{title}</p>
      {text !== undefined && <div className="max-w-80 text-balance text-ink-soft">{text}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
