import { type KeyboardEvent, useRef, useState } from "react";
import type { RequestRate } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { formatSpan } from "../log/format.ts";

interface TimeButtonsProps {
  readonly label: string;
  readonly rates: readonly RequestRate[];
  /** Minutes covered by one button. */
  readonly stepMinutes: number;
  readonly onTime: (span: TimeSpan) => void;
}

/** Milliseconds since 1970, `until` excluded. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/**
 * A button over each bar of a chart: it shows the bar's figures and filters the log by its time. The arrow keys move
 * between them with a roving tabindex (w3.org/WAI/ARIA/apg/practices/keyboard-interface).
 */
export function TimeButtons({ label, rates, stepMinutes, onTime }: TimeButtonsProps) {
  const text = useText().activity.clientRates;
  const group = useRef<HTMLFieldSetElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const current = Math.min(focused ?? rates.length - 1, rates.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, current, rates.length);
    if (to === null) return;
    event.preventDefault();
    setFocused(to);
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

/** The time span of a step. */
export function spanOf({ at }: Pick<RequestRate, "at">, stepMinutes: number): TimeSpan {
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
