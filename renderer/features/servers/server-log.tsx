import clsx from "clsx";
import { useEffect, useRef } from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ServerLogLine } from "../../../electron/core/servers.ts";
import type { ErrorBody } from "../../../electron/text/errors.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { CopyButton } from "../../ui/button.tsx";
import { Loaded } from "../../ui/states.tsx";
import { formatClockTime, formatExactClockTime } from "../activity/log/format.ts";

/** Output arrives without an event. */
const LOG_INTERVAL_MS = 1_000;

/** The last lines of a server's output, refetched while they are shown. */
export function ServerLog({ id }: { readonly id: string }) {
  const text = useText().servers.log;
  const log = useBridgeQuery("servers.log", { id }, { refetchOnMount: "always", refetchInterval: LOG_INTERVAL_MS });
  return (
    <Loaded query={log} inline shape="lines" rows={4}>
      {(lines) =>
        lines.length === 0 ? (
          <>
            <p className="font-medium">{text.empty}</p>
            <p className="text-ink-soft">{text.emptyText}</p>
          </>
        ) : (
          <>
            <div className="rounded-md bg-sunken shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border">
              <LogLines lines={lines} className="max-h-[calc(100vh-360px)] min-h-40" />
            </div>
            <CopyButton
              size="small"
              variant="quiet"
              className="mt-1.5 -ml-2"
              value={lines.map(({ at, source, text: line }) => `${at} ${source} ${line}`).join("\n")}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The output of a server that did not start, from the details of the error. */
export function logOf({ details }: Pick<ErrorBody, "details">): readonly ServerLogLine[] {
  return Array.isArray(details?.log) ? (details.log as readonly ServerLogLine[]) : [];
}

interface LogLinesProps {
  /** Oldest first. */
  readonly lines: readonly ServerLogLine[];
  readonly className?: string;
}

/** Within this distance from its end, in pixels, the log follows new lines. */
const FOLLOW_DISTANCE = 40;

/** A server's log, which follows new lines while its last line is visible; nothing without lines. */
export function LogLines({ lines, className }: LogLinesProps) {
  const text = useText().servers.log;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = lines.at(-1);
  useEffect(() => {
    const element = list.current;
    if (element !== null && last !== undefined && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  if (last === undefined) return null;
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
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines with the same time can be equal
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
