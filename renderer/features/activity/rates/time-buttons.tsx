import { type KeyboardEvent, useRef, useState } from "react";
import type { RequestRates } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { formatSpan } from "../log/clock-time.ts";

type Rate = RequestRates["minutes"][number];

interface TimeButtonsProps {
  /** What the buttons are of. */
  readonly label: string;
  readonly rates: readonly Rate[];
  /** Minutes in one of them. */
  readonly stepMinutes: number;
  readonly onTime: (span: TimeSpan) => void;
}

/** From `since` on and before `until`, in milliseconds since 1970. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/**
 * The bars of a chart as buttons above it: each says its figures and leads to its messages. One of them takes part in
 * tabbing, the arrows lead on (w3.org/WAI/ARIA/apg/practices/keyboard-interface, roving tabindex).
 */
export function TimeButtons({ label, rates, stepMinutes, onTime }: TimeButtonsProps) {
  const text = useText().activity.clientRates;
  const group = useRef<HTMLFieldSetElement>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const current = Math.min(picked ?? rates.length - 1, rates.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, current, rates.length);
    if (to === null) return;
    event.preventDefault();
    setPicked(to);
    group.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <fieldset ref={group} aria-label={label} onKeyDown={onKeyDown} className="absolute inset-0 flex">
      {rates.map((rate, index) => {
        const span = spanOf(rate, stepMinutes);
        const words = text.moment(formatSpan(span.since, span.until), rate.requests, rate.errors);
        return (
          <button
            key={rate.at}
            type="button"
            title={words}
            aria-label={text.onlyThen(words)}
            tabIndex={index === current ? 0 : -1}
            onClick={() => onTime(span)}
            className="h-full min-w-0 flex-1 hover:bg-accent/20 focus-visible:outline-offset-0"
          />
        );
      })}
    </fieldset>
  );
}

/** The time that a step covers. */
export function spanOf({ at }: Pick<Rate, "at">, stepMinutes: number): TimeSpan {
  const since = Date.parse(at);
  return { since, until: since + stepMinutes * 60_000 };
}

function targetOf(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, current - 1);
    case "ArrowRight":
      return Math.min(count - 1, current + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
