import type { ReactNode } from "react";

interface SectionProps {
  readonly name: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled section of the open message. */
export function Section({ name, note, actions, children }: SectionProps) {
  return (
    <section aria-label={name} className="border-t border-line first:border-0">
      <header className="sticky top-0 z-1 flex h-9 items-center gap-2 bg-canvas px-4">
        <h3 className="font-medium">{name}</h3>
        {note !== undefined && <span className="truncate text-sm text-ink-faint">{note}</span>}
        <span className="flex-1" />
        {actions}
      </header>
      {children}
    </section>
  );
}
