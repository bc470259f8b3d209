import { LOG_KEEPS } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { LogSnapshot } from "./live-log.ts";

interface OlderLineProps {
  readonly older: LogSnapshot["older"];
  readonly filtered: boolean;
  readonly onRetry: () => void;
}

/** The foot of the log: whether older messages come, failed to come, or are all here. */
export function OlderLine({ older, filtered, onRetry }: OlderLineProps) {
  const text = useText();
  const words = text.activity.older;
  return (
    <div className="flex h-9 items-center justify-center gap-2 text-sm text-ink-faint">
      {older === "end" && (
        <span className="truncate px-3">
          {filtered ? words.endOfMatches : words.end(LOG_KEEPS.rows, LOG_KEEPS.days, LOG_KEEPS.pinnedRows)}
        </span>
      )}
      {older === "loading" && words.loading}
      {older === "failed" && (
        <>
          {words.failed}
          <Button size="small" onClick={onRetry}>
            {text.common.retry}
          </Button>
        </>
      )}
    </div>
  );
}
