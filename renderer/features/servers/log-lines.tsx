import clsx from "clsx";
import { useEffect, useRef } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ServerLogLine } from "../../../electron/core/servers.ts";
import { useText } from "../../text/use-text.ts";
import { formatClockTime, formatExactClockTime } from "../activity/log/format.ts";

interface LogLinesProps {
  /** Oldest first. */
  readonly lines: readonly ServerLogLine[];
  readonly className?: string;
}

/** Within this distance from its end, in pixels, the log follows new lines. */
const FOLLOW_DISTANCE = 40;

/** A server's log, which follows new lines while its end is shown. */
export function LogLines({ lines, className }: LogLinesProps) {
  const text = useText().servers.log;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = lines.at(-1);
  useEffect(() => {
    const element = list.current;
    if (element !== null && last !== undefined && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  return (
    <div
      ref={list}
      role="log"
      aria-label={text.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it must be reachable by keyboard
      tabIndex={0}
      data-selectable
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < FOLLOW_DISTANCE;
      }}
      className={clsx("focus-inset overflow-y-auto p-2 font-mono text-sm", className)}
    >
      {lines.map(({ at, source, text: line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of the same moment can be equal
        <div key={`${at} ${index}`} className="flex gap-3">
          <time dateTime={at} title={formatExactClockTime(at)} className="shrink-0 text-ink-faint">
            {formatClockTime(at).slice(0, 8)}
          </time>
          <span className="w-16 shrink-0 font-sans text-ink-faint">{text.sources[source]}</span>
          <span
            className={clsx(
              "min-w-0 break-words whitespace-pre-wrap",
              source === "notice" && "text-ink-soft",
              source === "output" && "text-warn-text",
            )}
          >
            {markHidden(line)}
          </span>
        </div>
      ))}
    </div>
  );
}
