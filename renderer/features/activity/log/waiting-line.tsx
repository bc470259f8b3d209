import { ArrowUp } from "lucide-react";
import { useText } from "../../../text/use-text.ts";

interface WaitingLineProps {
  readonly waiting: number;
  /** Whether there may be more than were counted. */
  readonly more: boolean;
  readonly onFollow: () => void;
}

/** How many messages arrived while the log was held; shows them. */
export function WaitingLine({ waiting, more, onFollow }: WaitingLineProps) {
  const text = useText().activity.follow;
  if (waiting === 0) {
    return null;
  }
  return (
    <button
      type="button"
      aria-label={more ? text.showWaitingAtLeast(waiting) : text.showWaiting(waiting)}
      onClick={onFollow}
      className="absolute top-8 left-1/2 flex h-6 min-w-24 -translate-x-1/2 items-center justify-center gap-1 rounded-full bg-raised px-3 text-sm text-accent-text shadow-popup hover:bg-accent-soft"
    >
      <ArrowUp size={12} aria-hidden />
      {more ? text.waitingAtLeast(waiting) : text.waiting(waiting)}
    </button>
  );
}
