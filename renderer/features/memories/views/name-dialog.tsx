import { useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { FormDialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";

interface NameDialogProps {
  readonly title: string;
  readonly initial: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Maximum length of a view's name, in characters (see the window's contract). */
export const MAX_NAME_LENGTH = 80;

/** Asks for the name of a view. */
export function NameDialog({ title, initial, onName, onClose }: NameDialogProps) {
  const text = useText();
  const [name, setName] = useState(initial);
  return (
    <FormDialog
      size="small"
      title={title}
      submitLabel={text.common.save}
      canSubmit={name.trim() !== ""}
      onSubmit={() => {
        onClose();
        onName(name.trim());
      }}
      onClose={onClose}
    >
      <TextField
        label={text.common.name}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        onChange={setName}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  );
}
