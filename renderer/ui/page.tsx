import type { ReactNode } from "react";

interface PageProps {
  readonly title: string;
  /** The purpose of the page, above its contents. */
  readonly hint: string;
  readonly children: ReactNode;
}

/** A place without a list: a header, and contents that scroll. */
export function Page({ title, hint, children }: PageProps) {
  return (
    <section aria-label={title} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center border-b border-line px-4">
        <h1 className="font-medium">{title}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-180 flex-col gap-4 px-4 py-5 min-[2000px]:mx-auto">
          <p className="text-sm text-ink-faint">{hint}</p>
          {children}
        </div>
      </div>
    </section>
  );
}
