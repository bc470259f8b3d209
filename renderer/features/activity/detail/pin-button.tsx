import { Pin } from "lucide-react";
import type { RequestDetail, RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { usePin } from "./use-pin.ts";

interface PinButtonProps {
  readonly detail: RequestDetail;
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** Keeps the message when the log grows old or is cleared. */
export function PinButton({ detail, onChanged }: PinButtonProps) {
  const text = useText().activity.pin;
  const setPinned = usePin(onChanged);
  return (
    <IconButton
      label={detail.pinned ? text.unpin : text.pin}
      icon={Pin}
      size="small"
      pressed={detail.pinned}
      onClick={() => setPinned.mutate({ ids: [detail.id], pinned: !detail.pinned })}
    />
  );
}
