import clsx from "clsx";
import { ArrowUpRight, Pin, RotateCw } from "lucide-react";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { isClientsAnswer } from "./clients-answer.ts";
import { NARROW_ONLY, WIDE_ONLY } from "./log-columns.ts";
import { readableTarget } from "./readable-target.ts";

interface TouchedProps {
  readonly row: RequestSummary;
}

/** What a message was about, after the marks of what it is: pinned, a replay, sent by Recollect itself. */
export function Touched({ row }: TouchedProps) {
  const text = useText().activity;
  const { refusal, replayOf } = row;
  return (
    <>
      {row.pinned && <Pin size={11} className="mr-1 inline text-accent-text" aria-label={text.pin.mark} />}
      {replayOf !== null && (
        <RotateCw size={11} className="mr-1 inline text-accent-text" aria-label={text.replayOf(replayOf)} />
      )}
      {row.direction === "sent" && (
        <ArrowUpRight size={12} className="mr-1 inline text-ink-faint" aria-label={text.sent} />
      )}
      {refusal === null ? (
        <Subject row={row} />
      ) : (
        <>
          {text.refusal.reasons[refusal.reason]}
          {refusal.requests > 1 && ` ${text.refusal.times(refusal.requests)}`}
        </>
      )}
    </>
  );
}

function Subject({ row }: TouchedProps) {
  const text = useText().activity;
  if (row.target !== null) return readableTarget(row.target);
  return (
    <>
      <span className={clsx("text-ink-soft", NARROW_ONLY)}>{row.method ?? text.unreadable}</span>
      {isClientsAnswer(row) && <span className="text-ink-faint"> {text.answered}</span>}
      {row.direction === "sent" && (
        <span className={clsx("text-ink-faint", WIDE_ONLY)} aria-hidden>
          {text.sent}
        </span>
      )}
    </>
  );
}
