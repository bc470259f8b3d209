import { useEffect, useState } from "react";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

interface UnsavedDialogProps {
  readonly isDirty: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Blocks navigation while there are unsaved changes, and asks whether to save them. */
export function UnsavedDialog({ isDirty, onSave, onDiscard }: UnsavedDialogProps) {
  const text = useText();
  const words = text.memories.unsaved;
  const { setGuard } = useNavigation();
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    setGuard((_next, proceed) => {
      setLeave(() => proceed);
      return false;
    });
    return () => setGuard(null);
  }, [isDirty, setGuard]);

  const close = () => setLeave(null);
  const discard = () => {
    setGuard(null);
    onDiscard();
    leave?.();
    close();
  };
  const save = () => {
    close();
    onSave();
  };
  return (
    <Dialog
      open={leave !== null}
      onClose={close}
      title={words.title}
      description={words.text}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {words.stay}
          </Button>
          <Button variant="danger" onClick={discard}>
            {words.discard}
          </Button>
          <Button variant="primary" onClick={save}>
            {text.common.save}
          </Button>
        </>
      }
    />
  );
}
