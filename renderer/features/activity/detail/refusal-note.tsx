import type { Refusal } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";

interface RefusalNoteProps {
  readonly refusal: Refusal;
}

/** Why a request was turned away, and how many the row stands for. */
export function RefusalNote({ refusal }: RefusalNoteProps) {
  const text = useText().activity.refusal;
  return (
    <div className="mt-1 text-ink-soft">
      <p>{text.explanations[refusal.reason]}</p>
      {refusal.requests > 1 && <p>{text.requests(refusal.requests)}</p>}
    </div>
  );
}
