import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { RequestDetail, RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";

interface ReplayButtonProps {
  readonly detail: RequestDetail;
  readonly onReplayed: (row: RequestSummary) => void;
}

/** Sends the message again to the running server; a tool that writes only after a second word. */
export function ReplayButton({ detail, onReplayed }: ReplayButtonProps) {
  const words = useText();
  const text = words.activity.replay;
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const replay = useBridgeMutation("requests.replay", {
    onSuccess: (row) => {
      onReplayed(row);
      toast.show({ message: text.done(detail.id, row.id) });
    },
    onError: (error) => {
      if (error.field === "writingConfirmed") {
        setAsking(true);
        return;
      }
      toast.show({ message: tellError(error, words), tone: "bad" });
    },
  });
  if (detail.direction === "sent" || detail.refusal !== null) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={RotateCw}
        disabled={replay.isPending}
        onClick={() => replay.mutate({ id: detail.id, writingConfirmed: false })}
      >
        {text.action}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.confirmTitle(detail.target ?? "")}
        description={text.confirmText}
        action={text.action}
        onConfirm={() => replay.mutate({ id: detail.id, writingConfirmed: true })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
