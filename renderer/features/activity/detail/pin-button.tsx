import { useQueryClient } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import type { RequestDetail, RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { describeError } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useToast } from "../../../ui/toast.tsx";

interface PinButtonProps {
  readonly detail: RequestDetail;
  readonly onChanged: (rows: readonly RequestSummary[]) => void;
}

/** Keeps the message when the log grows old or is cleared. */
export function PinButton({ detail, onChanged }: PinButtonProps) {
  const words = useText();
  const text = words.activity.pin;
  const client = useQueryClient();
  const toast = useToast();
  const setPinned = useBridgeMutation("requests.setPinned", {
    onSuccess: (rows) => {
      onChanged(rows);
      void client.invalidateQueries({ queryKey: ["requests.get", { id: detail.id }] });
    },
    onError: (error) => toast.show({ message: describeError(error, words).message, tone: "bad" }),
  });
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
