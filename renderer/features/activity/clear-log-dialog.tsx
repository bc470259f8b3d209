import { useBridgeMutation } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { tellError } from "../../ui/error-state.tsx";
import { useToast } from "../../ui/toast.tsx";

interface ClearLogDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCleared: () => void;
}

/** Asks before the log is emptied: that cannot be undone. */
export function ClearLogDialog({ open, onClose, onCleared }: ClearLogDialogProps) {
  const text = useText();
  const words = text.activity.clear;
  const toast = useToast();
  const clear = useBridgeMutation("requests.clear", {
    onSuccess: () => {
      onCleared();
      toast.show({ message: words.done });
    },
    onError: (error) => toast.show({ message: tellError(error, text), tone: "bad" }),
  });
  return (
    <ConfirmDialog
      open={open}
      title={words.title}
      description={words.description}
      action={words.confirm}
      onConfirm={() => clear.mutate({})}
      onClose={onClose}
    />
  );
}
