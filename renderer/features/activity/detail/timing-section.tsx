import type { RequestDetail } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { formatDuration } from "../log/duration.ts";
import { Section } from "./section.tsx";

interface TimingSectionProps {
  readonly detail: RequestDetail;
}

/** Where the time went, as far as the server truly knows it: reading, waiting, sending. */
export function TimingSection({ detail }: TimingSectionProps) {
  const text = useText().activity.detail;
  const { firstByteMs, durationMs } = detail;
  if (firstByteMs === null) return null;
  const parts = [
    { name: text.timingRead, milliseconds: detail.readMs ?? 0, className: "bg-ink-faint/55" },
    { name: text.timingWait, milliseconds: Math.min(firstByteMs, durationMs), className: "bg-accent" },
    { name: text.timingSend, milliseconds: Math.max(0, durationMs - firstByteMs), className: "bg-good" },
  ];
  const total = parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  let start = 0;
  return (
    <Section name={text.timing} note={formatDuration(total)}>
      <dl className="px-4 pb-1">
        {parts.map(({ name, milliseconds, className }) => {
          const left = total === 0 ? 0 : start / total;
          const width = total === 0 ? 0 : milliseconds / total;
          start += milliseconds;
          return (
            <div key={name} className="flex items-center gap-3 py-0.5">
              <dt className="w-36 shrink-0 truncate text-ink-faint">{name}</dt>
              <dd className="flex min-w-0 flex-1 items-center gap-3">
                <span className="relative h-2 min-w-0 flex-1 rounded-full bg-sunken" aria-hidden>
                  <span
                    className={`absolute inset-y-0 min-w-px rounded-full ${className}`}
                    style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
                  />
                </span>
                <span className="w-16 shrink-0 text-right tabular-nums">{formatDuration(milliseconds)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="px-4 pb-3 text-sm text-ink-faint">{text.timingNote}</p>
    </Section>
  );
}
