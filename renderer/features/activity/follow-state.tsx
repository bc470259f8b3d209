import clsx from "clsx";
import { useText } from "../../text/use-text.ts";
import type { Hold } from "./log/live-log.ts";

interface FollowStateProps {
  readonly hold: Hold | null;
}

/** Whether the log follows, in words; a dot only repeats it. */
export function FollowState({ hold }: FollowStateProps) {
  const text = useText().activity.follow;
  const words = hold === null ? text.following : hold === "asked" ? text.paused : text.reading;
  return (
    <span role="status" className="flex items-center gap-1.5 text-sm text-ink-faint">
      <span className={clsx("size-1.5 rounded-full", hold === null ? "bg-good" : "bg-line-strong")} aria-hidden />
      {words}
    </span>
  );
}
