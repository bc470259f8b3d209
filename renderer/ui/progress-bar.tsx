import { Progress as Base } from "@base-ui/react/progress";

interface ProgressBarProps {
  readonly label: string;
  readonly done?: number;
  /** 0, the default, if it is unknown. */
  readonly total?: number;
  /** The progress as text, such as "300 of 812"; by default the label. */
  readonly valueText?: string;
}

export function ProgressBar({ label, done = 0, total = 0, valueText = label }: ProgressBarProps) {
  return (
    <Base.Root
      aria-label={label}
      value={total > 0 ? Math.min(done, total) : null}
      max={Math.max(1, total)}
      getAriaValueText={() => valueText}
      className="flex items-center gap-3"
    >
      <Base.Track className="h-1.5 flex-1 overflow-hidden rounded-full bg-hover forced-colors:border">
        <Base.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse forced-colors:bg-[Highlight]" />
      </Base.Track>
      <span className="shrink-0 text-sm text-ink-soft" aria-hidden>
        {valueText}
      </span>
    </Base.Root>
  );
}
