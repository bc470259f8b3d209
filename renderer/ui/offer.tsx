import type { ReactNode } from "react";

interface OfferProps {
  readonly text: string;
  /** The button that accepts it. */
  readonly children: ReactNode;
}

/** A line that offers something which was found on this computer. */
export function Offer({ text, children }: OfferProps) {
  return (
    <div role="note" className="flex w-full flex-wrap items-center gap-3 rounded-md bg-hover px-3 py-2">
      <span className="min-w-50 flex-1">{text}</span>
      {children}
    </div>
  );
}
