import clsx from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../../text/use-text.ts";

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** Null: nothing to be done, only to be known. */
  readonly done: boolean | null;
  readonly children: ReactNode;
}

/** One of the first steps; its number gives way to a check once it is really done. */
export function Step({ number, title, done, children }: StepProps) {
  const text = useText();
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className={clsx(
          "flex size-6 items-center justify-center rounded-full text-sm font-medium transition-colors forced-colors:border",
          done === true ? "bg-good-soft text-good-text" : "bg-sunken text-ink-soft",
        )}
      >
        {done === true ? <Check size={14} strokeWidth={2.25} /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="font-semibold leading-6">
          {title}
          {done === true && <span className="sr-only"> ({text.welcome.done})</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}
